import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One that was launched so long ago and serves nothing has ended: it could not start, or another one was about to end. */
export const LAUNCH_AGAIN_MS = 4000

const pathIn = (folder: string) => join(folder, 'launched')

/**
 * Notes that a host is about to be launched; false where another process did so a moment ago. Many clients at once must
 * start one host, and not one each. Where no note can be written, each may launch.
 */
export function noteLaunch(folder: string): boolean {
  const path = pathIn(folder)
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    // A clock that was set back must not block the launch.
    if (stat && Math.abs(Date.now() - stat.mtimeMs) < LAUNCH_AGAIN_MS) return false
    writeFileSync(path, String(process.pid), { mode: 0o600, flag: stat ? 'w' : 'wx' })
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EEXIST'
  }
}

/** To be called by a host that serves: where it ends, the next one is launched at once. */
export const forgetLaunch = (folder: string): void => rmSync(pathIn(folder), { force: true })
