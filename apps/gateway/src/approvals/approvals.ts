import { userInfo } from 'node:os'
import { stateOf, type ApprovalRecord, type ApproverGroups, type RequestOrigin } from '@poundlock/approvals'
import {
  askThroughStore,
  openDesk,
  openRequestStore,
  serveApprovals,
  type Desk,
  type NewRequest,
  type RequestStore,
  type ServedApprovals,
  type Surface,
} from '@poundlock/approvals/node'
import type { ConfigSource } from '@poundlock/config'
import { approvalSettings, approvalsPaths, requestOf, type ApprovalsPaths } from '@poundlock/local-host'
import type { AskForApproval, CallToApprove } from '@poundlock/runtime'
import { PoundlockError } from '@poundlock/spec'
import type { Cluster } from '../cluster/cluster.ts'
import { SharedApprovals } from '../cluster/shared-approvals.ts'
import { doEach } from '../dispatch/do-each.ts'
import type { Services } from '../dispatch/services.ts'
import { measureAsk } from '../operations/measure.ts'
import { PushNotices } from '../push/push-notices.ts'
import type { PushSettings } from '../push/push-settings.ts'
import { ApprovalFeed } from './approval-feed.ts'
import { Chats, type OpenApprovalChannels } from './chats.ts'
import { Reach } from './reach.ts'

export interface ApprovalOptions {
  /** Opens the chats in which requests are shown; `null` for none. @throws PoundlockError, and the gateway does not start */
  readonly openChannels?: OpenApprovalChannels
  /** What the owners' files say of approvals, read anew for each use. */
  readonly groups: () => ApproverGroups
  /** Milliseconds that a request waits. Half an hour unless set. */
  readonly lifetimeMs?: number
  /** False where no person is asked: a request is refused at once, or queued. */
  readonly prompts?: boolean
  /** How devices are told of what waits while they watch nothing; `null` for not at all. */
  readonly push: PushSettings | null
}

/** A call that asks. */
export interface AskingCall {
  readonly origin: RequestOrigin
  /** Told when the request waits for people. */
  readonly waits: (requestId: string) => void
}

/**
 * The requests of this machine, behind the gateway: the store is the one that terminals, chats and the local socket answer
 * through, so that there is one state and one winner.
 */
export class Approvals {
  readonly store: RequestStore
  readonly desk: Desk
  readonly feed: ApprovalFeed
  readonly groups: () => ApproverGroups
  /** The chats; none where none are configured, or another process has them. */
  readonly chats: Chats
  /** Pushes to browsers; `null` where none are sent. */
  readonly push: PushNotices | null
  /** Requests of other gateways; `null` for a gateway alone. */
  readonly shared: SharedApprovals | null
  readonly #cluster: Cluster | null
  readonly #reach: Reach
  readonly #startedAt: number
  readonly #prompts: boolean
  readonly #now: () => number
  /** Requests of other gateways that wait, with what ends their pushes. */
  readonly #seenElsewhere = new Map<string, AbortController>()
  #served: ServedApprovals | null = null
  /** Why the local socket is not served, for operators. */
  problem: string | null = null

  private constructor(
    services: Services,
    { groups, lifetimeMs, prompts = true, push }: ApprovalOptions,
    paths: ApprovalsPaths,
  ) {
    this.#prompts = prompts
    const { now, identity, log, metrics } = services
    this.#now = now
    this.store = openRequestStore(paths.requests, { now, ...(lifetimeMs !== undefined && { lifetimeMs }) })
    this.feed = new ApprovalFeed(now)
    this.groups = groups
    this.#startedAt = now()
    this.#cluster = services.cluster
    this.shared = services.cluster && new SharedApprovals(services.cluster, services, (id) => recordOf(this.store, id))
    this.#cluster?.onGateways(() => {
      if (this.#cluster!.approversElsewhere() > 0) this.#reach.came()
    })
    if (this.shared) this.shared.onChange = (record) => this.#changedElsewhere(record, now())
    const onProblem = (surface: string, error: unknown) =>
      log('surface-failed', { surface, error: error instanceof Error ? error.message : String(error) })
    this.chats = new Chats(this.store, onProblem)
    this.push = push && new PushNotices(services, push, (id) => recordOf(this.store, id) ?? this.elsewhere(id))
    const surfaces = [this.chats, ...(this.push ? [this.push] : [])]
    this.desk = openDesk(this.store, { surfaces, now, onProblem })
    const mayAnswer = identity.devices
      .list()
      .some(({ scopes, local }) => scopes.includes('approvals.answer') && local !== true)
    this.#reach = new Reach(
      () => identity.clock.monotonic(),
      () => this.feed.feed.followers + (this.#served?.watchers ?? 0) + (this.#cluster?.approversElsewhere() ?? 0),
      mayAnswer,
    )
    this.desk.onEvent((event) => {
      const record = recordOf(this.store, event.kind === 'waiting' ? event.request.id : event.id)
      if (record && event.kind === 'settled') measureAsk(metrics, record, now())
      if (!record) return
      this.feed.add(event.kind === 'waiting' ? 'approvals.waiting' : 'approvals.settled', record)
      this.shared?.publish(record.request.id)
    })
    this.desk.onChange((record) => {
      this.feed.add('approvals.changed', record)
      this.shared?.publish(record.request.id)
    })
  }

  /** @throws ApprovalsError when the requests cannot be relied on */
  static async open(services: Services, options: ApprovalOptions): Promise<Approvals> {
    const paths = approvalsPaths(services.stateFolder)
    const approvals = new Approvals(services, options, paths)
    // A device may have been revoked while this gateway was away, or right before it was killed.
    const { devices } = services.identity
    approvals.#takeBack((device) => devices.get(device) === null)
    await approvals.#serve(paths)
    try {
      // A second process would take the answers that the first one waits for.
      if (approvals.problem === null && options.openChannels) await approvals.chats.open(options.openChannels)
    } catch (error) {
      await approvals.close()
      throw error
    }
    return approvals
  }

  /** All that wait, also at other gateways. */
  pending(now: number): readonly ApprovalRecord[] {
    const elsewhere = (this.shared?.all() ?? []).filter((record) => stateOf(record, now) === 'pending')
    return [...this.store.pending(), ...elsewhere].toSorted((a, b) => a.request.createdAt - b.request.createdAt)
  }

  /** A request of another gateway; `null` for those that are here, or nowhere. */
  elsewhere(id: string): ApprovalRecord | null {
    const isOwn = this.store.all().some(({ request }) => request.id.startsWith(id))
    return isOwn ? null : (this.shared?.find(id) ?? null)
  }

  /** A device is about to watch: calls of other gateways wait for it, too. */
  async watching(): Promise<void> {
    await this.#cluster?.setApprovers(this.feed.feed.followers + 1)
  }

  /** A device watches from now on. */
  watched(): void {
    this.#reach.came()
  }

  /** A device has ended its subscription, or its connection. */
  left(): void {
    void this.#cluster?.setApprovers(this.feed.feed.followers)
    this.#reach.left()
  }

  /**
   * Asks about calls of one host, whose configuration says what each answer needs.
   *
   * @param reasons shown before those of the decision
   */
  asker(
    sources: readonly ConfigSource[],
    callOf: (callId: string) => AskingCall | undefined,
    reasons: readonly string[] = [],
  ): AskForApproval {
    const requestFor = requestOf(sources)
    const describe = (call: CallToApprove): NewRequest => {
      const origin = callOf(call.callId)?.origin
      const stored = requestFor(call)
      return { ...stored, reasons: [...reasons, ...stored.reasons], ...(origin && { origin }) }
    }
    const surface: Surface<CallToApprove> = {
      name: 'gateway',
      show: async ({ stored: request, call, signal }) => {
        callOf(call.callId)?.waits(request.id)
        const others = await this.desk.show(request.id)
        // What a restart left was seen before; it waits for its answer until its time is over.
        return others.length > 0 || request.createdAt < this.#startedAt || this.#reach.someone(signal)
      },
    }
    const { unattended } = approvalSettings(sources)
    return askThroughStore(this.store, this.#prompts ? [surface] : [], describe, unattended)
  }

  /** Takes back what waits, where its call, its session or its device is gone. */
  withdraw(isGone: (record: ApprovalRecord) => boolean): void {
    for (const record of this.store.pending()) {
      if (isGone(record)) this.store.cancel(record.request.id)
    }
  }

  /** What the device asked for is taken back, and so is what it has allowed or helped to allow, while it is not used. */
  deviceRevoked(deviceId: string): void {
    this.push?.deviceRevoked(deviceId)
    this.#takeBack((device) => device === deviceId)
  }

  /** Takes back what such devices asked for, allowed or helped to allow, while it is not used. */
  #takeBack(isRevoked: (deviceId: string) => boolean): void {
    const now = this.#now()
    const gone = this.store.all().filter((record) => {
      const { request, answer, votes = [] } = record
      const state = stateOf(record, now)
      const isDenied = answer?.decision === 'deny'
      if (isDenied || (state !== 'pending' && state !== 'answered')) return false
      const allowed = [...votes, ...(answer?.votes ?? []), ...(answer ? [answer] : [])].filter(
        ({ decision }) => decision !== 'deny',
      )
      const devices = [request.origin?.deviceId, ...allowed.map(({ author }) => author?.deviceId)]
      return devices.some((device) => device !== undefined && isRevoked(device))
    })
    doEach(
      gone.map(
        ({ request }) =>
          () =>
            this.store.cancel(request.id),
      ),
    )
  }

  /**
   * Opens other chats in the place of those that are open, and shows there what waits.
   *
   * @throws PoundlockError; the earlier ones stay
   */
  async exchangeChats(opener: OpenApprovalChannels): Promise<void> {
    if (this.problem === null) await this.chats.exchange(opener)
  }

  counts(): number {
    return this.store.pending().length
  }

  async close(): Promise<void> {
    this.shared?.close()
    this.push?.close()
    await this.#served?.close()
    await this.desk.close()
    await this.chats.close()
  }

  #changedElsewhere(record: ApprovalRecord, now: number): void {
    const { id } = record.request
    const isPending = stateOf(record, now) === 'pending'
    const isNew = isPending && !this.#seenElsewhere.has(id)
    if (isNew) {
      const over = new AbortController()
      this.#seenElsewhere.set(id, over)
      void this.push?.tell(id, over.signal)
    } else if (!isPending) {
      this.#seenElsewhere.get(id)?.abort()
      this.#seenElsewhere.delete(id)
    }
    this.feed.add(isNew ? 'approvals.waiting' : isPending ? 'approvals.changed' : 'approvals.settled', record)
  }

  /** The local socket, for calls and people of this machine; another process may serve it already. */
  async #serve(paths: ApprovalsPaths): Promise<void> {
    try {
      const token = paths.token({ make: true })!
      this.#served = await serveApprovals(this.desk, { path: paths.socket, token, account: userInfo().username })
    } catch (error) {
      if (!PoundlockError.isInstance(error)) throw error
      this.problem = `the local socket of approvals is not served here: ${error.message}`
    }
  }
}

function recordOf(store: RequestStore, id: string): ApprovalRecord | null {
  try {
    return store.get(id)
  } catch {
    // Forgotten meanwhile.
    return null
  }
}
