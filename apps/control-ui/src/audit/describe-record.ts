import type { LogRecord } from './record-log.ts'

/** What a row of the time line says. */
export interface RecordSummary {
  /** `allow`, `exited`, …; empty where the type says it all. */
  readonly outcome: string
  readonly agent: string
  /** Who or what approved, refused or did it. */
  readonly by: string
  /** The command, the tool, the device: what it is about. */
  readonly what: string
}

const OUTCOMES = ['decision', 'outcome', 'exit', 'ok', 'kind'] as const
const SUBJECTS = ['command', 'text', 'tool', 'name', 'program', 'message', 'runId', 'device', 'node'] as const

/** Shortens a record to a row. Its data can hold anything: what is no text is left out. */
export function describeRecord({ data }: LogRecord): RecordSummary {
  const fields = data as Readonly<Record<string, unknown>>
  const approval = (fields['approval'] ?? {}) as Readonly<Record<string, unknown>>
  const outcome = OUTCOMES.map((key) => textOf(fields[key])).filter((text) => text !== '')
  return {
    outcome: [...new Set(outcome)].slice(0, 2).join(' → '),
    agent: textOf(fields['agent']),
    by: shortId(textOf(approval['by']) || textOf(fields['approvedBy']) || textOf(fields['by'])),
    what: shortId(SUBJECTS.map((key) => textOf(fields[key])).find((text) => text !== '') ?? ''),
  }
}

/** The id of a device, as it begins: all of it is in the details. */
const shortId = (text: string): string => text.replace(/^[0-9a-f]{64}$/, (id) => `device ${id.slice(0, 12)}`)

/** What leads from a record to others: its call, its run, its session, the request that was answered. */
export function linksOf({ data }: LogRecord) {
  const fields = data as Readonly<Record<string, unknown>>
  const approval = (fields['approval'] ?? {}) as Readonly<Record<string, unknown>>
  return {
    callId: textOf(fields['callId']),
    runId: textOf(fields['runId']),
    session: textOf(fields['session']),
    request: textOf(approval['requestId']),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
