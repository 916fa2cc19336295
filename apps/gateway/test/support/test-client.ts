import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import {
  connectBytes,
  PROTOCOL_VERSIONS,
  type Challenge,
  type ConnectAuth,
  type ConnectParams,
  type Hello,
  type Role,
  type Scope,
} from '@poundlock/protocol'
import { onTestFinished } from 'vitest'
import { WebSocket, type ClientOptions } from 'ws'

/** A key of a device, written apart from the gateway's own code. */
export interface TestKey {
  readonly id: string
  readonly publicKey: string
  readonly privateKey: KeyObject
}

export function testKey(): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'jwk' }).x!
  const id = createHash('sha256').update(Buffer.from(raw, 'base64url')).digest('hex')
  return { id, publicKey: raw, privateKey }
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A response frame, whatever stands in it. */
export interface Answer {
  readonly type: 'response'
  readonly id: string | null
  readonly ok: boolean
  readonly result?: any
  readonly error?: {
    code: string
    message: string
    path?: string
    expected?: string
    retryAfterMs?: number
    details?: any
  }
}

/** One frame after the other, as they came. */
export interface RawClient {
  readonly webSocket: WebSocket
  /** The next frame that was not taken yet; rejects when the connection ends first. */
  readonly next: () => Promise<any>
  /** The next response with this id. */
  readonly answer: (id: string | null) => Promise<Answer>
  readonly send: (frame: object | string) => void
  /** The close code. */
  readonly closed: Promise<number>
  readonly close: () => void
}

/** Opens a WebSocket; rejects with the status of a refused upgrade. */
export async function openRaw(url: string, options: ClientOptions = {}): Promise<RawClient> {
  const webSocket = new WebSocket(url, { perMessageDeflate: false, ...options })
  const frames: any[] = []
  const waiting: ((frame: any) => void)[] = []
  const answers = new Map<string | null, (frame: any) => void>()
  const { promise: closed, resolve: end } = Promise.withResolvers<number>()
  webSocket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString())
    const asker = frame.type === 'response' ? answers.get(frame.id) : undefined
    if (asker) {
      answers.delete(frame.id)
      // What came before an answer is not looked at any more.
      frames.length = 0
      return asker(frame)
    }
    const taker = waiting.shift()
    if (taker) taker(frame)
    else frames.push(frame)
  })
  webSocket.on('close', (code: number) => end(code))
  onTestFinished(() => webSocket.terminate())
  await new Promise<void>((resolve, reject) => {
    webSocket.once('open', () => resolve())
    webSocket.once('error', reject)
    webSocket.once('unexpected-response', (_request, response) => {
      reject(Object.assign(new Error(`status ${response.statusCode}`), { status: response.statusCode }))
      webSocket.terminate()
    })
  })
  webSocket.on('error', () => undefined)
  const comes = (keep: (resolve: (frame: any) => void) => void) =>
    new Promise<any>((resolve, reject) => {
      keep(resolve)
      void closed.then((code) => reject(new Error(`closed with ${code}`)))
    })
  const next = () =>
    frames.length > 0 ? Promise.resolve(frames.shift()) : comes((resolve) => void waiting.push(resolve))
  return {
    webSocket,
    next,
    async answer(id) {
      const at = frames.findIndex((frame) => frame.type === 'response' && frame.id === id)
      if (at !== -1) return frames.splice(0, at + 1).at(-1)
      return comes((resolve) => void answers.set(id, resolve))
    },
    send: (frame) => webSocket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
    closed,
    close: () => webSocket.close(),
  }
}

/** How a test connects. */
export interface Connecting {
  readonly key?: TestKey
  readonly role?: Role
  readonly scopes?: readonly Scope[]
  readonly auth: ConnectAuth
  /** The token, or the whole setup code. */
  readonly credential?: string
  readonly options?: ClientOptions
  /** Changes the parameters after they were signed. */
  readonly forge?: (params: ConnectParams) => object
  /** Instead of what the challenge says. */
  readonly gatewayId?: string
  readonly nonce?: string
  readonly signedAt?: number
}

const CLIENT = { name: 'test', version: '1.0.0', platform: 'linux' }

/** The parameters of `connect` for a challenge. */
export function signedParams(challenge: Challenge, connecting: Connecting): object {
  const { key = testKey(), role = 'operator', scopes = ['status.read'], auth, credential } = connecting
  const signedAt = connecting.signedAt ?? challenge.time
  const bytes = connectBytes({
    gatewayId: connecting.gatewayId ?? challenge.gateway.id,
    nonce: connecting.nonce ?? challenge.nonce,
    deviceId: key.id,
    role,
    scopes,
    protocol: PROTOCOL_VERSIONS,
    client: CLIENT,
    signedAt,
    auth,
    credentialHash: credential === undefined ? '' : sha256(credential),
  })
  const params: ConnectParams = {
    protocol: PROTOCOL_VERSIONS,
    client: CLIENT,
    role,
    scopes: [...scopes],
    device: {
      id: key.id,
      publicKey: key.publicKey,
      signedAt,
      signature: sign(null, bytes, key.privateKey).toString('base64url'),
    },
    auth,
  }
  return connecting.forge?.(params) ?? params
}

/** A connection, let in or not. */
export interface TestConnection extends RawClient {
  readonly challenge: Challenge
  /** The answer to `connect`. */
  readonly answered: Answer
  readonly hello: Hello
  readonly call: (method: string, params?: object, more?: object) => Promise<Answer>
}

let requests = 0

/** Connects and waits for the answer, whatever it is. */
export async function connectTest(url: string, connecting: Connecting): Promise<TestConnection> {
  const raw = await openRaw(url, connecting.options)
  const first = await raw.next()
  const challenge = first.data as Challenge
  raw.send({ type: 'request', id: 'connect', method: 'connect', params: signedParams(challenge, connecting) })
  const answered = await raw.next()
  return {
    ...raw,
    challenge,
    answered,
    hello: answered.result,
    call(method, params = {}, more = {}) {
      const id = `r${requests++}`
      raw.send({ type: 'request', id, method, params, ...more })
      return raw.answer(id)
    },
  }
}
