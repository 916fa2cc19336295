/** The folder that all matches of a pattern are in, as it was written, with the slash at its end. */
export function patternFolder(pattern: string): string {
  const fixed = pattern.slice(0, pattern.search(/[*?[{]/))
  return fixed.slice(0, fixed.lastIndexOf('/') + 1)
}

/** `**` can go through so many folders, where that is switched on. */
const MAX_DEPTH = 64

/**
 * Whether a name may be meant by a pattern of the shell, for each folder below the one that all matches are in. Never less
 * than what the pattern matches: of each name of it, only what stands before the first wildcard and behind the last.
 *
 * @param unusual whether the shell may be set to match more than it usually does: hidden names, through any number of folders
 */
export function patternNames(pattern: string, unusual: boolean): readonly ((name: string) => boolean)[] {
  const parts = pattern
    .slice(patternFolder(pattern).length)
    .replace(/(?<!\/)\/+$/, '')
    .split('/')
  const anything = () => true
  // What stands in braces can hold slashes.
  if (unusual || parts.some((part) => /[{(]/.test(part))) return Array<typeof anything>(MAX_DEPTH).fill(anything)
  return parts.map((part) => {
    if (part.includes('\\')) return anything
    const first = part.search(/[*?[]/)
    if (first < 0) return (name: string) => name === part
    const begin = part.slice(0, first)
    const end = part.includes('[') ? '' : part.slice(Math.max(part.lastIndexOf('*'), part.lastIndexOf('?')) + 1)
    const isHidden = begin.startsWith('.')
    return (name: string) => name.startsWith(begin) && name.endsWith(end) && (isHidden || !name.startsWith('.'))
  })
}
