import type { Stats } from 'node:fs'
import { ownershipProblem } from '@poundlock/state-files/node'
import { AuditError } from '../audit-error.ts'

/**
 * @param user who may have written there; `undefined` where the system has no such users
 * @throws AuditError `AUDIT_UNTRUSTED` where somebody else could have written what is there
 */
export function checkTrust(path: string, stats: Stats, kind: 'folder' | 'file', user = process.geteuid?.()): void {
  const problem =
    ownershipProblem(path, stats, kind, 'own', { user }) ??
    (kind === 'file' && stats.nlink !== 1
      ? { problem: 'has a second name', remedy: 'Find the other hard link and remove it.' }
      : null)
  if (problem === null) return
  throw new AuditError(`The audit ${kind} ${path} ${problem.problem}.`, {
    code: 'AUDIT_UNTRUSTED',
    remedy: problem.remedy,
    details: { path, mode: (stats.mode & 0o7777).toString(8), owner: stats.uid },
  })
}
