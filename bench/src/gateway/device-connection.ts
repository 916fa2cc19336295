import { createHash, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import {
  connectBytes,
  PROTOCOL_VERSIONS,
  type Challenge,
  type ConnectAuth,
  type Hello,
  type Role,
  type Scope,
} from '@poundlock/protocol'
import { WebSocket, type ClientOptions } from 'ws'

/** What a device connects with. */
export interface Device {
  readonly id: string
  readonly publicKey: string
  readonly privateKey: KeyObject
  readonly role: Role
  readonly scopes: readonly Scope[]
  /** Or, at the first time, its setup code. */
  readonly token: string
}

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')

const CLIENT = { name: 'bench', version: '1.0.0', platform: 'linux' }

/** The frame `connect` that answers a challenge, as text. */
export function connectFrame(challenge: Challenge, device: Device, auth: ConnectAuth = { kind: 'token' }): string {
  const { id, publicKey, role, scopes, token } = device
  const signedAt = challenge.time
  const body = { role, scopes, protocol: PROTOCOL_VERSIONS, client: CLIENT, auth }
  const bytes = connectBytes({
    ...body,
    gatewayId: challenge.gateway.id,
    nonce: challenge.nonce,
    deviceId: id,
    signedAt,
    credentialHash: sha256(token),
  })
  const signature = sign(null, bytes, device.privateKey).toString('base64url')
  const params = { ...body, device: { id, publicKey, signedAt, signature } }
  return JSON.stringify({ type: 'request', id: 'connect', method: 'connect', params })
}

/** A connection with next to no cost of its own, so that it is the other side that is measured. */
export interface DeviceConnection {
  readonly webSocket: WebSocket
  readonly hello: Hello
  request(method: string, params?: object, more?: object): Promise<any>
  onEvent: (event: string, data: any) => void
  close(): void
}

export async function connectDevice(
  url: string,
  device: Device,
  { auth, options }: { readonly auth?: ConnectAuth; readonly options?: ClientOptions } = {},
): Promise<DeviceConnection> {
  const webSocket = new WebSocket(url, { perMessageDeflate: false, ...options })
  const challenge = await nextMessage(webSocket)
  webSocket.send(connectFrame(challenge.data as Challenge, device, auth))
  const answer = await nextMessage(webSocket)
  if (answer.ok !== true) throw new Error(`not let in: ${JSON.stringify(answer.error)}`)
  const waiting = new Map<
    string,
    { readonly resolve: (result: any) => void; readonly reject: (error: Error) => void }
  >()
  let requests = 0
  const connection: DeviceConnection = {
    webSocket,
    hello: answer.result as Hello,
    onEvent: () => undefined,
    request(method, params = {}, more = {}) {
      const id = `r${requests++}`
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        webSocket.send(JSON.stringify({ type: 'request', id, method, params, ...more }))
      })
    },
    close: () => webSocket.terminate(),
  }
  webSocket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString())
    if (frame.type === 'event') return connection.onEvent(frame.event, frame.data)
    const request = waiting.get(frame.id)
    waiting.delete(frame.id)
    if (frame.ok) request?.resolve(frame.result)
    else request?.reject(Object.assign(new Error(frame.error.message), { code: frame.error.code, error: frame.error }))
  })
  webSocket.on('error', () => undefined)
  webSocket.on('close', () => {
    for (const { reject } of waiting.values()) reject(Object.assign(new Error('closed'), { code: 'LOST' }))
    waiting.clear()
  })
  return connection
}

async function nextMessage(webSocket: WebSocket): Promise<any> {
  const ending = new AbortController()
  const end = () => ending.abort()
  webSocket.once('close', end)
  try {
    const [data] = (await once(webSocket, 'message', { signal: ending.signal })) as [Buffer]
    return JSON.parse(data.toString())
  } finally {
    webSocket.off('close', end)
  }
}
