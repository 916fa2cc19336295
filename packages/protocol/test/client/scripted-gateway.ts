import {
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
  createPublicKey,
  type KeyObject,
} from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  connectBytes,
  decodeFrame,
  encodeFrame,
  helloBytes,
  LIMITS_AFTER_CONNECT,
  readConnectParams,
  type HelloLimits,
  type ConnectParams,
  type Frame,
  type RequestFrame,
} from '../../src/index.ts'

export const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** A frame without the parts that every connection has. */
export interface Peer {
  readonly params: ConnectParams
  readonly socket: WebSocket
  readonly send: (frame: Frame) => void
  readonly result: (request: RequestFrame, result: object) => void
  readonly error: (request: RequestFrame, code: string, more?: object) => void
}

export interface Script {
  /** The hash of the credential that is expected. */
  credentialHash?: string
  /** Instead of a hello. */
  refuse?: { code: string; close: number; retryAfterMs?: number; details?: Record<string, unknown> }
  /** A new token for the hello. */
  token?: string
  limits?: Partial<HelloLimits>
  protocol?: { min: number; max: number }
  /** Changes the hello after it was signed. */
  forge?: (hello: Record<string, unknown>) => Record<string, unknown>
  onRequest?: (request: RequestFrame, peer: Peer) => void
  /** Told of each connection that has its hello. */
  onPeer?: (peer: Peer) => void
}

const rawKey = (key: KeyObject) => Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url')

/** A gateway whose every answer a test decides; it checks signatures and signs as a real one does. */
export class ScriptedGateway implements AsyncDisposable {
  readonly script: Script
  readonly key: KeyObject
  readonly id: string
  readonly peers: Peer[] = []
  readonly requests: RequestFrame[] = []
  #server: WebSocketServer
  #port = 0

  constructor(script: Script = {}, key: KeyObject = generateKeyPairSync('ed25519').privateKey) {
    this.script = script
    this.key = key
    this.id = sha256(rawKey(key))
    this.#server = this.#listen(0)
  }

  async ready(): Promise<this> {
    if (!this.#server.address()) await new Promise((resolve) => this.#server.once('listening', resolve))
    this.#port = (this.#server.address() as AddressInfo).port
    return this
  }

  get url(): string {
    return `ws://127.0.0.1:${this.#port}/ws`
  }

  /** As after a kill: every connection is cut, and nobody listens. */
  async kill(): Promise<void> {
    for (const client of this.#server.clients) client.terminate()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async restart(port = this.#port): Promise<void> {
    this.#server = this.#listen(port)
    await this.ready()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill()
  }

  #listen(port: number): WebSocketServer {
    const server = new WebSocketServer({ host: '127.0.0.1', port, perMessageDeflate: false })
    server.on('connection', (socket) => this.#greet(socket))
    return server
  }

  #greet(socket: WebSocket): void {
    const nonce = randomBytes(32).toString('base64url')
    const { protocol = { min: 1, max: 1 } } = this.script
    const send = (frame: Frame) => socket.send(encodeFrame(frame))
    const gateway = { id: this.id, name: 'scripted' }
    send({ type: 'event', event: 'connect.challenge', data: { nonce, gateway, protocol, time: Date.now() } })
    socket.once('message', (data: Buffer) => {
      const frame = decodeFrame(data, LIMITS_AFTER_CONNECT)
      if (frame.type !== 'request' || frame.method !== 'connect') throw new Error('the first frame is no connect')
      const params = readConnectParams(frame.params)
      const bytes = this.#signedBytes(params, nonce)
      const { refuse } = this.script
      const isRight = verifies(params, bytes)
      if (refuse || !isRight) {
        const { code, close, ...more } = refuse ?? { code: 'UNAUTHENTICATED', close: 4401 }
        send({ type: 'response', id: frame.id, ok: false, error: { code, message: 'refused by the script', ...more } })
        socket.close(close)
        return
      }
      const hello = this.#hello(params, nonce, sha256(bytes))
      send({ type: 'response', id: frame.id, ok: true, result: this.script.forge?.(hello) ?? hello })
      this.#serve(socket, params)
    })
  }

  #serve(socket: WebSocket, params: ConnectParams): void {
    const send = (frame: Frame) => socket.send(encodeFrame(frame))
    const peer: Peer = {
      params,
      socket,
      send,
      result: ({ id }, result) => send({ type: 'response', id, ok: true, result }),
      error: ({ id }, code, more = {}) =>
        send({ type: 'response', id, ok: false, error: { code, message: 'refused by the script', ...more } }),
    }
    this.peers.push(peer)
    socket.on('message', (data: Buffer) => {
      const frame = decodeFrame(data, LIMITS_AFTER_CONNECT)
      if (frame.type !== 'request') return
      this.requests.push(frame)
      this.script.onRequest?.(frame, peer)
    })
    this.script.onPeer?.(peer)
  }

  #signedBytes({ device, auth, role, scopes, protocol, client }: ConnectParams, nonce: string): Uint8Array {
    const { credentialHash = '' } = this.script
    const { id: deviceId, signedAt } = device
    return connectBytes({
      gatewayId: this.id,
      nonce,
      deviceId,
      role,
      scopes,
      protocol,
      client,
      signedAt,
      auth,
      credentialHash,
    })
  }

  #hello(params: ConnectParams, nonce: string, connectHash: string): Record<string, unknown> {
    const { token } = this.script
    const { role, device } = params
    const scopes = params.scopes.filter((scope) => scope !== 'admin')
    const connection = randomBytes(8).toString('hex')
    const bytes = helloBytes({
      gatewayId: this.id,
      nonce,
      deviceId: device.id,
      connectionId: connection,
      connectHash,
      protocol: 1,
      role,
      scopes,
      tokenHash: token === undefined ? '' : sha256(token),
    })
    const limits: HelloLimits = {
      maxFrameBytes: 4 * 1024 * 1024,
      maxDepth: 64,
      maxValues: 20_000,
      maxRequestsAtOnce: 16,
      maxSubscriptions: 16,
      pingIntervalMs: 60_000,
      ...this.script.limits,
    }
    return {
      protocol: 1,
      gateway: {
        id: this.id,
        name: 'scripted',
        version: '1.0.0',
        publicKey: rawKey(this.key).toString('base64url'),
        signature: sign(null, bytes, this.key).toString('base64url'),
      },
      connection,
      device: { id: device.id, name: 'device' },
      role,
      scopes,
      limits,
      time: Date.now(),
      ...(token !== undefined && { token }),
    }
  }
}

function verifies({ device }: ConnectParams, bytes: Uint8Array): boolean {
  const raw = Buffer.from(device.publicKey, 'base64url')
  if (sha256(raw) !== device.id) return false
  const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: device.publicKey } })
  return verify(null, bytes, key, Buffer.from(device.signature, 'base64url'))
}
