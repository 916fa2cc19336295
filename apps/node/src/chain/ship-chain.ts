import { setTimeout as delay } from 'node:timers/promises'
import type { ChainHead } from '@poundlock/audit'
import { readAuditTail } from '@poundlock/audit/node'
import { MOST_SHIPPED_LINES, type ParamsOf, type ResultOf } from '@poundlock/protocol'

type ShipMethod = 'audit.head' | 'audit.records'

export interface ShipParts {
  /** The folder of the audit log. */
  readonly folder: string
  /** Asks the gateway; rejects where the connection is lost. */
  readonly request: <Name extends ShipMethod>(method: Name, params: ParamsOf<Name>) => Promise<ResultOf<Name>>
  readonly log: (event: string, fields?: Readonly<Record<string, unknown>>) => void
}

/** Characters of one request; a line that is longer goes alone. */
const MOST_AT_ONCE = 512 * 1024
/** A longer one fits no frame: the gateway misses it, and says so. */
const MOST_LINE = 1024 * 1024
/** How often the head is sent again, so that the gateway finds records that it lacks. */
const ANNOUNCE_MS = 60_000
/** A command makes several records: sent one by one, each is a durable write that holds the gateway up. */
const GATHER_MS = 200
/** More lines than there are records: some may be torn. */
const TORN_LINES = 64
const EMPTY: ChainHead = { seq: 0, hash: '0'.repeat(64) }

/**
 * Ships the records of this machine to the gateway: those that it lacks, then those that come, until the signal. The
 * gateway says where to begin; it can ask to begin again.
 */
export async function shipChain(parts: ShipParts, signal: AbortSignal): Promise<void> {
  try {
    // oxlint-disable-next-line no-await-in-loop -- begins anew where the gateway wants other records
    while (!signal.aborted) await shipFrom(parts, signal)
  } catch (error) {
    // The next connection begins anew.
    if (!signal.aborted)
      parts.log('chain-not-shipped', { error: error instanceof Error ? error.message : String(error) })
  }
}

/** Ends when the gateway wants another record than the next one, or when it is time to tell the head again. */
async function shipFrom(parts: ShipParts, signal: AbortSignal): Promise<void> {
  const { folder, request } = parts
  const head = await headOf(folder)
  const { from } = await request('audit.head', { head })
  const shipment = new Shipment(parts)
  const until = AbortSignal.any([signal, AbortSignal.timeout(ANNOUNCE_MS), shipment.over])
  const count = Math.max(0, head.seq - from + 1)
  const lines = readAuditTail(folder, count === 0 ? 0 : count + TORN_LINES, { follow: true, abortSignal: until })
  for await (const { record, text } of lines) {
    // A line that is no record was torn, or changed: then a number is missing, and the gateway says so.
    if (record === null || text === null || record.seq < from || text.length > MOST_LINE) continue
    await shipment.add(text, record.seq)
    if (until.aborted) break
  }
  await shipment.sent
  if (shipment.error !== null) throw shipment.error
}

async function headOf(folder: string): Promise<ChainHead> {
  let head = EMPTY
  for await (const { record } of readAuditTail(folder, TORN_LINES)) {
    if (record) head = { seq: record.seq, hash: record.hash }
  }
  return head
}

/** Lines on their way: the next ones gather while some are sent. */
class Shipment {
  readonly #parts: ShipParts
  readonly #over = new AbortController()
  #waiting: { readonly line: string; readonly seq: number }[] = []
  #size = 0
  #sending: Promise<void> | null = null
  error: unknown = null

  constructor(parts: ShipParts) {
    this.#parts = parts
  }

  /** Aborts where nothing more is to be sent of this shipment. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  /** Settles when there is room for more. */
  async add(line: string, seq: number): Promise<void> {
    this.#waiting.push({ line, seq })
    this.#size += line.length
    this.#sending ??= this.#send()
    if (this.#size > MOST_AT_ONCE) await this.#sending
  }

  /** Settles when nothing waits any more. */
  get sent(): Promise<void> {
    return this.#sending ?? Promise.resolve()
  }

  async #send(): Promise<void> {
    // What comes soon after goes with it.
    await delay(GATHER_MS, undefined, { signal: this.over, ref: false }).catch(() => undefined)
    try {
      while (this.#waiting.length > 0 && !this.over.aborted) {
        const batch = this.#take()
        // oxlint-disable-next-line no-await-in-loop -- in their order
        const { from } = await this.#parts.request('audit.records', { lines: batch.map(({ line }) => line) })
        if (from !== batch.at(-1)!.seq + 1) this.#over.abort()
      }
    } catch (error) {
      this.error = error
      this.#over.abort()
    } finally {
      this.#sending = null
    }
  }

  #take(): { readonly line: string; readonly seq: number }[] {
    let size = 0
    let count = 0
    while (count < Math.min(this.#waiting.length, MOST_SHIPPED_LINES)) {
      size += this.#waiting[count]!.line.length
      if (count > 0 && size > MOST_AT_ONCE) break
      count++
    }
    const batch = this.#waiting.slice(0, count)
    this.#waiting = this.#waiting.slice(count)
    this.#size = this.#waiting.reduce((sum, { line }) => sum + line.length, 0)
    return batch
  }
}
