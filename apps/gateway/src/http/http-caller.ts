import { GatewayError, type Scope } from '@poundlock/protocol'
import { scopeSet } from '../connection/connection-host.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { DeviceRecord } from '../identity/device.ts'
import { newId } from '../identity/secrets.ts'

export interface HttpCallerOptions {
  readonly device: DeviceRecord
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Takes the events of a call; absent where nobody listens. */
  readonly onEvent?: (event: string, data: object) => void
}

/** A device that proved itself with its bearer token: it has all scopes of its record, and no subscriptions. */
export class HttpCaller implements Caller {
  readonly connectionId = newId()
  readonly deviceId: string
  readonly deviceName: string
  readonly role: Caller['role']
  readonly agent?: string
  readonly scopes: ReadonlySet<Scope>
  readonly proof = 'bearer-token'
  readonly signal: AbortSignal
  readonly #onEvent: HttpCallerOptions['onEvent']

  constructor({ device, signal, onEvent }: HttpCallerOptions) {
    this.deviceId = device.id
    this.deviceName = device.name
    this.role = device.role
    if (device.agent !== undefined) this.agent = device.agent
    this.scopes = scopeSet(device.scopes)
    this.signal = signal
    this.#onEvent = onEvent
  }

  send(event: string, data: object): boolean {
    if (this.signal.aborted || this.#onEvent === undefined) return false
    this.#onEvent(event, data)
    return true
  }

  subscribe(): never {
    throw noSubscription()
  }

  async request(): Promise<never> {
    throw new GatewayError('A node is asked over its WebSocket.', {
      code: 'UNAVAILABLE',
      details: { reason: 'no-responder' },
    })
  }

  unsubscribe(): boolean {
    return false
  }
}

/** Events need a connection that stays. */
export const noSubscription = (): GatewayError =>
  new GatewayError('A subscription needs the WebSocket.', {
    code: 'INVALID_PARAMS',
    path: '/method',
    expected: 'a method without a subscription',
  })
