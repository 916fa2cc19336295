const OBJECT_NAME = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** References that people use as history: branches, tags, the stash. */
const OF_PEOPLE = /^refs\/(?:heads|tags)\/|^refs\/stash$/

/** Small files of a repository's own folder, by path; `null` for a file that cannot be read. */
export type StoredFiles = ReadonlyMap<string, Uint8Array | null>

const textOf = (files: StoredFiles, path: string): string | null => {
  const content = files.get(path)
  return content == null ? null : Buffer.from(content).toString()
}

/** The value of a reference: the name of an object, or another reference; `null` for other text. */
function valueOf(text: string): string | null {
  const value = text.trimEnd()
  if (OBJECT_NAME.test(value)) return value
  return /^ref: \S+$/.test(value) ? value : null
}

/** True for a file of a reference that git can read. Source: gitrepository-layout(5), HEAD. */
export const isReference = (content: Uint8Array): boolean => valueOf(Buffer.from(content).toString()) !== null

/** Each reference and its value: loose and packed ones. */
export function readReferences(files: StoredFiles): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const line of (textOf(files, 'packed-refs') ?? '').split('\n')) {
    const [, object, name] = /^([0-9a-f]{40,64}) (refs\/\S+)$/.exec(line) ?? []
    if (object !== undefined && name !== undefined && OBJECT_NAME.test(object)) found.set(name, object)
  }
  for (const path of files.keys()) {
    if (!path.startsWith('refs/')) continue
    const value = valueOf(textOf(files, path) ?? '')
    if (value !== null) found.set(path, value)
  }
  return found
}

/** What became of references. */
export interface ReferenceChanges {
  /** Files that git would not have removed or spoilt, to be put back as they were. */
  readonly spoilt: readonly string[]
  /** References that git itself removed, with their values. */
  readonly deleted: readonly (readonly [name: string, value: string])[]
  /** References with a new value; their objects are checked later. */
  readonly moved: readonly (readonly [name: string, value: string])[]
}

/**
 * Tells git's own changes of references from others: git removes the log of a reference with it, never the list of
 * packed ones, and never the folders.
 *
 * @param folders the present folders of the repository
 */
export function compareReferences(
  before: StoredFiles,
  now: StoredFiles,
  folders: ReadonlySet<string>,
): ReferenceChanges {
  const spoilt = new Set<string>()
  const isHeaded = (files: StoredFiles): boolean => (textOf(files, 'packed-refs') ?? '').startsWith('# pack-refs')
  if (before.has('packed-refs') && (!now.has('packed-refs') || (isHeaded(before) && !isHeaded(now))))
    spoilt.add('packed-refs')
  const logsGone = before.has('logs/HEAD') && !now.has('logs/HEAD')
  const whole = new Map(now)
  if (spoilt.has('packed-refs')) whole.set('packed-refs', before.get('packed-refs') ?? null)
  const [then, after] = [readReferences(before), readReferences(whole)]
  const packedThen = readReferences(new Map([['packed-refs', before.get('packed-refs') ?? null]]))
  const deleted: [string, string][] = []
  const moved: [string, string][] = []
  for (const [name, value] of then) {
    const says = after.get(name)
    const isBroken = now.has(name) && valueOf(textOf(now, name) ?? '') === null
    // Git packs a reference before it removes its file; an older value in the list was there already.
    const isStale = before.has(name) && !whole.has(name) && says !== value && says === packedThen.get(name)
    if (says !== undefined && !isBroken && !isStale) {
      if (says !== value) moved.push([name, says])
      continue
    }
    const log = `logs/${name}`
    const byHand =
      isBroken ||
      isStale ||
      logsGone ||
      ['refs', 'refs/heads', 'refs/tags'].some((folder) => name.startsWith(`${folder}/`) && !folders.has(folder)) ||
      // Git removes the log with the reference, and no reference without it.
      (before.has(log) && now.has(log))
    if (byHand && (before.has(name) || isBroken)) spoilt.add(name)
    else if (byHand) spoilt.add('packed-refs')
    else if (OF_PEOPLE.test(name)) deleted.push([name, value])
  }
  for (const path of before.keys()) {
    if (!path.startsWith('logs/') || now.has(path)) continue
    const name = path.slice('logs/'.length)
    if (logsGone || name === 'HEAD' || after.has(name) || spoilt.has(name)) spoilt.add(path)
  }
  return { spoilt: [...spoilt], deleted, moved }
}
