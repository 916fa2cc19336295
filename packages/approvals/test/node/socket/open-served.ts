import { chmodSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Binding } from '../../../src/index.ts'
import {
  connectApprovals,
  openDesk,
  openRequestStore,
  serveApprovals,
  type DeskOptions,
  type ServeOptions,
} from '../../../src/node/index.ts'
import { makeProof } from '../../../src/node/socket/proof-file.ts'
import { newNonce, seal, sealKey } from '../../../src/node/socket/seal.ts'
import { aRequest } from '../../a-request.ts'
import { temporaryFolder } from '../start-fixture.ts'

export const TOKEN = 'a token of the test'

/** A served socket over a store of its own, closed after the test. */
export async function openServed(options: Partial<ServeOptions> = {}, deskOptions: DeskOptions = {}) {
  const folder = temporaryFolder()
  chmodSync(folder, 0o700)
  const store = openRequestStore(join(folder, 'requests'), { maxPending: 10_000, maxPerMinute: 10_000 })
  const desk = openDesk(store, deskOptions)
  const path = join(folder, 's')
  const refusals: string[] = []
  const served = await serveApprovals(desk, {
    path,
    token: TOKEN,
    account: 'me',
    onRefusal: (reason) => refusals.push(reason),
    ...options,
  })
  onTestFinished(async () => {
    await served.close()
    await desk.close()
  })
  return {
    folder,
    path,
    store,
    desk,
    served,
    refusals,
    async connect(token = TOKEN) {
      const client = await connectApprovals({ path, token })
      onTestFinished(() => client.close())
      return client
    },
    ask(change: Partial<Binding> = {}): string {
      const { id: _, createdAt: _c, expiresAt: _e, ...request } = aRequest(change)
      return store.create(request).request.id
    },
  }
}

/** A peer that says what it likes. */
export class RawPeer {
  readonly socket: Socket
  readonly #lines: string[] = []
  readonly #folder: string
  #rest = ''
  #wake: () => void = () => undefined
  #ended = false
  #id = 0
  nonces = { client: newNonce(), server: '' }

  constructor(path: string) {
    this.#folder = join(path, '..')
    this.socket = connect(path)
    this.socket.on('error', () => undefined)
    this.socket.on('data', (chunk: Buffer) => {
      const parts = (this.#rest + chunk.toString()).split('\n')
      this.#rest = parts.pop()!
      this.#lines.push(...parts)
      this.#wake()
    })
    this.socket.on('close', () => {
      this.#ended = true
      this.#wake()
    })
    onTestFinished(() => void this.socket.destroy())
  }

  /** The next message; `null` when the server has closed the connection. */
  async next(): Promise<any> {
    for (;;) {
      const line = this.#lines.shift()
      if (line !== undefined) return JSON.parse(line)
      if (this.#ended) return null
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  async ended(): Promise<void> {
    while ((await this.next()) !== null);
  }

  async ask(method: string, params: unknown): Promise<any> {
    this.socket.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params })}\n`)
    return this.next()
  }

  /** Goes as far as an honest peer before its first call. */
  async greet(): Promise<void> {
    const { result } = await this.ask('hello', { version: 1, nonce: this.nonces.client })
    this.nonces = { ...this.nonces, server: result.nonce }
    makeProof(this.#folder, result.file)
  }

  sealed(body: object | string, change: { at?: number; nonce?: string; token?: string } = {}) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const { at = Date.now(), nonce = newNonce(), token = TOKEN } = change
    return seal(sealKey(token), 'request', this.nonces, { body: text, at, nonce })
  }
}
