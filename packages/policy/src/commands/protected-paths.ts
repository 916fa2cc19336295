import { PROTECTED_PATHS } from '@poundlock/spec/vocabulary'

const PLACES = PROTECTED_PATHS.map(({ path, reason }) => ({ within: `/${path.toLowerCase()}/`, reason }))

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
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}

/**
 * Why a file in the workspace is protected, or `null`. The built-in places count at any depth, since a workspace holds
 * repositories and packages of its own, and all of `.git` does: no redirection has to write there.
 *
 * @param extra further places, relative to the workspace
 */
export function protectedPlace(path: string, workspace: string, extra: readonly string[]): string | null {
  const folded = foldName(path)
  const named = extra.find((place) => isWithin(folded, foldName(normalisePath(`${workspace}/${place}`))))
  if (named !== undefined) return 'the policy names it'
  const below = `${folded.slice(foldName(workspace === '/' ? '' : workspace).length)}/`
  const found = PLACES.find(({ within }) => below.includes(within))
  return found?.reason ?? (below.includes('/.git/') ? 'the internals of git' : null)
}

/**
 * One spelling for names that some file system takes for the same: case is folded (APFS, NTFS), characters that HFS+
 * ignores are left out (CVE-2014-9390), and so are the blanks and dots that NTFS drops at the end of a name.
 */
export function foldName(path: string): string {
  // Nothing to fold.
  if (!/[^\x21-\x7e]|[A-Z]|\.(?:\/|$)/.test(path)) return path
  return path
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .split('/')
    .map((name) => {
      let end = name.length
      while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--
      return name.slice(0, end)
    })
    .join('/')
}
