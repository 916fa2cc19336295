/** True for `outer` itself and everything below it. Both absolute and without `..`. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(outer === '/' ? outer : `${outer}/`)
}
