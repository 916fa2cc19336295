import { createHash } from 'node:crypto'
import { LEAVE_WAITING } from '@poundlock/approvals/node'
import type { EventData, ResultOf } from '@poundlock/protocol'
import type { AskingCall } from '../approvals/approvals.ts'
import { fingerprintOf } from '../calls/fingerprint.ts'
import type { Caller } from '../dispatch/caller.ts'
import { newId } from '../identity/secrets.ts'
import type { StoredSession } from '../sessions/session-store.ts'

export interface FleetRequest {
  readonly key: string
  readonly fingerprint: string
  readonly session: StoredSession
  readonly input: object
  /** Ids. */
  readonly nodes: readonly string[]
  readonly maxConcurrency: number
  readonly maxErrors: number
  readonly recorded: boolean
}

/** A command on several nodes that has not ended. Connections come and go; it goes on. */
export class RunningFleet implements AskingCall {
  readonly request: FleetRequest
  readonly id = `fleet_${newId()}`
  readonly origin: AskingCall['origin']
  readonly stop = new AbortController()
  readonly ended = Promise.withResolvers<ResultOf<'fleet.exec'>>()
  readonly #attached = new Set<Caller>()

  constructor(caller: Caller, request: FleetRequest) {
    this.request = request
    this.origin = { deviceId: caller.deviceId, deviceName: caller.deviceName, role: caller.role }
    this.attach(caller)
    // The caller may be gone, so that its failure reaches no listener.
    this.ended.promise.catch(() => undefined)
  }

  /** The key of the call of one node: the same after a restart. */
  keyOf(node: string): string {
    return `fleet-${createHash('sha256').update(`${this.request.key}\n${node}`).digest('hex').slice(0, 48)}`
  }

  fingerprintOf(node: string): string {
    const { session, input } = this.request
    return fingerprintOf('fleet.exec', { session: session.id, input, node })
  }

  attach(caller: Caller): void {
    this.#attached.add(caller)
  }

  detach(caller: Caller): void {
    this.#attached.delete(caller)
  }

  tell(progress: Omit<EventData<'fleet.progress'>, 'key'>): void {
    for (const caller of this.#attached) caller.send('fleet.progress', { key: this.request.key, ...progress })
  }

  waits(requestId: string): void {
    this.tell({ state: 'waiting', approval: requestId })
  }

  cancel(): void {
    this.stop.abort()
  }

  /** The gateway ends: the request for approval stays, for the same command to come back to it. */
  leave(): void {
    this.stop.abort(LEAVE_WAITING)
  }
}
