/** True for `outer` itself and everything below it. Both absolute and without `..`. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || outer === '/' || path.startsWith(`${outer}/`)
}

/** The folders from `outer` (excluded) down to `path` (excluded). */
export function foldersBetween(outer: string, path: string): readonly string[] {
  const folders: string[] = []
  let end = outer === '/' ? 0 : outer.length
  for (;;) {
    end = path.indexOf('/', end + 1)
    if (end === -1) return folders
    folders.push(path.slice(0, end))
  }
}
