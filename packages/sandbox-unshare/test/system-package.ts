import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

/** The absolute path of a program of the system, or `null`. */
export function findProgram(name: string): string | null {
  for (const folder of ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']) {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      continue
    }
  }
  return null
}

/** True when a test must be skipped for want of a program. In CI nothing is skipped: the test runs, and fails. */
export function needs(name: string | null): boolean {
  return name !== null && findProgram(name) === null && process.env['CI'] === undefined
}
