import { isWithin } from '@poundlock/spec'
import { readOrNull } from './host-facts.ts'

/**
 * The mounts that a process sees, a line each, as the kernel lists them; `null` where that cannot be read.
 *
 * Source: proc_pid_mountinfo(5).
 */
export function mountsOf(process: number | 'self'): string | null {
  return readOrNull(`/proc/${String(process)}/mountinfo`)
}

/** Where a line says that its mount is. */
const mountPointOf = (line: string): string => line.split(' ')[4] ?? ''

/** True when something is mounted at each of these paths. */
export function hasMountsAt(mounts: string, paths: readonly string[]): boolean {
  const mountPoints = new Set(mounts.split('\n').map(mountPointOf))
  return paths.every((path) => mountPoints.has(asListed(path)))
}

/** The lines of mounts that are at these paths or below. */
export function mountsWithin(mounts: string, paths: readonly string[]): string {
  const outer = paths.map(asListed)
  return mounts
    .split('\n')
    .filter((line) => outer.some((path) => isWithin(mountPointOf(line), path)))
    .join('\n')
}

/** As the list writes paths, read byte by byte. Source: `show_mountinfo` in Linux `fs/proc_namespace.c`. */
function asListed(path: string): string {
  const escaped = path.replaceAll(/[ \t\n\\]/g, (one) => `\\${one.charCodeAt(0).toString(8).padStart(3, '0')}`)
  return Buffer.from(escaped).toString('latin1')
}
