import { userInfo } from 'node:os'
import { voterOf, type ApprovalRecord, type ApproverGroups, type RequestOrigin } from '@poundlock/approvals'
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
import type { OpenChannels } from '@poundlock/channels'
import type { ConfigSource } from '@poundlock/config'
import { approvalsPaths, requestOf, type ApprovalsPaths } from '@poundlock/local-host'
import type { AskForApproval, CallToApprove } from '@poundlock/runtime'
import { PoundlockError } from '@poundlock/spec'
import type { Services } from '../dispatch/services.ts'
import { measureAsk } from '../operations/measure.ts'
import { ApprovalFeed } from './approval-feed.ts'
import { Reach } from './reach.ts'

export interface ApprovalOptions {
  /** Opens the chats in which requests are shown; `null` for none. @throws PoundlockError, and the gateway does not start */
  readonly openChannels?: OpenApprovalChannels
  /** What the owners' files say of approvals, read anew for each use. */
  readonly groups: () => ApproverGroups
  /** Milliseconds that a request waits. Half an hour unless set. */
  readonly lifetimeMs?: number
}

/** Opens the configured chats over the store that their answers go to. */
export type OpenApprovalChannels = (
  store: RequestStore,
  onProblem: (channel: string, error: unknown) => void,
) => Promise<OpenChannels | null>

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
  readonly #reach: Reach
  readonly #startedAt: number
  #served: ServedApprovals | null = null
  /** The chats; `null` where none are configured, or another process has them. */
  channels: OpenChannels | null = null
  /** Why the local socket is not served, for operators. */
  problem: string | null = null

  private constructor(services: Services, { groups, lifetimeMs }: ApprovalOptions, paths: ApprovalsPaths) {
    const { now, identity, log, metrics } = services
    this.store = openRequestStore(paths.requests, { now, ...(lifetimeMs !== undefined && { lifetimeMs }) })
    this.feed = new ApprovalFeed(now)
    this.groups = groups
    this.#startedAt = now()
    const chats: Surface = { name: 'channels', show: async (shown) => this.channels?.show(shown) ?? false }
    const onProblem = (surface: string, error: unknown) => log('surface-failed', { surface, error: String(error) })
    this.desk = openDesk(this.store, { surfaces: [chats], now, onProblem })
    const mayAnswer = identity.devices
      .list()
      .some(({ scopes, local }) => scopes.includes('approvals.answer') && local !== true)
    this.#reach = new Reach(
      () => identity.clock.monotonic(),
      () => this.feed.feed.followers + (this.#served?.watchers ?? 0),
      mayAnswer,
    )
    this.desk.onEvent((event) => {
      const record = recordOf(this.store, event.kind === 'waiting' ? event.request.id : event.id)
      if (record && event.kind === 'settled') measureAsk(metrics, record, now())
      if (record) this.feed.add(event.kind === 'waiting' ? 'approvals.waiting' : 'approvals.settled', record)
    })
    this.desk.onChange((record) => this.feed.add('approvals.changed', record))
  }

  /** @throws ApprovalsError when the requests cannot be relied on */
  static async open(services: Services, options: ApprovalOptions): Promise<Approvals> {
    const paths = approvalsPaths(services.stateFolder)
    const approvals = new Approvals(services, options, paths)
    await approvals.#serve(paths)
    try {
      // A second process would take the answers that the first one waits for.
      if (approvals.problem === null) await approvals.#openChannels(services, options)
    } catch (error) {
      await approvals.close()
      throw error
    }
    return approvals
  }

  /** A device watches from now on. */
  watched(): void {
    this.#reach.came()
  }

  /** A device has ended its subscription, or its connection. */
  left(): void {
    this.#reach.left()
  }

  /** Asks about calls of one host, whose configuration says what each answer needs. */
  asker(sources: readonly ConfigSource[], callOf: (callId: string) => AskingCall | undefined): AskForApproval {
    const stored = requestOf(sources)
    const describe = (call: CallToApprove): NewRequest => {
      const origin = callOf(call.callId)?.origin
      return { ...stored(call), ...(origin && { origin }) }
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
    return askThroughStore(this.store, [surface], describe)
  }

  /** Takes back what waits for a call that nobody makes any more. */
  withdraw(isGone: (record: ApprovalRecord) => boolean): void {
    for (const record of this.store.pending()) if (isGone(record)) this.store.cancel(record.request.id)
  }

  /** What the device asked for is taken back, and so is what waits for more answers beside its own. */
  deviceRevoked(deviceId: string): void {
    const voter = `device:${deviceId}`
    this.withdraw(
      ({ request, votes = [] }) =>
        request.origin?.deviceId === deviceId ||
        votes.some((vote) => vote.decision !== 'deny' && voterOf(vote) === voter),
    )
  }

  counts(): number {
    return this.store.pending().length
  }

  async close(): Promise<void> {
    await this.#served?.close()
    await this.desk.close()
    await this.channels?.close()
  }

  async #openChannels({ log }: Services, { openChannels }: ApprovalOptions): Promise<void> {
    const onProblem = (channel: string, error: unknown) =>
      log('surface-failed', { surface: channel, error: error instanceof Error ? error.message : String(error) })
    this.channels = (await openChannels?.(this.store, onProblem)) ?? null
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
