/** A folder of loose objects, and the objects in it. Source: gitrepository-layout(5). */
export const FAN_OUT = /^[0-9a-f]{2}$/
export const LOOSE_OBJECT = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/
/** Files of a pack. Bitmaps and reverse indexes can be made again. Source: gitformat-pack(5). */
export const PACK_FILE = /^pack-(?:[0-9a-f]{40}|[0-9a-f]{64})\.(?:pack|idx|mtimes|keep|promisor)$/

/**
 * Parts of a repository's own folder that are not kept here: objects are kept separately, modules are repositories, the
 * rest can be made again.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['objects', 'modules', 'lfs', 'annex', 'rr-cache', 'fsmonitor--daemon'])

export const isLeftOut = (path: string): boolean =>
  LEFT_OUT.has(path) || path.endsWith('.lock') || path === 'gc.pid' || path.startsWith('fsmonitor--daemon.')

/** The files without which git takes a folder for no repository, or loses its way in it; git itself removes none of them. */
export const NEVER_REMOVED: ReadonlySet<string> = new Set([
  'HEAD',
  'config',
  'config.worktree',
  'commondir',
  'gitdir',
  'index',
  'packed-refs',
  'objects/info/alternates',
  'info/exclude',
  'info/attributes',
  'info/grafts',
  'logs/HEAD',
])
