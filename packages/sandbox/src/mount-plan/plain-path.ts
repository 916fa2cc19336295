import { isAbsolute, normalize } from 'node:path'

/** Absolute, normal, and without a NUL byte, which no path can hold. */
export function isPlainAbsolute(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0') && (normalize(path) === path || normalize(path) === `${path}/`)
}

/** Without a slash at its end, save for the root. */
export function withoutTrailingSlash(path: string): string {
  const end = path.replace(/\/+$/, '')
  return end === '' ? '/' : end
}
