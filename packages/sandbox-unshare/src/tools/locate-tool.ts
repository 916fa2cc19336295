import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'

/** Folders that only the system's administrator can write to. The caller's PATH is never asked. */
export const trustedToolFolders: readonly string[] = [
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/run/current-system/sw/bin',
]

const writableByOthers = 0o022

/**
 * The absolute path of a program, or why there is none. One that others than root could have written is not used.
 */
export function locateTool(
  name: string,
  folders: readonly string[],
): { readonly path: string } | { readonly reason: string } {
  for (const folder of folders) {
    const path = join(folder, name)
    const stats = statSync(path, { throwIfNoEntry: false })
    if (stats === undefined || !stats.isFile()) continue
    try {
      accessSync(path, constants.X_OK)
    } catch {
      continue
    }
    if (stats.uid !== 0 || (stats.mode & writableByOthers) !== 0) {
      return { reason: `${path} is not used: it must belong to root and be writable by root alone.` }
    }
    return { path }
  }
  return {
    reason:
      `The program "${name}" was not found in ${folders.join(', ')}. Install the package util-linux ` +
      `(Debian, Ubuntu: apt-get install util-linux; Fedora: dnf install util-linux; Alpine: apk add util-linux-misc).`,
  }
}
