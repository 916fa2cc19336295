import { join } from 'node:path'
import type { RecordingData } from '@poundlock/audit'
import { readAuditTail } from '@poundlock/audit/node'
import { readRecording } from '@poundlock/local-host'
import { GatewayError } from '@poundlock/protocol'
import type { Handlers } from '../dispatch/handler.ts'

/** Records that are looked at for a list; one recording is looked for in all of them. */
const RECORDS = 50_000
const NAME = /^run_[\w-]{1,96}$/
/** Characters of one answer. */
const MOST_CHARACTERS = 512 * 1024

interface FoundRecording extends RecordingData {
  readonly endedAt: number
}

/** The methods of what commands printed. */
export function recordingMethods(stateFolder: string): Handlers {
  const folder = join(stateFolder, 'audit')
  return {
    'recordings.list': async ({ limit = 100 }) => {
      const found = await recordingsOf(folder, RECORDS)
      const newest = found.slice(-limit).toReversed()
      return {
        recordings: newest.map(({ runId: run, callId, bytes, truncated, endedAt }) => ({
          run,
          callId,
          bytes,
          truncated,
          endedAt,
        })),
      }
    },
    'recordings.read': async ({ run, from = 0 }) => {
      const all = NAME.test(run) ? await recordingsOf(folder, Number.MAX_SAFE_INTEGER) : []
      const recorded = all.findLast(({ runId }) => runId === run)
      const read = recorded ? readRecording(stateFolder, recorded) : null
      if (recorded === undefined || read === null || read.kind === 'gone') throw missing()
      if (read.kind !== 'lines') throw changed()
      const { lines, next } = partOf(read.lines, from)
      return { lines, truncated: recorded.truncated, ...(next < read.lines.length && { next }) }
    },
  }
}

async function recordingsOf(folder: string, records: number): Promise<FoundRecording[]> {
  const found: FoundRecording[] = []
  for await (const { record } of readAuditTail(folder, records)) {
    if (record?.type === 'recording')
      found.push({ ...(record.data as RecordingData), endedAt: Date.parse(record.time) })
  }
  return found
}

/** Whole lines from one on; at least one, however long it is. */
function partOf(all: readonly string[], from: number): { lines: string[]; next: number } {
  let characters = 0
  let next = from
  while (next < all.length && (next === from || characters + all[next]!.length <= MOST_CHARACTERS)) {
    characters += all[next]!.length
    next++
  }
  return { lines: all.slice(from, next), next }
}

const missing = () =>
  new GatewayError('There is no such recording, or it was removed.', { code: 'NOT_FOUND', path: '/params/run' })

const changed = () =>
  new GatewayError('The recording is not what was recorded: its hash is another one.', {
    code: 'CONFLICT',
    path: '/params/run',
  })
