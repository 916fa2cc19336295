import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as passed } from 'node:timers/promises'
import { startNatsCluster } from '@poundlock/tooling/nats'
import { openGatewayScene, type GatewayScene } from '../gateway/scene.ts'
import { startNode } from './node-process.ts'
import { rowOf, STABLE_MS, until, type Noted } from './timings.ts'

/** How soon a node is at the other gateway after its own was killed: two gateways on a NATS cluster of three servers. */
export async function measureMoves(base: string, rounds: number, note: (row: Noted) => void): Promise<void> {
  const folder = join(base, 'several')
  mkdirSync(folder)
  const servers = await startNatsCluster(folder)
  const scenes: GatewayScene[] = []
  const bus = { servers: servers.map(({ address }) => address), replicas: 3 }
  const open = async (like?: string) =>
    void scenes.push(await openGatewayScene({ requestsPerSecond: 1_000_000 }, {}, { bus }, like))
  try {
    await open()
    await open(scenes[0]!.state)
    const [first, second] = scenes as [GatewayScene, GatewayScene]
    const node = await startNode(first, join(base, 'moving'), [second])
    try {
      let attachedAt = 0
      createInterface({ input: node.stdout! }).on('line', (line) => {
        if (line.includes('"attached"')) attachedAt = performance.now()
      })
      const times: number[] = []
      for (let round = 0; round < rounds; round++) {
        await passed(STABLE_MS)
        attachedAt = 0
        const begin = performance.now()
        const holder = scenes[round % 2]!
        await holder.kill()
        await until(() => attachedAt > 0)
        times.push(attachedAt - begin)
        await holder.start()
      }
      note(rowOf('a node is at the other gateway after its own was killed, ms from the kill', times, 200))
    } finally {
      node.kill('SIGKILL')
    }
  } finally {
    for (const scene of scenes) await scene.close()
    await Promise.all(servers.map((server) => server.kill()))
  }
}
