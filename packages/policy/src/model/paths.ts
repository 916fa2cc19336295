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

/** Where all that an effect deletes lies. Some names in a folder, as a pattern stands for, are `*`, `.*` and `*?` in it. */
export const deletedRoot = (path: string): string => path.replace(/\/(?:\*\??|\.\*)$/, '') || '/'

/**
 * The files of an effect as a person reads them: the pattern as it was written, and of names that are only known at run
 * time the folder and a star.
 */
export const shownFiles = ({ path, pattern }: { readonly path: string | null; readonly pattern?: string }) =>
  pattern ?? path?.replace(/\/\*\?$/, '/*') ?? null

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
