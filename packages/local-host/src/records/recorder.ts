import { join } from 'node:path'
import type { RunStartData } from '@poundlock/audit'
import type { AuditLog } from '@poundlock/audit/node'
import type { WriteRecord } from '@poundlock/runtime'
import { makeStateFolder } from '../state/state-folder.ts'
import type { OpenRuns } from './open-runs.ts'

interface OpenRecorder {
  readonly log: AuditLog
  readonly runs: OpenRuns
}

/**
 * Writes records. The log is opened at the first one: what only looks leaves nothing behind, and starts faster. What
 * killed predecessors left open is settled then.
 */
export function createRecorder(state: string, auditDirectory: string): WriteRecord {
  let opened: Promise<OpenRecorder> | undefined
  const open = async (): Promise<OpenRecorder> => {
    makeStateFolder(state)
    const [{ openAuditLog }, { createOpenRuns }] = await Promise.all([
      import('@poundlock/audit/node'),
      import('./open-runs.ts'),
    ])
    const log = await openAuditLog(auditDirectory)
    const runs = createOpenRuns(join(state, 'running'))
    await runs.settle(log)
    return { log, runs }
  }
  return async (type, data) => {
    const { log, runs } = await (opened ??= open())
    const { runId, callId } = data as Partial<RunStartData>
    if ((type === 'run-start' || type === 'tool-start') && runId !== undefined && callId !== undefined)
      runs.begin(runId, callId)
    await log.append(type, data)
    if ((type === 'run-end' || type === 'tool-end') && runId !== undefined) runs.end(runId)
  }
}
