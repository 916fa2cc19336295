import type { AuditRecord, ChainHead } from '@poundlock/audit'
import { GatewayError } from '@poundlock/protocol'
import type { ChainCopy, ChainStore, StoredProblem } from './chain-store.ts'

export interface ChainLimits {
  /** Bytes of all records of one node. */
  readonly maxChainBytesPerNode: number
  /** Chains of one node. */
  readonly maxChainsPerNode: number
}

export const CHAIN_LIMITS: ChainLimits = { maxChainBytesPerNode: 1024 ** 3, maxChainsPerNode: 16 }

export interface IntakeParts {
  readonly store: ChainStore
  readonly now: () => number
  readonly limits: ChainLimits
  /** Told of each problem that is new; it is written to the audit log of the gateway. */
  readonly onProblem: (origin: string, problem: StoredProblem) => void
}

const EMPTY: ChainHead = { seq: 0, hash: '0'.repeat(64) }

/** A record that was read, and its line. */
export interface ShippedRecord {
  readonly record: AuditRecord
  readonly line: string
}

/**
 * Takes the records that nodes ship. Every record has to follow the one before it. Where it does not, both are kept: what
 * was shipped before stays, and what the node has now becomes another chain of it.
 */
export class ChainIntake {
  readonly #parts: IntakeParts

  constructor(parts: IntakeParts) {
    this.#parts = parts
  }

  /** @returns the first record that is wanted. @throws GatewayError `RECORD_FAILED`, `CONFLICT` */
  async announce(origin: string, head: ChainHead): Promise<number> {
    const { store, now } = this.#parts
    const known = store.chains(origin).at(-1)
    const before = known ?? first(origin)
    const problem = known === undefined ? null : this.#headProblem(before, head)
    const chain = problem === null ? before : this.#next(before, problem)
    // That nothing is new need not survive a power failure: thousands of nodes say so when a gateway is back.
    const isSame = chain === known && head.seq === known.announced.seq && head.hash === known.announced.hash
    const announced = { ...chain, announced: head, announcedAt: now() }
    await store.write(() => store.putChain(announced), isSame ? 'process' : 'power')
    return store.firstMissing(chain)
  }

  /**
   * Stores records, in their order, until one does not fit.
   *
   * @returns the record that is wanted next: 1 where another chain begins
   * @throws GatewayError `CONFLICT` for records of another node, or too many; `RECORD_FAILED`
   */
  async accept(origin: string, shipped: readonly ShippedRecord[]): Promise<number> {
    const { store, limits, now } = this.#parts
    const chains = store.chains(origin)
    let copy = chains.at(-1) ?? first(origin)
    const room = limits.maxChainBytesPerNode - chains.reduce((sum, { bytes }) => sum + bytes, 0)
    const size = shipped.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0)
    if (size > room) {
      const message = `It has shipped more than ${limits.maxChainBytesPerNode} bytes of records.`
      throw await this.#refuse(copy, { chain: copy.chain, seq: 0, kind: 'quota', message })
    }
    let forked: StoredProblem | null = null
    let next = 0
    const links = new Map<number, { readonly hash: string; readonly prev: string }>()
    const fitting: ShippedRecord[] = []
    for (const { record, line } of shipped) {
      const known = links.get(record.seq) ?? store.link(copy, record.seq)
      next = record.seq + 1
      if (known?.hash === record.hash) continue
      const other = store.otherOrigin(origin, record.hash)
      if (other !== null) {
        const message = `Record ${record.seq} is one of the node ${other.slice(0, 12)}.`
        // oxlint-disable-next-line no-await-in-loop -- the end of it
        throw await this.#refuse(copy, { chain: copy.chain, seq: record.seq, kind: 'copied', message })
      }
      const linkOf = (seq: number) => links.get(seq) ?? store.link(copy, seq)
      if (known !== null || !fits(record, linkOf)) {
        const message = `Record ${record.seq} does not go on where the chain that was shipped before does.`
        forked = { chain: copy.chain, seq: record.seq, kind: 'forked', message }
        break
      }
      links.set(record.seq, record)
      fitting.push({ record, line })
    }
    const last = fitting.at(-1)?.record
    const bytes = copy.bytes + fitting.reduce((sum, { line }) => sum + Buffer.byteLength(line), 0)
    const announced = last && last.seq > copy.announced.seq ? { seq: last.seq, hash: last.hash } : copy.announced
    copy = { ...copy, bytes, announced, announcedAt: now() }
    await store.write(() => {
      store.putChain(copy)
      for (const { record, line } of fitting) store.putRecord(copy, record, line)
    })
    if (forked === null) return next
    const another = this.#next(copy, forked)
    await store.write(() => store.putChain({ ...another, announcedAt: now() }))
    return 1
  }

  #headProblem(copy: ChainCopy, head: ChainHead): StoredProblem | null {
    const { chain, announced } = copy
    const { last } = this.#parts.store.extent(copy)
    const known = Math.max(last, announced.seq)
    if (head.seq < known) {
      const message = `Its log ends with record ${head.seq}; it had ${known}.`
      return { chain, seq: head.seq, kind: 'truncated', message }
    }
    const stored = this.#parts.store.link(copy, head.seq)
    const isSame =
      stored === null ? head.seq > announced.seq || head.hash === announced.hash : stored.hash === head.hash
    if (isSame) return null
    return { chain, seq: head.seq, kind: 'forked', message: `Record ${head.seq} is another one than it was.` }
  }

  /** The chain after one that does not go on. @throws GatewayError `CONFLICT` */
  #next(copy: ChainCopy, problem: StoredProblem): ChainCopy {
    const { store, limits } = this.#parts
    this.#note(copy.origin, problem)
    if (store.chains(copy.origin).length >= limits.maxChainsPerNode) {
      throw new GatewayError('The audit log of the node was replaced too often; nothing more of it is taken.', {
        code: 'CONFLICT',
      })
    }
    return { ...first(copy.origin), chain: copy.chain + 1 }
  }

  async #refuse(copy: ChainCopy, problem: StoredProblem): Promise<GatewayError> {
    const { store } = this.#parts
    if (store.chains(copy.origin).length === 0) await store.write(() => store.putChain(copy))
    this.#note(copy.origin, problem)
    return new GatewayError(problem.message, { code: 'CONFLICT' })
  }

  #note(origin: string, problem: StoredProblem): void {
    const { store, onProblem } = this.#parts
    const isKnown = store
      .problems(origin)
      .some(({ chain, seq, kind }) => chain === problem.chain && seq === problem.seq && kind === problem.kind)
    if (isKnown) return
    void store.write(() => store.putProblem(origin, problem)).catch(() => undefined)
    onProblem(origin, problem)
  }
}

const first = (origin: string): ChainCopy => ({ origin, chain: 1, announced: EMPTY, announcedAt: 0, bytes: 0 })

/** Whether it follows the record before it, and is followed by the one behind it, as far as these are here. */
function fits(
  { seq, prev, hash }: AuditRecord,
  linkOf: (seq: number) => { readonly hash: string; readonly prev: string } | null,
): boolean {
  const before = seq === 1 ? EMPTY : linkOf(seq - 1)
  const behind = linkOf(seq + 1)
  return (before === null || before.hash === prev) && (behind === null || behind.prev === hash)
}
