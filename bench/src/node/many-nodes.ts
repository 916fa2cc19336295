import { once } from 'node:events'
import { join } from 'node:path'
import type { NodeDescription } from '@poundlock/protocol'
import { collectGarbage } from '../gateway/collect-garbage.ts'
import { connectDevice, type Device, type DeviceConnection } from '../gateway/device-connection.ts'
import { processorTime, residentBytes } from '../gateway/processor-time.ts'
import { openGatewayScene, ownerDevice, type GatewayScene } from '../gateway/scene.ts'

/** Nodes that connect at a time: each waits its turn as a node does whose gateway is busy. */
const AT_ONCE = 64
const SETTLE_MS = 4000
const RETRY_MS = 50

interface Noted {
  readonly what: string
  readonly ours: string
  readonly peer: string
  readonly limit: string
  readonly isKept: boolean
}

/** Simulated runners of the real protocol on one gateway: the memory of each, and how soon all are back after a restart. */
export async function measureManyNodes(count: number, note: (row: Noted) => void): Promise<void> {
  const scene = await openGatewayScene({ requestsPerSecond: 1_000_000 })
  try {
    const devices: Device[] = []
    await inParallel(count, async () => void devices.push(await scene.pair('node')))
    // Memory is counted from a gateway that knows all of them, and to which none is connected.
    await scene.kill()
    await scene.start()
    await settle()
    await collectGarbage(scene.child.pid!)
    await settle()
    const before = residentBytes(scene.child.pid!)
    const connections = await attachAll(scene, devices)
    await settle()
    await collectGarbage(scene.child.pid!)
    await settle()
    const perNode = (residentBytes(scene.child.pid!) - before) / count / 1024
    note({
      what: `memory of each of ${count} nodes, KiB`,
      ours: perNode.toFixed(1),
      peer: '',
      limit: '< 20',
      isKept: perNode < 20,
    })
    for (const connection of connections) connection.close()
    const crowd = new Crowd()
    await crowd.attach(scene, devices)
    const lost = crowd.lost()
    await scene.kill()
    await lost
    const begin = performance.now()
    const back = crowd.attach(scene, devices)
    await scene.start()
    await back
    const seconds = (performance.now() - begin) / 1000
    const processor = processorTime(scene.child.pid!) / 1000
    const owner = await connectDevice(
      `ws+unix://${join(scene.state, 'gateway', 'gateway.sock')}:/ws`,
      ownerDevice(scene.state),
    )
    const { nodes } = (await owner.request('nodes.list')) as {
      readonly nodes: readonly { readonly connected: boolean }[]
    }
    const attached = nodes.filter(({ connected }) => connected).length
    owner.close()
    note({
      what: `all ${attached} attached again, from the start of the gateway, s`,
      ours: seconds.toFixed(1),
      peer: '',
      limit: '< 10',
      isKept: attached === count && seconds < 10,
    })
    note({
      what: 'the same, processor time of the gateway, s',
      ours: processor.toFixed(1),
      peer: '',
      limit: '< 10',
      isKept: processor < 10,
    })
    crowd.leave()
  } finally {
    await scene.close()
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS))

async function attachAll(scene: GatewayScene, devices: readonly Device[]): Promise<DeviceConnection[]> {
  const connections: DeviceConnection[] = []
  await inParallel(devices.length, async (index) => {
    connections.push(await attach(scene, devices[index]!, index))
  })
  return connections
}

async function attach(scene: GatewayScene, device: Device, index: number): Promise<DeviceConnection> {
  for (;;) {
    try {
      return await offer(scene, device, index)
    } catch (error) {
      // The gateway takes so many at a time.
      if ((error as { code?: string }).code === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}

/** Connects as a node, says what it offers, and announces an empty log. */
async function offer(scene: GatewayScene, device: Device, index: number): Promise<DeviceConnection> {
  const connection = await connectDevice(scene.url, device)
  await connection.request('node.attach', { description: descriptionOf(index) })
  await connection.request('audit.head', { head: { seq: 0, hash: '0'.repeat(64) } })
  return connection
}

/** As the client of nodes waits: the bound stays small where nothing answers, and doubles where it is not let in. */
const FIRST_MS = 100
const STEADY_MS = 3000
const SOON_DOUBLINGS = 2

/** Runners that find their way back to the gateway by themselves, all at the same time. */
class Crowd {
  readonly #connections: DeviceConnection[] = []

  /** Settles when each is attached. */
  async attach(scene: GatewayScene, devices: readonly Device[]): Promise<void> {
    const lostAt = performance.now()
    await Promise.all(
      devices.map(async (device, index) => {
        this.#connections[index] = await comeBack(scene, device, index, lostAt)
      }),
    )
  }

  /** Settles when every connection is lost. */
  async lost(): Promise<void> {
    const open = this.#connections.filter(({ webSocket }) => webSocket.readyState !== webSocket.CLOSED)
    await Promise.all(open.map(({ webSocket }) => once(webSocket, 'close')))
  }

  leave(): void {
    for (const connection of this.#connections) connection.close()
  }
}

async function comeBack(scene: GatewayScene, device: Device, index: number, lostAt: number): Promise<DeviceConnection> {
  for (let doublings = 0; ;) {
    try {
      return await offer(scene, device, index)
    } catch (error) {
      const isAbsent = (error as { code?: string }).code === 'ECONNREFUSED'
      if (!isAbsent) doublings++
      else if (performance.now() - lostAt > STEADY_MS) doublings = Math.max(doublings, SOON_DOUBLINGS)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * FIRST_MS * 2 ** doublings))
    }
  }
}

const descriptionOf = (index: number): NodeDescription => ({
  instance: `instance${index}`,
  ledger: `ledger${index}`,
  version: '1.0.0',
  platform: 'linux',
  arch: 'x64',
  hostname: `host-${index}`,
  sandbox: { active: true, backend: 'unshare', reasons: [] },
  workspace: '/srv/work',
  commands: ['system.run', 'system.which', 'system.file', 'system.execApprovals.get'],
  labels: { role: 'web', zone: `zone-${index % 10}` },
  startedAt: 1_700_000_000_000,
})

async function inParallel(count: number, action: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    while (next < count) await action(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}
