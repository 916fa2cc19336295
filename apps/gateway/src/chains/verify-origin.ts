import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { verifyChain, type AuditLine, type Verification } from '@poundlock/audit'
import { readAuditLine } from '@poundlock/audit/node'
import type { AuditOrigin } from '@poundlock/protocol'
import type { ChainCopy, ChainStore } from './chain-store.ts'

type Problem = AuditOrigin['problems'][number]

/** A run that a node has told the end of. */
export interface ReportedRun {
  readonly run: string
  /** What its record in the node's log is found by. */
  readonly record: string
  readonly endedAt: number
}

export interface OriginFacts {
  readonly origin: string
  readonly name?: string
  readonly reportedRuns: readonly ReportedRun[]
}

const MOST_PROBLEMS = 1000
/** A node's clock may be off by two minutes, and its records are on their way for a moment. */
const SETTLED_MS = 150_000
/** Runs that are looked for before the gateway does what else there is to do. */
const LOOKS_AT_ONCE = 500

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Verifies the copies of one node's chains, and compares them with what the node has said. */
export async function verifyOrigin(
  store: ChainStore,
  { origin, name, reportedRuns }: OriginFacts,
): Promise<AuditOrigin> {
  const copies = store.chains(origin)
  const problems: Problem[] = store.problems(origin).map((problem) => ({ ...problem }))
  let records = 0
  let head = { seq: 0, hash: '0'.repeat(64) }
  for (const copy of copies) {
    // oxlint-disable-next-line no-await-in-loop -- one chain after the other
    const found = await verifyChain(auditLines(store, copy), { hash: sha256 })
    records += found.records
    head = found.head
    problems.push(...chainProblems(copy, found), ...(copy === copies.at(-1) ? missingEnd(copy, found) : []))
  }
  const last = copies.at(-1)
  problems.push(...(await unrecorded(store, origin, reportedRuns, last?.announcedAt ?? 0)))
  if (last === undefined) problems.push({ chain: 0, seq: null, kind: 'silent', message: 'It has shipped no records.' })
  return {
    origin,
    ...(name !== undefined && { name }),
    ok: problems.length === 0,
    chains: copies.length,
    records,
    head,
    ...(last && { announced: last.announced, announcedAt: last.announcedAt }),
    problems: problems.slice(0, MOST_PROBLEMS),
  }
}

/** A line that a crash tore stays on the node; the record of its recovery says how long it was, and its hash. */
async function* auditLines(store: ChainStore, copy: ChainCopy): AsyncGenerator<AuditLine, void, undefined> {
  let number = 0
  for await (const text of store.lines(copy)) {
    const record = readAuditLine(text)
    const { bytes, hash } = (record?.type === 'recovery' ? record.data : {}) as { bytes?: number; hash?: string }
    if (bytes !== undefined && hash !== undefined) {
      yield { text: null, bytes, digest: () => hash, complete: true, number: ++number }
    }
    yield { text, bytes: Buffer.byteLength(text), digest: () => sha256(text), complete: true, number: ++number }
  }
}

const chainProblems = ({ chain }: ChainCopy, { problems }: Verification): readonly Problem[] =>
  problems.map(({ seq, kind, message }) => ({ chain, seq, kind: kind === 'removed' ? 'missing' : kind, message }))

function missingEnd({ chain, announced }: ChainCopy, { head }: Verification): readonly Problem[] {
  if (announced.seq <= head.seq) return []
  const message = `Records ${head.seq + 1} to ${announced.seq} were announced and have not come.`
  return [{ chain, seq: head.seq + 1, kind: 'missing', message }]
}

/** Runs whose end was told, and whose start is in none of the node's chains although these came later. */
async function unrecorded(
  store: ChainStore,
  origin: string,
  runs: readonly ReportedRun[],
  announcedAt: number,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const [index, { run, record, endedAt }] of runs.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- others have their turn between
    if (index % LOOKS_AT_ONCE === LOOKS_AT_ONCE - 1) await setImmediate()
    if (endedAt + SETTLED_MS > announcedAt || store.hasRun(origin, record)) continue
    problems.push({
      chain: 0,
      seq: null,
      kind: 'unrecorded',
      message: `The start of ${run} is in none of its records.`,
    })
  }
  return problems
}
