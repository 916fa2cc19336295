import { LEAVE_WAITING } from '@poundlock/approvals/node'
import type { LocalHost } from '@poundlock/local-host'
import type { CallResult } from '@poundlock/protocol'
import type { AskForApproval, CallOptions, CallOutcome, CallToApprove } from '@poundlock/runtime'
import type { AskingCall } from '../approvals/approvals.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { StoredSession } from '../sessions/session-store.ts'
import { lastBytes, type OutputPart } from './call-output.ts'

/** Bytes of the end of its output, for those who begin to follow it. */
const MOST_PRINTED = 16_000

/** Follows a call from within this program. */
export interface FollowedCall {
  /** Called before anything of it runs. When it rejects, nothing runs. */
  beforeRun(started: Parameters<NonNullable<CallOptions['beforeRun']>>[0]): Promise<void>
  update(text: string): void
  waits(call: CallToApprove, request: string): void
  answered(answer: string, by: string | null): void
  ended(outcome: CallOutcome): void
}

/** Who makes a call. */
export type CallOwner = Pick<Caller, 'deviceId' | 'deviceName' | 'role' | 'send'>

export interface CallRequest {
  readonly key: string
  readonly fingerprint: string
  readonly session: StoredSession
  readonly tool: string
  readonly input: unknown
  /** Absolute. */
  readonly cwd: string
  /** Of the trace that it belongs to. */
  readonly traceparent?: string
  /** What a command prints is recorded. */
  readonly recorded?: boolean
  /** Answers in the place of people: the call is part of something that was approved as a whole. */
  readonly ask?: AskForApproval
  readonly observer?: FollowedCall
  /** Called with the host that the call is made in, before it is. */
  readonly prepare?: (host: LocalHost) => void
  /** It waits for other calls, so that it does not count where there is room for so many. */
  readonly givesTask?: boolean
}

/** A call that has not ended. Connections come and go; the call goes on. */
export class RunningCall implements AskingCall {
  readonly request: CallRequest
  readonly origin: AskingCall['origin']
  readonly stop = new AbortController()
  readonly ended = Promise.withResolvers<CallResult>()
  callId = ''
  state: 'accepted' | 'waiting' | 'running' = 'accepted'
  approval: string | undefined
  isCancelled = false
  isLeft = false
  /** The ledger has noted that it may have had effects. */
  wasBegun = false
  runId: string | null = null
  startedAt: number | null = null
  /** The end of what it printed until now. */
  printed = ''
  /** Told when it waits for people. */
  onWaiting: (requestId: string) => void = () => undefined
  /** The connections that are told of it, and whether they want its output. */
  readonly #attached = new Map<CallOwner, boolean>()

  constructor(caller: CallOwner, request: CallRequest) {
    this.request = request
    this.origin = { deviceId: caller.deviceId, deviceName: caller.deviceName, role: caller.role }
    // The caller may be gone, so that its failure reaches no listener.
    this.ended.promise.catch(() => undefined)
  }

  get device(): string {
    return this.origin.deviceId
  }

  /** Tells a connection of the call until it ends. */
  attach(caller: CallOwner, stream: boolean): void {
    this.#attached.set(caller, stream)
    if (this.callId !== '') caller.send('tools.state', this.#stateData())
  }

  detach(caller: CallOwner): void {
    this.#attached.delete(caller)
  }

  to(state: RunningCall['state']): void {
    this.state = state
    for (const caller of this.#attached.keys()) caller.send('tools.state', this.#stateData())
  }

  waits(requestId: string): void {
    this.approval = requestId
    this.to('waiting')
    this.onWaiting(requestId)
  }

  output(part: OutputPart): void {
    this.printed = lastBytes(this.printed + part.text, MOST_PRINTED)
    const data = { callId: this.callId, key: this.request.key, ...part }
    for (const [caller, stream] of this.#attached) if (stream) caller.send('tools.output', data)
  }

  cancel(): void {
    this.isCancelled = true
    this.stop.abort()
  }

  /** The gateway ends: what waits goes on waiting, for the same call to come back to it. */
  leave(): void {
    this.isLeft = true
    this.stop.abort(LEAVE_WAITING)
  }

  #stateData() {
    const { callId, state, approval, request } = this
    return { callId, key: request.key, state, ...(state === 'waiting' && approval !== undefined && { approval }) }
  }
}
