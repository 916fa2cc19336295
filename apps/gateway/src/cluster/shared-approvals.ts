import { setTimeout as delay } from 'node:timers/promises'
import type { ApprovalRecord } from '@poundlock/approvals'
import { GatewayError, METHODS, readParams, type ParamsOf } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Services } from '../dispatch/services.ts'
import type { Cluster } from './cluster.ts'
import { peerCaller, peerCallerData, type PeerCallerData } from './peer-caller.ts'
import { SharedRecords } from './shared-records.ts'

/** A request, and the gateway whose call asks. */
interface SharedApproval {
  readonly gateway: string
  readonly record: ApprovalRecord
}

/** What other gateways pass on to the one that asks. */
export type PassedOnMethod = 'approvals.answer' | 'approvals.delegate'
type Answering = (method: PassedOnMethod, params: ParamsOf<PassedOnMethod>, caller: Caller) => unknown

const ANSWER_MS = 15_000
/** What is over is shown so long. */
const SETTLED_MS = 10 * 60_000
const LEAST_MS = 1000
const AGAIN_MS = 1000
/** Characters of an id. */
const SHORTEST = 4

/**
 * The requests of all gateways. Each is shown everywhere, and answered where its call waits: the gateway that asks takes the
 * first answer, so that there is one winner, and no answer counts while it is away.
 */
export class SharedApprovals {
  readonly #cluster: Cluster
  readonly #services: Services
  readonly #records: SharedRecords<SharedApproval>
  readonly #recordOf: (id: string) => ApprovalRecord | null
  /** Those that have changed since they were written, and those that are written now. */
  readonly #unpublished = new Set<string>()
  readonly #publishing = new Set<string>()
  readonly #ending = new AbortController()
  /** Told of requests of other gateways. */
  onChange: (record: ApprovalRecord) => void = () => undefined

  /** @param recordOf a request of this gateway as it is now; `null` where it was forgotten */
  constructor(cluster: Cluster, services: Services, recordOf: (id: string) => ApprovalRecord | null) {
    this.#recordOf = recordOf
    this.#cluster = cluster
    this.#services = services
    this.#records = new SharedRecords({
      bus: cluster.bus,
      space: 'approvals',
      log: services.log,
      read: readShared,
      changed: (_id, shared) => {
        if (shared !== null && shared.gateway !== cluster.instance) this.onChange(shared.record)
      },
    })
  }

  /** @param answering answers a request of this gateway */
  async start(answering: Answering): Promise<void> {
    await this.#cluster.serve('approvals', (payload) => {
      const { method, params, caller } = payload as {
        readonly method: PassedOnMethod
        readonly params: unknown
        readonly caller: PeerCallerData
      }
      if (method !== 'approvals.answer' && method !== 'approvals.delegate')
        throw new TypeError('not for other gateways')
      const who = peerCaller(this.#services.identity, caller)
      const { scope } = METHODS[method]
      if (!who.scopes.has(scope)) throw new GatewayError(`The device lacks the scope ${scope}.`, { code: 'FORBIDDEN' })
      return answering(method, readParams(method, params), who)
    })
    await this.#records.start()
    // What was settled when this gateway ended may wait at the others still.
    for (const [id, { gateway }] of this.#records.entries()) if (gateway === this.#cluster.instance) this.publish(id)
  }

  /**
   * Shows a request of this gateway at the others, as it is when it is written: one after the other, and again until it is
   * written, so that what is over does not wait at another gateway.
   */
  publish(id: string): void {
    this.#unpublished.add(id)
    if (this.#publishing.has(id)) return
    this.#publishing.add(id)
    void this.#publishOne(id)
  }

  async #publishOne(id: string): Promise<void> {
    const { signal } = this.#ending
    while (this.#unpublished.has(id) && !signal.aborted) {
      this.#unpublished.delete(id)
      try {
        // oxlint-disable-next-line no-await-in-loop -- in their order
        await this.#write(id)
      } catch (error) {
        this.#unpublished.add(id)
        this.#services.log('approval-not-shared', { approval: id, error: String(error) })
        // oxlint-disable-next-line no-await-in-loop -- the broker is given a moment
        await delay(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    this.#publishing.delete(id)
  }

  async #write(id: string): Promise<void> {
    const record = this.#recordOf(id)
    if (record === null) return this.#records.remove(id)
    const isOver = record.answer !== undefined || record.cancelledAt !== undefined
    const ttlMs = Math.max(LEAST_MS, isOver ? SETTLED_MS : record.request.expiresAt - this.#services.now())
    await this.#records.change(id, () => ({ gateway: this.#cluster.instance, record }), ttlMs)
  }

  /** Requests of other gateways, the oldest first. */
  all(): readonly ApprovalRecord[] {
    return [...this.#records.entries()]
      .flatMap(([, { gateway, record }]) => (gateway === this.#cluster.instance ? [] : [record]))
      .toSorted((a, b) => a.request.createdAt - b.request.createdAt)
  }

  /**
   * A request of another gateway.
   *
   * @param reference its id, or an unambiguous beginning of it
   * @throws GatewayError `AMBIGUOUS`
   */
  find(reference: string): ApprovalRecord | null {
    const found =
      reference.length < SHORTEST ? [] : this.all().filter(({ request }) => request.id.startsWith(reference))
    if (found.length > 1)
      throw new GatewayError(`${found.length} requests begin with ${reference}.`, { code: 'AMBIGUOUS' })
    return found[0] ?? null
  }

  /** Has the gateway that asks take an answer. @throws GatewayError; `UNAVAILABLE` where it is away */
  async passOn<Name extends PassedOnMethod>(method: Name, params: ParamsOf<Name>, caller: Caller): Promise<unknown> {
    const { gateway } = this.#records.get(params.id)!
    const payload = { method, params, caller: peerCallerData(caller) }
    return this.#cluster.ask(gateway, 'approvals', payload, { timeoutMs: ANSWER_MS })
  }

  close(): void {
    this.onChange = () => undefined
    this.#ending.abort()
    this.#records.close()
  }
}

function readShared(value: unknown): SharedApproval | null {
  const { gateway, record } = (value ?? {}) as Partial<SharedApproval>
  const { id, createdAt, expiresAt, binding } = record?.request ?? {}
  const isWhole =
    typeof gateway === 'string' &&
    typeof id === 'string' &&
    typeof createdAt === 'number' &&
    typeof expiresAt === 'number' &&
    typeof binding === 'object'
  return isWhole ? { gateway, record: record! } : null
}
