import { randomBytes } from 'node:crypto'
import { GatewayError, type ParamsOf, type RunOutcome } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'
import type { Caller } from '../dispatch/caller.ts'
import type { Log } from '../dispatch/services.ts'
import type { Fleet } from './fleet.ts'
import type { DispatchRecord, NodeStore } from './node-store.ts'
import { failedOutcome, unknownOutcome } from './run-outcomes.ts'

/** A command on its way to a node. */
export interface RunOrder {
  readonly node: string
  readonly callId: string
  readonly params: Omit<ParamsOf<'system.run'>, 'run'>
  readonly signal?: AbortSignal
  readonly onOutput?: (part: { readonly stream: 'stdout' | 'stderr'; readonly text: string }) => unknown
}

/** A call whose caller waits here. */
interface Waiting {
  readonly order: RunOrder
  readonly params: ParamsOf<'system.run'>
  readonly settled: PromiseWithResolvers<RunOutcome>
  /** The number of the last part of its output. */
  seq: number
  giveUp: NodeJS.Timeout | undefined
}

export interface DispatchParts {
  readonly store: NodeStore
  readonly fleet: Fleet
  readonly log: Log
  readonly now: () => number
  /** Milliseconds that a call waits for a node that went away. */
  readonly lostAfterMs: number
}

/** Told how a run ended whose call nobody waits for here: `null` where it certainly never ran. */
export type LateListener = (callId: string, outcome: RunOutcome | null) => void

const ANSWER_MS = 30_000

/**
 * The commands that were sent to nodes. Each is written down before it is sent, and sent again only to the same ledger,
 * which runs it at most once. What is not known stays open until the node says how it went.
 */
export class Dispatches {
  readonly #parts: DispatchParts
  readonly #waiting = new Map<string, Waiting>()
  onLate: LateListener = () => undefined

  constructor(parts: DispatchParts) {
    this.#parts = parts
  }

  runsOf(node: string): number {
    let count = 0
    for (const { order } of this.#waiting.values()) if (order.node === node) count++
    return count
  }

  /**
   * Has a node run a command, and waits for its end.
   *
   * @throws PoundlockError `NODE_OFFLINE` where nothing was sent; `NODE_LOST` where its end will be known later, if at all;
   *   GatewayError `RECORD_FAILED`: nothing was sent
   */
  async run(order: RunOrder): Promise<RunOutcome> {
    const { store, fleet } = this.#parts
    const attached = fleet.attached(order.node)
    if (!attached || !fleet.approved(order.node).includes('system.run')) throw offline(order.node)
    const run = `run_${randomBytes(16).toString('hex')}`
    await store.dispatch({ run, node: order.node, ledger: attached.description.ledger, callId: order.callId })
    const params = { ...order.params, run }
    const waiting: Waiting = { order, params, settled: Promise.withResolvers(), seq: 0, giveUp: undefined }
    this.#waiting.set(run, waiting)
    const cancel = () => void this.#cancel(waiting)
    order.signal?.addEventListener('abort', cancel, { once: true })
    try {
      await this.#send(waiting, attached.caller, true)
      return await waiting.settled.promise
    } finally {
      order.signal?.removeEventListener('abort', cancel)
      clearTimeout(waiting.giveUp)
      this.#waiting.delete(run)
    }
  }

  /** What was sent for a call; `null` where nothing was. */
  ofCall(callId: string): DispatchRecord | null {
    return this.#parts.store.ofCall(callId)
  }

  /** A node is there: everything of it that has no end is asked about. */
  async attached(node: string): Promise<void> {
    const { store, fleet, log } = this.#parts
    const attached = fleet.attached(node)
    if (!attached) return
    for (const record of store.open(node)) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a node is not flooded
        await this.#resume(record, attached.caller, attached.description.ledger)
      } catch (error) {
        // The connection is gone again, or the answer is none: the next connection asks anew.
        log('run-not-resumed', { run: record.run, error: String(error) })
      }
    }
  }

  /** A node is gone: those who wait for it learn after a while that nothing is known. */
  detached(node: string): void {
    for (const [run, waiting] of this.#waiting) {
      if (waiting.order.node !== node || waiting.giveUp !== undefined) continue
      waiting.giveUp = setTimeout(() => waiting.settled.reject(lost(run, node)), this.#parts.lostAfterMs)
    }
  }

  /** Output of a run, from the node that it was sent to. @throws GatewayError `NOT_FOUND` */
  async output(node: string, { run, seq, stream, text }: ParamsOf<'run.output'>): Promise<void> {
    const waiting = this.#waiting.get(run)
    if (!waiting || waiting.order.node !== node) throw noSuchRun()
    // Sent again after a connection was lost.
    if (seq <= waiting.seq) return
    waiting.seq = seq
    await waiting.order.onOutput?.({ stream, text })
  }

  /** @throws GatewayError `NOT_FOUND` where the run was not sent to this node */
  started(node: string, run: string): DispatchRecord {
    const record = this.#parts.store.find(run)
    if (record?.node !== node) throw noSuchRun()
    return record
  }

  /**
   * How a run ended. It is on disk before the node is told that it need not keep it.
   *
   * @returns the run; `null` where none of this id was sent to this node
   * @throws GatewayError `RECORD_FAILED`: the node tells it again
   */
  async finished(node: string, run: string, outcome: RunOutcome): Promise<DispatchRecord | null> {
    const record = this.#parts.store.find(run)
    if (record?.node !== node) return null
    if (record.outcome === null) await this.#settle(record, outcome)
    return record
  }

  /** A node is removed: nothing more will be known. */
  async abandon(node: string): Promise<void> {
    for (const record of this.#parts.store.open(node)) {
      // oxlint-disable-next-line no-await-in-loop -- seldom more than a few
      await this.#settle(record, unknownOutcome('The node was removed.', this.#parts.now()))
    }
  }

  close(): void {
    for (const [run, { settled, order }] of this.#waiting) settled.reject(lost(run, order.node))
  }

  async #settle(record: DispatchRecord, outcome: RunOutcome): Promise<void> {
    await this.#parts.store.finish(record.run, outcome)
    const waiting = this.#waiting.get(record.run)
    if (waiting) waiting.settled.resolve(outcome)
    else this.onLate(record.callId, outcome)
  }

  /** @param isFirst nothing of it was sent before */
  async #send({ params, settled, order }: Waiting, caller: Caller, isFirst: boolean): Promise<void> {
    const { store, now } = this.#parts
    const { run } = params
    try {
      const options = { idempotencyKey: run, timeoutMs: ANSWER_MS }
      const { state, outcome } = await caller.request('system.run', params, options)
      if (state === 'ended' && outcome) await this.#settle(store.find(run)!, outcome)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      // It may have been begun: the next connection asks, or the node tells.
      if (error.code === 'OUTCOME_UNKNOWN' || error.code === 'INTERNAL') return
      const wasSent = !(error.code === 'UNAVAILABLE' && error.details['reason'] === 'no-responder')
      if (!wasSent && isFirst) {
        await store.withdraw(run)
        settled.reject(offline(order.node))
      } else if (wasSent && isFirst) await this.#settle(store.find(run)!, failedOutcome(error.message, now()))
    }
  }

  async #cancel({ params: { run }, order }: Waiting): Promise<void> {
    const { fleet, log } = this.#parts
    try {
      await fleet.attached(order.node)?.caller.request('system.run.cancel', { run }, { timeoutMs: ANSWER_MS })
    } catch (error) {
      // After the next connection it is asked again.
      log('run-not-cancelled', { run, error: String(error) })
    }
  }

  async #resume(record: DispatchRecord, caller: Caller, ledger: string): Promise<void> {
    const { run } = record
    const waiting = this.#waiting.get(run)
    if (ledger !== record.ledger) {
      const message = 'The ledger of the node was lost: nothing says whether it ran.'
      return this.#settle(record, unknownOutcome(message, this.#parts.now()))
    }
    clearTimeout(waiting?.giveUp)
    if (waiting) {
      waiting.giveUp = undefined
      if (waiting.order.signal?.aborted !== true) return this.#send(waiting, caller, false)
      await this.#cancel(waiting)
    }
    const { state, outcome } = await caller.request('run.status', { run }, { timeoutMs: ANSWER_MS })
    if (state === 'ended' && outcome) return this.#settle(record, outcome)
    if (state !== 'none') return
    // Its ledger would have it: nothing of it has run, and nothing sends it any more.
    await this.#parts.store.withdraw(run)
    if (waiting) waiting.settled.resolve(failedOutcome('It was cancelled before it ran.', this.#parts.now()))
    else this.onLate(record.callId, null)
  }
}

export const offline = (node: string): PoundlockError =>
  new PoundlockError(`the node ${node.slice(0, 12)} is not connected; nothing was sent to it (no-responder)`, {
    code: 'NODE_OFFLINE',
    remedy: 'See poundlock nodes list.',
  })

const lost = (run: string, node: string) =>
  new PoundlockError(
    `the node ${node.slice(0, 12)} went away while ${run} was on it; its end is told when it is back`,
    {
      code: 'NODE_LOST',
      remedy: 'Ask for the same call again with the same key: it is not run twice.',
      details: { run, node },
    },
  )

const noSuchRun = () => new GatewayError('NOT_FOUND', 'No such run was sent to this node.', { path: '/params/run' })
