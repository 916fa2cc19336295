import { fork, spawn, type ChildProcess } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { connectDevice, connectFrame, type Device } from './device-connection.ts'
import { processorTime } from './processor-time.ts'
import type { GatewayScene } from './scene.ts'

export type Side = 'bare' | 'gateway'
export const SIDES: readonly Side[] = ['bare', 'gateway']

/** The other server, once it listens. */
export async function startBare(): Promise<{ readonly child: ChildProcess; readonly port: number }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, port: Number(String(line)) }
}

/** Both servers, and how a client gets to each. */
export interface Contest {
  readonly pids: Readonly<Record<Side, number>>
  /** A connection that can be used at once. */
  readonly open: Readonly<Record<Side, (localAddress?: string) => Promise<WebSocket>>>
  /** Connects, proves a key, and ends. */
  readonly enter: Readonly<Record<Side, () => Promise<void>>>
  /** Milliseconds of processor time of each server while something is done to it. */
  readonly processorOf: (side: Side, action: () => Promise<void>) => Promise<number>
}

/** @param devices in turn, since one may have so many connections */
export function contest(
  scene: GatewayScene,
  bare: { child: ChildProcess; port: number },
  devices: readonly Device[],
): Contest {
  const pids = { bare: bare.child.pid!, gateway: scene.child.pid! }
  const bareUrl = `ws://127.0.0.1:${bare.port}`
  const options = (localAddress?: string) => ({ perMessageDeflate: false, ...(localAddress && { localAddress }) })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  let turn = 0
  const next = () => devices[turn++ % devices.length]!
  return {
    pids,
    open: {
      async bare(localAddress) {
        const webSocket = new WebSocket(bareUrl, options(localAddress))
        await once(webSocket, 'open')
        return webSocket
      },
      async gateway(localAddress) {
        const { webSocket } = await connectDevice(scene.url, next(), { options: options(localAddress) })
        webSocket.removeAllListeners('message')
        return webSocket
      },
    },
    enter: {
      bare: () =>
        enter(`${bareUrl}/verify`, ({ nonce }) => {
          const signature = sign(null, Buffer.from(nonce, 'base64url'), privateKey).toString('base64url')
          return JSON.stringify({ x, signature })
        }),
      gateway: () => enter(scene.url, ({ data }) => connectFrame(data, next())),
    },
    async processorOf(side, action) {
      const before = processorTime(pids[side])
      await action()
      return processorTime(pids[side]) - before
    },
  }
}

function enter(url: string, answer: (challenge: any) => string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const webSocket = new WebSocket(url, { perMessageDeflate: false })
  let isFirst = true
  webSocket.on('error', reject)
  webSocket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString())
    if (isFirst) {
      isFirst = false
      return webSocket.send(answer(frame))
    }
    webSocket.terminate()
    if (frame.ok === true) resolve()
    else reject(new Error(`not let in: ${data.toString()}`))
  })
  return promise
}

/** A process of `call-process.ts`, with what it says first. */
export async function startCalls(state: string, workspace: string, way: 'in-process' | 'gateway') {
  const file = fileURLToPath(new URL('call-process.ts', import.meta.url))
  const child = fork(file, [state, workspace, way], { env: { ...process.env, POUNDLOCK_HOME: state } })
  const [first] = (await once(child, 'message')) as [number]
  return { child, first }
}
