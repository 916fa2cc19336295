import { setImmediate } from 'node:timers/promises'
import { GatewayError, type ParamsOf, type ResultOf, type RunOutcome } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'
import type { Log } from '../dispatch/services.ts'
import type { NodeLink } from './attached-node.ts'
import type { Fleet } from './fleet.ts'
import type { DispatchRecord, NodeStore } from './node-store.ts'
import { failedOutcome, unknownOutcome } from './run-outcomes.ts'

/** A command on its way to a node. */
export interface RunOrder {
  readonly node: string
  readonly callId: string
  readonly params: Omit<ParamsOf<'system.run'>, 'run'>
  /** Settles when its start is in the audit log and the ledger; nothing is sent before, or where that fails. */
  readonly recorded: Promise<unknown>
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
  /** How often it was sent, or tried to be. */
  sends: number
  /** Its start is recorded, and its caller was not told that nothing was sent. */
  maySend: boolean
}

export interface DispatchParts {
  readonly store: NodeStore
  readonly fleet: Fleet
  readonly log: Log
  readonly now: () => number
  /** Makes the id of a run, which other gateways can tell whose it is by. */
  readonly newRun: () => string
  /** Milliseconds that a call waits for a node that went away. */
  readonly lostAfterMs: number
}

/** Told how a run ended whose call nobody waits for here: `null` where it certainly never ran. */
export type LateListener = (callId: string, outcome: RunOutcome | null) => void

const ANSWER_MS = 30_000
const AGAIN_MS = 1000

/**
 * The commands that were sent to nodes. Each is written down before it is sent, and sent again only to the same ledger,
 * which runs it at most once. What is not known stays open until the node says how it went.
 */
export class Dispatches {
  readonly #parts: DispatchParts
  readonly #waiting = new Map<string, Waiting>()
  readonly #resuming = new Map<string, NodeJS.Timeout>()
  /** Ends that are being written down: a node tells them, and answers with them, at the same time. */
  readonly #settling = new Map<string, Promise<void>>()
  /** Runs whose end is not written down yet, and whose callers know it. */
  readonly #reported = new Set<string>()
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
   *   GatewayError `RECORD_FAILED`, and what `recorded` rejects with: nothing was sent
   */
  async run(order: RunOrder): Promise<RunOutcome> {
    const { fleet } = this.#parts
    const attached = fleet.attached(order.node)
    if (!attached || !fleet.approved(order.node).includes('system.run')) {
      await order.recorded
      throw offline(order.node)
    }
    const run = this.#parts.newRun()
    const waiting: Waiting = {
      order,
      params: { ...order.params, run },
      settled: Promise.withResolvers(),
      seq: 0,
      giveUp: undefined,
      sends: 0,
      maySend: false,
    }
    this.#waiting.set(run, waiting)
    const cancel = () => void this.#cancel(waiting)
    order.signal?.addEventListener('abort', cancel, { once: true })
    try {
      await this.#writeDown(waiting, attached.description.ledger)
      if (order.signal?.aborted === true) return await this.#cancelledBefore(run)
      waiting.maySend = true
      await this.#send(waiting, attached.link, true)
      return await waiting.settled.promise
    } finally {
      order.signal?.removeEventListener('abort', cancel)
      clearTimeout(waiting.giveUp)
      this.#waiting.delete(run)
    }
  }

  /** In several files, which are brought to the disk at the same time. @throws what one of them rejects with */
  async #writeDown({ params: { run }, order: { node, callId, recorded } }: Waiting, ledger: string): Promise<void> {
    const { store } = this.#parts
    const [dispatch, start] = await Promise.allSettled([store.dispatch({ run, node, ledger, callId }), recorded])
    if (start.status === 'rejected' && dispatch.status === 'fulfilled') await store.withdraw(run)
    for (const written of [start, dispatch]) if (written.status === 'rejected') throw written.reason
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
        await this.#resume(record, attached.link, attached.description.ledger)
      } catch (error) {
        // The connection is gone again, or the answer is none: it is asked anew, on the next one or on this one.
        log('run-not-resumed', { run: record.run, error: String(error) })
        this.#resumeLater(node)
      }
    }
  }

  #resumeLater(node: string): void {
    if (this.#resuming.has(node)) return
    const again = () => {
      this.#resuming.delete(node)
      void this.attached(node)
    }
    this.#resuming.set(node, setTimeout(again, AGAIN_MS).unref())
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
   * How a run ended. It is on disk before the node may forget it.
   *
   * @returns the run; `null` where none of this id was sent to this node
   * @throws GatewayError `RECORD_FAILED`: the node tells it again
   */
  async finished(node: string, run: string, outcome: RunOutcome): Promise<DispatchRecord | null> {
    const record = this.#parts.store.find(run)
    if (record?.node !== node) return null
    if (record.outcome === null) await this.#settle(record, outcome)
    // What can be read may wait for the disk still.
    else await (this.#settling.get(run) ?? this.#parts.store.synced())
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
    for (const timer of this.#resuming.values()) clearTimeout(timer)
    for (const [run, { settled, order }] of this.#waiting) settled.reject(lost(run, order.node))
  }

  #settle(record: DispatchRecord, outcome: RunOutcome): Promise<void> {
    const known = this.#settling.get(record.run)
    if (known) return known
    const settling = this.#write(record, outcome).finally(() => this.#settling.delete(record.run))
    this.#settling.set(record.run, settling)
    return settling
  }

  /**
   * Who waits here goes on at once, and writes the end to the ledger of calls before it is told. This file says only that
   * the node may forget it: where the gateway is killed in between, the node tells it again, and the first result stays.
   */
  async #write({ run, callId }: DispatchRecord, outcome: RunOutcome): Promise<void> {
    const waiting = this.#waiting.get(run)
    if (waiting) {
      this.#reported.add(run)
      waiting.settled.resolve(outcome)
      // A write holds everything else up: the one that the caller waits for goes first.
      await setImmediate()
    }
    await this.#parts.store.finish(run, outcome)
    if (!this.#reported.delete(run)) this.onLate(callId, outcome)
  }

  /** @param isFirst nothing of it was sent before */
  async #send(waiting: Waiting, link: NodeLink, isFirst: boolean): Promise<void> {
    const { store, now, log } = this.#parts
    const { params, settled, order } = waiting
    waiting.sends++
    const { run } = params
    const options = { idempotencyKey: run, timeoutMs: ANSWER_MS }
    let answer: ResultOf<'system.run'>
    try {
      answer = await link.request('system.run', params, options)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      // It may have been begun: the next connection asks, or the node tells.
      if (!isFirst || error.code === 'OUTCOME_UNKNOWN' || error.code === 'INTERNAL') return
      if (error.code === 'UNAVAILABLE' && error.details['reason'] === 'no-responder') {
        // The node came back meanwhile, and it was sent on the new connection: that one tells how it ends.
        if (waiting.sends > 1) return
        waiting.maySend = false
        await store.withdraw(run)
        settled.reject(offline(order.node))
      } else await this.#settle(store.find(run)!, failedOutcome(error.message, now()))
      return
    }
    if (answer.state !== 'ended' || !answer.outcome) return
    try {
      await this.#settle(store.find(run)!, answer.outcome)
    } catch (error) {
      // How it ended could not be written down: the node keeps it, and tells it again.
      log('run-unrecorded', { run, error: String(error) })
    }
  }

  async #cancel({ params: { run }, order }: Waiting): Promise<void> {
    const { fleet, log } = this.#parts
    try {
      await fleet.attached(order.node)?.link.request('system.run.cancel', { run }, { timeoutMs: ANSWER_MS })
    } catch (error) {
      // After the next connection it is asked again.
      log('run-not-cancelled', { run, error: String(error) })
    }
  }

  async #resume(record: DispatchRecord, link: NodeLink, ledger: string): Promise<void> {
    const { run } = record
    const waiting = this.#waiting.get(run)
    // Not yet; or its caller is told that nothing was sent, so nothing is.
    if (waiting?.maySend === false) return
    if (ledger !== record.ledger) {
      const message = 'The ledger of the node was lost: nothing says whether it ran.'
      return this.#settle(record, unknownOutcome(message, this.#parts.now()))
    }
    clearTimeout(waiting?.giveUp)
    if (waiting) {
      waiting.giveUp = undefined
      if (waiting.order.signal?.aborted !== true) return this.#send(waiting, link, false)
      await this.#cancel(waiting)
    }
    const { state, outcome } = await link.request('run.status', { run }, { timeoutMs: ANSWER_MS })
    if (state === 'ended' && outcome) return this.#settle(record, outcome)
    if (state !== 'none') return
    // Its ledger would have it: nothing of it has run, and nothing sends it any more.
    const cancelled = await this.#cancelledBefore(run)
    if (waiting) waiting.settled.resolve(cancelled)
    else this.onLate(record.callId, null)
  }

  async #cancelledBefore(run: string): Promise<RunOutcome> {
    const { store, now } = this.#parts
    await store.withdraw(run)
    return failedOutcome('It was cancelled before it ran.', now())
  }
}

export const offline = (node: string): PoundlockError =>
  new PoundlockError(`the node ${node.slice(0, 12)} is not connected; nothing was sent to it (no-responder)`, {
    code: 'NODE_OFFLINE',
    remedy: 'See poundlock nodes list.',
  })

const lost = (run: string, node: string) =>
  new PoundlockError(
    `the node ${node.slice(0, 12)} disconnected while it ran ${run}; it reports the end when it is back`,
    {
      code: 'NODE_LOST',
      remedy: 'Ask for the same call again with the same key: it is not run twice.',
      details: { run, node },
    },
  )

const noSuchRun = () =>
  new GatewayError('No such run was sent to this node.', { code: 'NOT_FOUND', path: '/params/run' })
