import type { AuditRecord } from './record.ts'

/** Which records are wanted: those that fit all that is set. A record that lacks a member does not fit a filter for it. */
export interface AuditFilter {
  /** Types of records, such as `decision` and `run-end`; one of them fits. */
  readonly types?: readonly string[]
  /** Exactly the agent of the record. */
  readonly agent?: string
  /** What the rules said. */
  readonly decision?: 'allow' | 'ask' | 'deny'
  /** A part of who or what approved, refused or did it, in any case. */
  readonly approver?: string
  /** A part of the command, the tool, or a file or address that the call names, in any case. */
  readonly text?: string
}

/** True for a record that fits. The data of a record can be any JSON: nothing is assumed of it. */
export function matchesAuditFilter({ type, data }: AuditRecord, filter: AuditFilter): boolean {
  const { types, agent, decision, approver, text } = filter
  const fields = data as Readonly<Record<string, unknown>>
  return (
    (types === undefined || types.includes(type)) &&
    (agent === undefined || fields['agent'] === agent) &&
    (decision === undefined || fields['decision'] === decision) &&
    (approver === undefined || contains(approversOf(fields), approver)) &&
    (text === undefined || contains(calledOf(fields), text))
  )
}

function approversOf({ approval, approvedBy, by }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [member(approval, 'by'), approvedBy, by]
}

function calledOf({ command, tool, file, args, files, urls }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const line = [file, ...list(args)].filter((part) => typeof part === 'string').join(' ')
  return [command, tool, line, ...list(files).map((one) => member(one, 'path')), ...list(urls)]
}

function contains(texts: readonly unknown[], wanted: string): boolean {
  const part = wanted.toLowerCase()
  return texts.some((text) => typeof text === 'string' && text.toLowerCase().includes(part))
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined
