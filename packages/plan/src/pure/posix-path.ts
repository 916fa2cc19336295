/** What the planner needs of `node:path`, for paths of POSIX systems, without Node. */

export const isAbsolute = (path: string): boolean => path.startsWith('/')

export function normalize(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (!isAbsolute(path)) parts.push('..')
  }
  const end = path.endsWith('/') ? '/' : ''
  if (parts.length === 0) return isAbsolute(path) ? '/' : `.${end}`
  return `${isAbsolute(path) ? '/' : ''}${parts.join('/')}${end}`
}

export function join(...parts: readonly string[]): string {
  return normalize(parts.filter((part) => part !== '').join('/'))
}

/** One of the parts has to be absolute: there is no folder that this runs in. */
export function resolve(...parts: readonly string[]): string {
  const from = parts.findLastIndex(isAbsolute)
  const path = normalize(`/${parts.slice(Math.max(from, 0)).join('/')}`)
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

export function dirname(path: string): string {
  // Up to the slash before the last name; of several slashes there, the others stay.
  const end = /\/[^/]+\/*$/.exec(path)?.index ?? -1
  if (end <= 0) return isAbsolute(path) ? '/' : '.'
  return path.slice(0, end) === '/' ? '//' : path.slice(0, end)
}

export function basename(path: string): string {
  const trimmed = path.replace(/\/+$/, '')
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}
