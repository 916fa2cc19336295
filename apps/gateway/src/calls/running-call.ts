import { LEAVE_WAITING } from '@poundlock/approvals/node'
import type { CallResult } from '@poundlock/protocol'
import type { AskingCall } from '../approvals/approvals.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { StoredSession } from '../sessions/session-store.ts'
import type { OutputPart } from './call-output.ts'

export interface CallRequest {
  readonly key: string
  readonly fingerprint: string
  readonly session: StoredSession
  readonly tool: string
  readonly input: unknown
  /** Absolute. */
  readonly cwd: string
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
  /** Told when it waits for people. */
  onWaiting: (requestId: string) => void = () => undefined
  /** The connections that are told of it, and whether they want its output. */
  readonly #attached = new Map<Caller, boolean>()

  constructor(caller: Caller, request: CallRequest) {
    this.request = request
    this.origin = { deviceId: caller.deviceId, deviceName: caller.deviceName, role: caller.role }
    // Nobody may be there any more to hear that it failed.
    this.ended.promise.catch(() => undefined)
  }

  get device(): string {
    return this.origin.deviceId
  }

  /** Tells a connection of the call until it ends. */
  attach(caller: Caller, stream: boolean): void {
    this.#attached.set(caller, stream)
    if (this.callId !== '') caller.send('tools.state', this.#stateData())
  }

  detach(caller: Caller): void {
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
