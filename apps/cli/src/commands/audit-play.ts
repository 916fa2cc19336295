import { join } from 'node:path'
import type { RecordingData } from '@poundlock/audit'
import { readAuditTail } from '@poundlock/audit/node'
import { readRecording, stateFolder } from '@poundlock/local-host'
import { PoundlockError, visibleText } from '@poundlock/spec'
import { EXIT } from '../exit-code.ts'
import { paint } from '../output/print.ts'
import { TerminalText } from '../output/terminal-text.ts'
import { writeOutput } from '../output/write-output.ts'
import { UsageError } from '../usage-error.ts'

export interface PlayFlags {
  readonly speed: string
  readonly idle: string
}

type CastEvent = readonly [interval: number, code: string, data: string]

/** `poundlock audit play`: what a command printed, at the pace at which it did where a person watches. */
export async function playRecording(id: string, flags: PlayFlags): Promise<void> {
  const speed = positive('speed', flags.speed)
  const idle = positive('idle', flags.idle)
  const recorded = await findRecording(id)
  const [header, ...events] = readCast(recorded)
  const say = (text: string) => process.stderr.write(`${paint(process.stderr).dim(`poundlock: ${text}`)}\n`)
  const { command = '', timestamp = 0 } = header as { readonly command?: string; readonly timestamp?: number }
  say(`${visibleText(command)}, ${new Date(timestamp * 1000).toISOString()}`)
  const safe = process.stdout.isTTY ? new TerminalText() : null
  for (const [interval, code, data] of events as unknown as readonly CastEvent[]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as it was
    if (safe) await passed((Math.min(interval, idle) / speed) * 1000)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as it was
    if (code === 'o')
      await writeOutput(process.stdout, safe ? safe.next(Buffer.from(data)) : data.replaceAll('\r\n', '\n'))
    else if (code === 'm') say(visibleText(data))
    else if (code === 'x') say(`ended with ${visibleText(data)}`)
  }
  if (recorded.truncated) say('not all of the output was recorded')
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new UsageError(`--${name} ${JSON.stringify(text)} is no positive number`, {
    remedy: `For example: --${name} 2.`,
  })
}

/** The record of a recording, by the id of its run or its call, or the beginning of one. @throws UsageError */
async function findRecording(id: string): Promise<RecordingData> {
  const found = new Map<string, RecordingData>()
  for await (const { record } of readAuditTail(join(stateFolder(), 'audit'), Number.MAX_SAFE_INTEGER)) {
    if (record?.type !== 'recording') continue
    const data = record.data as RecordingData
    if ([data.runId, data.callId].some((one) => one.startsWith(id))) found.set(data.runId, data)
  }
  const [only] = found.values()
  if (found.size === 1) return only!
  if (found.size === 0)
    throw new UsageError(`no recording has the id ${JSON.stringify(visibleText(id))}`, {
      remedy: 'Record with: poundlock exec --record.',
    })
  throw new UsageError(`${found.size} recordings have an id that begins with ${JSON.stringify(visibleText(id))}`, {
    remedy: `For example ${[...found.keys()].slice(0, 3).join(', ')}.`,
  })
}

/** @throws PoundlockError `RECORDING` where the file is gone, or is not the one that was recorded */
function readCast(recorded: RecordingData): readonly unknown[] {
  const read = readRecording(stateFolder(), recorded)
  if (read.kind === 'gone')
    throw unplayable(`${read.file} is gone`, 'The oldest recordings are removed where there are too many.')
  if (read.kind === 'changed') {
    throw unplayable(
      `${read.file} is not what was recorded: its hash is another one`,
      'Verify the log: poundlock audit verify.',
    )
  }
  return read.lines.map((line) => JSON.parse(line) as unknown)
}

const unplayable = (message: string, remedy: string) =>
  new PoundlockError(message, { code: 'RECORDING', remedy, details: { exitCode: EXIT.internal } })

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
