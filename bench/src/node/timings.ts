import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as passed } from 'node:timers/promises'
import { connectDevice, type Device } from '../gateway/device-connection.ts'
import { at, median } from '../gateway/loads.ts'
import { openGatewayScene } from '../gateway/scene.ts'
import { startNode } from './node-process.ts'

export interface Noted {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly limit: string
  readonly isKept: boolean
}

const OFFLINE_CALLS = 30
/** Milliseconds of a command. */
const RUN_MS = 400
/** After a connection that stood for so long, a client begins with the shortest wait again. */
export const STABLE_MS = 5500
const COMMAND = `sleep ${RUN_MS / 1000}`
const PATIENCE_MS = 30_000

/**
 * How soon a call learns that its node is not connected, how soon a node is back after its gateway was killed, and how soon
 * a caller has a result that waited on the node. One gateway, on its local socket.
 */
export async function measureTimings(base: string, rounds: number, note: (row: Noted) => void): Promise<void> {
  const exec = { host: 'node', ask: 'off', allow: ['sleep'] }
  const scene = await openGatewayScene({ requestsPerSecond: 1_000_000 }, exec)
  const node = await startNode(scene, join(base, 'timings'))
  let attachedAt = 0
  createInterface({ input: node.stdout! }).on('line', (line) => {
    if (line.includes('"attached"')) attachedAt = performance.now()
  })
  try {
    const device = await scene.pair('agent')
    const again: number[] = []
    for (let round = 0; round < rounds; round++) {
      await passed(STABLE_MS)
      attachedAt = 0
      await scene.kill()
      await scene.start()
      const listensAt = performance.now()
      await until(() => attachedAt > 0)
      again.push(Math.max(0, attachedAt - listensAt))
    }
    const first = await connectDevice(scene.url, device)
    const { session } = await first.request('sessions.create', {}, { idempotencyKey: randomUUID() })
    const results: number[] = []
    for (let round = 0; round < rounds; round++) {
      await passed(STABLE_MS)
      const key = randomUUID()
      const left = await connectDevice(scene.url, device)
      const runs = new Promise<void>((resolve) => {
        left.onEvent = (event, { state }) => {
          if (event === 'tools.state' && state === 'running') resolve()
        }
      })
      left.request('tools.call', callOf(session.id, COMMAND), { idempotencyKey: key }).catch(() => undefined)
      await runs
      // It is on its way by then, and goes on for longer than this.
      await passed(RUN_MS / 2)
      attachedAt = 0
      await scene.kill()
      await passed(RUN_MS)
      await scene.start()
      const agent = await connectDevice(scene.url, device)
      const { status } = await agent.request('tools.call', callOf(session.id, COMMAND), { idempotencyKey: key })
      const toldAt = performance.now()
      if (status !== 'ran') throw new Error(`the call ended as ${String(status)}`)
      await until(() => attachedAt > 0)
      // Results arrive while the node attaches: some are there before the request of it is answered.
      results.push(Math.max(0, toldAt - attachedAt))
      agent.close()
    }
    note(rowOf('a node is back after its only gateway was killed, ms from when the next one listens', again, 200))
    note(rowOf('a result that waited on the node reaches its caller, ms from the connection', results, 50))
    node.kill('SIGKILL')
    note(
      rowOf('a call learns that its node is not connected, ms', await offlineTimes(scene.url, device, session.id), 50),
    )
  } finally {
    node.kill('SIGKILL')
    await scene.close()
  }
}

async function offlineTimes(url: string, device: Device, session: string): Promise<number[]> {
  const agent = await connectDevice(url, device)
  const times: number[] = []
  const begin = performance.now()
  while (times.length < OFFLINE_CALLS) {
    const start = performance.now()
    const result = await agent.request('tools.call', callOf(session, COMMAND), { idempotencyKey: randomUUID() })
    if (JSON.stringify(result).includes('NODE_OFFLINE')) times.push(performance.now() - start)
    else if (performance.now() - begin > PATIENCE_MS) throw new Error(JSON.stringify(result).slice(0, 1000))
  }
  agent.close()
  return times
}

const callOf = (session: string, command: string) => ({ session, tool: 'exec', input: { command, node: 'box' } })

export const rowOf = (what: string, times: readonly number[], limit: number): Noted => ({
  what,
  ours: `${median(times).toFixed(0)} (p95: ${at(times, 0.95).toFixed(0)})`,
  peer: '',
  limit: `< ${limit}`,
  isKept: median(times) < limit,
})

export async function until(holds: () => boolean): Promise<void> {
  for (const begin = performance.now(); !holds(); await passed(5)) {
    if (performance.now() - begin > PATIENCE_MS) throw new Error('nothing happened for half a minute')
  }
}
