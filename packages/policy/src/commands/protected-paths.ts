import { PROTECTED_PATHS } from '@poundlock/spec/vocabulary'

/** The protected places by the first folder or file of each. */
const PLACES: ReadonlyMap<string, readonly { readonly within: string; readonly reason: string }[]> = Map.groupBy(
  PROTECTED_PATHS.map(({ path, reason }) => ({ within: `/${path.toLowerCase()}/`, reason })),
  ({ within }) => within.slice(1, within.indexOf('/', 1)),
)

/** Folds `.` and `..` away; absolute in, absolute out. */
export function normalisePath(path: string): string {
  // Most paths are normal already.
  if (path.startsWith('/') && !/\/(?:\/|\.\.?(?:\/|$)|$)/.test(path)) return path
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** True when `path` is `folder` or below it. Both absolute and normalised. */
export function isWithin(path: string, folder: string): boolean {
  if (!path.startsWith(folder)) return false
  return path.length === folder.length || path[folder.length] === '/' || folder === '/'
}

/**
 * Why a file in the workspace is protected, or `null`. The built-in places count at any depth, since a workspace holds
 * repositories and packages of its own, and all of `.git` does: no redirection has to write there.
 *
 * @param folded the path, normalised and folded
 * @param extra further places, relative to the workspace
 */
export function protectedPlace(folded: string, workspace: string, extra: readonly string[]): string | null {
  if (extra.some((place) => isWithin(folded, foldName(normalisePath(`${workspace}/${place}`))))) {
    return 'the policy names it'
  }
  const below = `${folded.slice(foldName(workspace === '/' ? '' : workspace).length)}/`
  for (let at = 0, next = below.indexOf('/', 1); next > 0; at = next, next = below.indexOf('/', at + 1)) {
    const found = PLACES.get(below.slice(at + 1, next))?.find(({ within }) => below.startsWith(within, at))
    if (found) return found.reason
  }
  // The second is the short name that NTFS gives to the first.
  return /\/(?:\.git|git~1)\//.test(below) ? 'the internals of git' : null
}

/**
 * Why a folder must not be deleted although it is in the workspace: what is protected lies in it. The workspace itself
 * holds the internals of git.
 *
 * @param folded the path, normalised and folded; `.*` as its last name stands for all that is hidden in the folder, `*` for all
 * that is not
 */
export function holdsProtected(folded: string, workspace: string): string | null {
  const root = foldName(workspace === '/' ? '' : workspace)
  if (folded.length <= root.length) return 'the internals of git lie in it'
  const last = folded.slice(folded.lastIndexOf('/') + 1)
  if (last === '*' && folded.length === root.length + 2) return 'all that lies in the workspace'
  if (last === '.*') return 'what is hidden there may be the internals of git'
  const found = PLACES.get(last)
  return found ? `in it, ${found[0]!.reason}` : null
}

/**
 * One spelling for names that some file system takes for the same: case is folded (APFS, NTFS), characters that HFS+
 * ignores are left out (CVE-2014-9390), and so are the blanks and dots that NTFS drops at the end of a name.
 */
export function foldName(path: string): string {
  // Nothing to fold.
  if (!/[^\x21-\x7e]|[A-Z]|\.(?:\/|$)/.test(path)) return path
  if (!/[^\x21-\x7e]|\.(?:\/|$)/.test(path)) return path.toLowerCase()
  return path.split('/').map(foldSegment).join('/')
}

/** What folds to no name at all, or to several, must not make another path of it: `...` is a folder on most systems. */
function foldSegment(name: string): string {
  const folded = name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
  let end = folded.length
  while (end > 0 && (folded[end - 1] === '.' || folded[end - 1] === ' ')) end--
  return end === 0 ? name : folded.slice(0, end).replaceAll('/', '\uFF0F')
}
