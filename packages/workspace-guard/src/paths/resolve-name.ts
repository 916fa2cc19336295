import { lstatSync, readlinkSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** As many links as the kernel follows. Source: path_resolution(7). */
const MOST_LINKS = 40

/**
 * The path that a name stands for, all links followed, also of what is not there yet: a write to the name makes that.
 * `null` for links that lead in circles, and where something cannot be looked at.
 *
 * @param name absolute, without `..`
 */
export function resolveName(name: string): string | null {
  let left = name.split('/').filter((part) => part !== '')
  let path = ''
  let links = 0
  while (left.length > 0) {
    const [part, ...rest] = left
    const next = `${path}/${part!}`
    const target = linkAt(next)
    if (target === undefined) return null
    left = rest
    if (target === null) path = next
    else {
      if ((links += 1) > MOST_LINKS) return null
      left = [...resolve(dirname(next), target).split('/'), ...rest].filter((one) => one !== '')
      path = ''
    }
  }
  return path === '' ? '/' : path
}

/** What the link at a path says; `null` where there is none, `undefined` where that cannot be told. */
function linkAt(path: string): string | null | undefined {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isSymbolicLink() === true ? readlinkSync(path) : null
  } catch {
    return undefined
  }
}
