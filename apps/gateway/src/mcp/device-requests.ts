import { GatewayError, type MethodName, type ParamsOf, type ResultOf } from '@poundlock/protocol'
import type { ConnectionHost } from '../connection/connection-host.ts'
import { HttpCaller } from '../http/http-caller.ts'
import { newId } from '../identity/secrets.ts'

export interface DeviceRequestOptions {
  readonly key?: string
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
  readonly onEvent?: (event: string, data: object) => void
}

/** Makes requests as a device would make them itself. @throws GatewayError */
export type RequestAsDevice = <Name extends MethodName>(
  method: Name,
  params: ParamsOf<Name>,
  options?: DeviceRequestOptions,
) => Promise<ResultOf<Name>>

/** Requests of a device through the gateway's dispatch: with the role and the scopes that its record has now. */
export function requestsOf(host: ConnectionHost, deviceId: string): RequestAsDevice {
  return async (method, params, { key, signal = new AbortController().signal, onEvent } = {}) => {
    const device = host.identity.devices.get(deviceId)
    if (device?.bearer !== true) throw new GatewayError('The device was revoked.', { code: 'REVOKED' })
    const caller = new HttpCaller({ device, signal, ...(onEvent && { onEvent }) })
    const frame = { type: 'request', id: newId(), method, params, ...(key !== undefined && { idempotencyKey: key }) }
    try {
      const answered = await host.dispatch(frame as Parameters<typeof host.dispatch>[0], caller)
      if (answered.ok) return answered.result as ResultOf<typeof method>
      const { code, message, details } = answered.error
      throw new GatewayError(message, {
        code: code as GatewayError['code'],
        ...(details !== undefined && { details: { ...details } }),
      })
    } finally {
      host.connectionClosed(caller)
    }
  }
}
