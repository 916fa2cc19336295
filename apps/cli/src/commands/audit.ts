import { join } from 'node:path'
import type { AuditProblem, AuditRecord } from '@poundlock/audit'
import { readAuditTail, verifyAuditLog } from '@poundlock/audit/node'
import { stateFolder } from '@poundlock/local-host'
import { visibleText } from '@poundlock/spec'
import { EXIT } from '../exit-code.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { UsageError } from '../usage-error.ts'

const directory = () => join(stateFolder(), 'audit')

export interface TailFlags {
  readonly lines: string
  readonly follow?: boolean
  readonly json?: boolean
}

/** `poundlock audit tail`: the last records, oldest first. */
export async function tailAudit(flags: TailFlags): Promise<void> {
  const count = Number(flags.lines)
  if (!Number.isInteger(count) || count < 1) {
    throw new UsageError(`--lines ${JSON.stringify(flags.lines)} is not a count`, 'For example: --lines 20.')
  }
  for await (const { record, segment } of readAuditTail(directory(), count, { follow: flags.follow === true })) {
    if (flags.json)
      await printJson(record ?? { error: { code: 'BAD_LINE', message: `a line of ${segment} is no record` } })
    else await printLine(record ? readable(record) : `a line of ${segment} is no record; see poundlock audit verify`)
  }
}

function readable({ seq, time, type, data }: AuditRecord): string {
  const { dim, decisions } = paint()
  const fields = data as Record<string, unknown>
  const text = (key: string) => (typeof fields[key] === 'string' ? visibleText(fields[key]) : '')
  const head = dim(`${String(seq).padStart(6)} ${time}`)
  switch (type) {
    case 'decision': {
      const decision = fields['decision'] as 'allow' | 'ask' | 'deny'
      const { by = '' } = (fields['approval'] ?? {}) as { by?: string }
      return `${head} ${decisions[decision]?.(decision) ?? decision} ${text('command') || called(fields)} ${dim(`${text('outcome')} by ${by}`)}`
    }
    case 'run-start':
      return `${head} start ${text('file')} ${dim(text('runId'))}`
    case 'run-end':
      return `${head} end   ${text('outcome')} ${typeof fields['exitCode'] === 'number' ? fields['exitCode'] : text('signal')} ${dim(text('runId'))}`
    case 'tool-start':
      return `${head} start ${text('tool')} ${dim(text('runId'))}`
    case 'tool-end':
      return `${head} end   ${text('outcome')} ${text('tool')} ${text('code')} ${dim(text('runId'))}`
    default:
      return `${head} ${type} ${visibleText(JSON.stringify(data))}`
  }
}

/** A tool that is not a command, with the files and addresses that it was to touch. */
function called({ tool, files, urls }: Record<string, unknown>): string {
  const named = [
    ...(Array.isArray(files) ? files.map((file: { path?: unknown }) => file.path) : []),
    ...(Array.isArray(urls) ? urls : []),
  ]
  return visibleText([tool, ...named].filter((part) => typeof part === 'string').join(' '))
}

/** `poundlock audit verify`: exit code 0 when the chain is whole, 70 when it is not. */
export async function verifyAudit(flags: { readonly head?: string; readonly json?: boolean }): Promise<void> {
  if (flags.head !== undefined && !/^[0-9a-f]{64}$/.test(flags.head)) {
    throw new UsageError(
      `--head ${JSON.stringify(flags.head)} is not a hash`,
      'Give 64 hexadecimal digits, in lower case.',
    )
  }
  const result = await verifyAuditLog(directory(), flags.head === undefined ? {} : { head: flags.head })
  if (flags.json) await printJson(result)
  else {
    const { good, bad } = paint()
    for (const problem of result.problems) {
      await printLine(`${bad('problem')} ${positionOf(problem)}${visibleText(problem.message)}`)
    }
    await printLine(
      `${result.ok ? good('whole') : bad('broken')}: ${result.records} ${result.records === 1 ? 'record' : 'records'}, head ${result.head.hash}`,
    )
  }
  process.exitCode = result.ok ? EXIT.done : EXIT.internal
}

/** Which record of which file a problem is about. */
function positionOf({ segment, line, seq }: AuditProblem): string {
  const file = segment === undefined ? '' : `${visibleText(segment)}${line === 0 ? '' : `:${line}`}`
  const parts = [file, seq === null ? '' : `record ${seq}`].filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}
