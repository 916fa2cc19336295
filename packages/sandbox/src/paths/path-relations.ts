import { isAbsolute, normalize } from 'node:path'

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

/** Absolute, normal, and without a NUL byte, which no path can hold. */
export function isPlainAbsolute(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0') && (normalize(path) === path || normalize(path) === `${path}/`)
}

/** Without a slash at its end, save for the root. */
export function withoutTrailingSlash(path: string): string {
  const end = path.replace(/\/+$/, '')
  return end === '' ? '/' : end
}
