import { join } from 'node:path'
import { matchesAuditFilter, type AuditFilter, type AuditRecord } from '@poundlock/audit'
import {
  readAuditBackwards,
  readAuditTail,
  verifyAuditLog,
  type LogVerification,
  type TailEntry,
} from '@poundlock/audit/node'
import { stateFolder } from '@poundlock/local-host'
import type { AuditOrigin, AuditRecordView, ResultOf } from '@poundlock/protocol'
import { visibleText } from '@poundlock/spec'
import { EXIT } from '../exit-code.ts'
import { namedGateway, type GatewayChoice } from '../gateway/choose-gateway.ts'
import { withGateway } from '../gateway/with-gateway.ts'
import { paint, printJson, printLine } from '../output/print.ts'
import { withSpinner } from '../output/spinner.ts'
import { UsageError } from '../usage-error.ts'

const directory = () => join(stateFolder(), 'audit')
/** Of `audit.tail`. */
const MOST_OF_PAGE = 1000

export interface TailFlags extends GatewayChoice {
  readonly lines: string
  readonly follow?: boolean
  readonly json?: boolean
  readonly node?: string
  readonly type?: readonly string[]
  readonly agent?: string
  readonly decision?: string
  readonly approver?: string
  readonly text?: string
}

/** `poundlock audit tail`: the last records that fit, oldest first. */
export async function tailAudit(flags: TailFlags): Promise<void> {
  const count = Number(flags.lines)
  if (!Number.isInteger(count) || count < 1) {
    throw new UsageError(`--lines ${JSON.stringify(flags.lines)} is not a count`, {
      remedy: 'For example: --lines 20.',
    })
  }
  const filter = filterOf(flags)
  if (flags.gateway === undefined && flags.node === undefined) return tailHere(count, filter, flags)
  if (flags.follow) {
    throw new UsageError('--follow is for the log of this machine', {
      remedy: 'Leave out --gateway and --node, or --follow.',
    })
  }
  for (const record of await remoteTail(count, filter, flags)) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await (flags.json ? printJson(record) : printLine(readable(record)))
  }
}

const DECISIONS = ['allow', 'ask', 'deny'] as const

function filterOf({ type, agent, decision, approver, text }: TailFlags): AuditFilter {
  const known = DECISIONS.find((one) => one === decision)
  if (decision !== undefined && !known) {
    throw new UsageError(`--decision ${JSON.stringify(decision)} is none`, {
      remedy: `It takes ${DECISIONS.join(', ')}.`,
    })
  }
  return {
    ...(type && { types: type }),
    ...(agent !== undefined && { agent }),
    ...(known && { decision: known }),
    ...(approver !== undefined && { approver }),
    ...(text !== undefined && { text }),
  }
}

async function tailHere(count: number, filter: AuditFilter, { follow, json }: TailFlags): Promise<void> {
  const print = async ({ record, segment }: TailEntry) => {
    if (json) await printJson(record ?? { error: { code: 'BAD_LINE', message: `a line of ${segment} is no record` } })
    else await printLine(record ? readable(record) : `a line of ${segment} is no record; see poundlock audit verify`)
  }
  // A broken line is shown where all are.
  const isAll = Object.keys(filter).length === 0
  const fits = ({ record }: TailEntry) => (record ? matchesAuditFilter(record, filter) : isAll)
  if (follow) {
    for await (const entry of readAuditTail(directory(), count, { follow })) if (fits(entry)) await print(entry)
    return
  }
  const found: TailEntry[] = []
  for await (const entry of readAuditBackwards(directory())) {
    if (fits(entry)) found.push(entry)
    if (found.length >= count) break
  }
  if (found.length === 0 && !json) await printLine(isAll ? 'nothing is recorded yet' : 'no record fits')
  for (const entry of found.toReversed()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await print(entry)
  }
}

/** A page after the other, until there are enough. */
function remoteTail(count: number, { types, ...filter }: AuditFilter, flags: TailFlags): Promise<AuditRecordView[]> {
  const { node } = flags
  return withGateway(async (gateway) => {
    let records: AuditRecordView[] = []
    let before: number | undefined
    do {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const page = await gateway.request('audit.tail', {
        ...filter,
        ...(types && { types: [...types] }),
        ...(node !== undefined && { node }),
        ...(before !== undefined && { before }),
        limit: Math.min(MOST_OF_PAGE, count - records.length),
      })
      records = [...page.records, ...records]
      before = page.next
    } while (before !== undefined && records.length < count)
    return records
  }, flags)
}

/** A node can write into its records what it likes: all of it is made visible. */
function readable({ seq, time, type, data, omitted }: AuditRecord & { readonly omitted?: true }): string {
  const { dim, decisions } = paint()
  const fields = data as Record<string, unknown>
  const text = (key: string) => (typeof fields[key] === 'string' ? visibleText(fields[key]) : '')
  const head = dim(`${String(seq).padStart(6)} ${visibleText(time)}`)
  if (omitted) return `${head} ${visibleText(type)} ${dim('too large to be shown here')}`
  switch (type) {
    case 'decision': {
      const decision = DECISIONS.find((one) => one === fields['decision'])
      const { by } = (fields['approval'] ?? {}) as { readonly by?: unknown }
      const shown = decision ? decisions[decision](decision) : text('decision')
      const approver = visibleText(typeof by === 'string' ? by : '')
      return `${head} ${shown} ${text('command') || called(fields)} ${dim(`${text('outcome')} by ${approver}`)}`
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
      return `${head} ${visibleText(type)} ${visibleText(JSON.stringify(data))}`
  }
}

/** A tool that is not a command, with the files and addresses that it was to touch. */
function called({ tool, files, urls }: Record<string, unknown>): string {
  const named = [
    ...(Array.isArray(files) ? files.map((file: { path?: unknown } | null) => file?.path) : []),
    ...(Array.isArray(urls) ? urls : []),
  ]
  return visibleText([tool, ...named].filter((part) => typeof part === 'string').join(' '))
}

export interface VerifyFlags extends GatewayChoice {
  readonly head?: string
  readonly all?: boolean
  readonly json?: boolean
}

/** `poundlock audit verify`: exit code 0 when every chain is whole, 70 when one is not. */
export async function verifyAudit(flags: VerifyFlags): Promise<void> {
  const { head, all, json, gateway } = flags
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head)) {
    throw new UsageError(`--head ${JSON.stringify(head)} is not a hash`, {
      remedy: 'Give 64 hexadecimal digits, in lower case.',
    })
  }
  // A gateway elsewhere verifies its own log where that is.
  const isHere = gateway === undefined && (!all || namedGateway(flags) === null)
  const wanted = head === undefined ? {} : { head }
  const own = isHere
    ? await withSpinner('verifying the record', flags, () => verifyAuditLog(directory(), wanted))
    : await withGateway((connected) => connected.request('audit.verify', wanted), flags)
  const origins = all ? (await withGateway((connected) => connected.request('audit.origins', {}), flags)).origins : []
  if (json) await printJson(all ? { ...own, origins } : own)
  else {
    await printOwn(own)
    for (const origin of origins) await printOrigin(origin)
  }
  process.exitCode = own.ok && origins.every(({ ok }) => ok) ? EXIT.done : EXIT.internal
}

/** Of this machine, or of the gateway. */
type OwnVerification = ResultOf<'audit.verify'> | LogVerification

async function printOwn({ ok, records, head, problems }: OwnVerification): Promise<void> {
  const { good, bad } = paint()
  for (const problem of problems) {
    await printLine(`${bad('problem')} ${positionOf(problem)}${visibleText(problem.message)}`)
  }
  await printLine(`${ok ? good('whole') : bad('broken')}: ${counted(records)}, head ${head.hash}`)
}

async function printOrigin({ origin, name, ok, records, head, problems }: AuditOrigin): Promise<void> {
  const { good, bad } = paint()
  const node = `node ${visibleText(name ?? 'removed')} (${origin.slice(0, 12)})`
  for (const { chain, seq, kind, message } of problems) {
    const where = `${chain > 1 ? `chain ${chain}, ` : ''}${seq === null ? '' : `record ${seq}`}`
    await printLine(`${bad(kind)} ${node}${where === '' ? '' : `, ${where}`}: ${visibleText(message)}`)
  }
  await printLine(`${ok ? good('whole') : bad('broken')}: ${node}: ${counted(records)}, head ${head.hash}`)
}

const counted = (records: number) => `${records} ${records === 1 ? 'record' : 'records'}`

/** Which record of which file a problem is about. */
function positionOf({ segment, line, seq }: OwnVerification['problems'][number]): string {
  const file = segment === undefined ? '' : `${visibleText(segment)}${line === 0 ? '' : `:${line}`}`
  const parts = [file, seq === null ? '' : `record ${seq}`].filter((part) => part !== '')
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}
