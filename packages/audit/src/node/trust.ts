import type { Stats } from 'node:fs'
import { AuditError } from '../audit-error.ts'

const WRITABLE_BY_OTHERS = 0o022

/**
 * @param user who may have written there; `undefined` where the system has no such users
 * @throws AuditError `AUDIT_UNTRUSTED` where somebody else could have written what is there
 */
export function checkTrust(path: string, stats: Stats, kind: 'folder' | 'file', user = process.geteuid?.()): void {
  const distrust = (what: string, remedy: string): AuditError =>
    new AuditError(`The audit ${kind} ${path} ${what}.`, {
      code: 'AUDIT_UNTRUSTED',
      remedy,
      details: { path, mode: (stats.mode & 0o7777).toString(8), owner: stats.uid },
    })
  if (stats.isSymbolicLink()) throw distrust('is a symbolic link', 'Remove the link; see where it leads first.')
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) {
    throw distrust(`is no ${kind === 'folder' ? 'folder' : 'regular file'}`, 'Move it away.')
  }
  if (user !== undefined && stats.uid !== user) {
    throw distrust(`belongs to user ${stats.uid}, not to ${user}`, 'Run as its owner, or keep a log of your own.')
  }
  // Windows has no such bits.
  if (user !== undefined && (stats.mode & WRITABLE_BY_OTHERS) !== 0) {
    throw distrust('can be written by others', `Take that away: chmod go-w ${path}`)
  }
  if (kind === 'file' && stats.nlink !== 1) {
    throw distrust('has a second name', 'Find the other hard link and remove it.')
  }
}
