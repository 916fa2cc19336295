import { join } from 'node:path'
import type { RunStartData } from '@poundlock/audit'
import type { WriteRecord } from '@poundlock/runtime'
import { makeStateFolder } from '../state/state-folder.ts'
import type { OpenRuns } from './open-runs.ts'
import { joinLog, type SharedLog } from './shared-log.ts'

interface OpenRecorder {
  readonly log: SharedLog
  readonly runs: OpenRuns
}

/** Writes records, until it is closed. */
export interface Recorder extends WriteRecord {
  /** Leaves the log after what is being written; a later record opens it again. */
  close(): Promise<void>
}

/**
 * Writes records. The log is opened at the first one: what only looks leaves nothing behind, and starts faster. What
 * killed predecessors left open is settled then.
 */
export function createRecorder(state: string, auditDirectory: string): Recorder {
  let opened: Promise<OpenRecorder> | undefined
  const open = async (): Promise<OpenRecorder> => {
    makeStateFolder(state)
    const [log, { createOpenRuns }] = await Promise.all([joinLog(auditDirectory), import('./open-runs.ts')])
    const runs = createOpenRuns(join(state, 'running'))
    await runs.settle(log)
    return { log, runs }
  }
  const write: WriteRecord = async (type, data) => {
    const { log, runs } = await (opened ??= open())
    const { runId } = data as Partial<RunStartData>
    if ((type === 'run-start' || type === 'tool-start') && runId !== undefined) runs.begin(runId)
    await log.append(type, data)
    if ((type === 'run-end' || type === 'tool-end') && runId !== undefined) runs.end(runId)
  }
  const close = async (): Promise<void> => {
    const last = opened
    opened = undefined
    const recorder = await last?.catch(() => undefined)
    await recorder?.runs.ended()
    await recorder?.log.leave()
  }
  return Object.assign(write, { close })
}
