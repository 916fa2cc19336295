import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts, makeNatsServer, natsConfiguration } from '@poundlock/tooling/nats'
import { needsNats } from '@poundlock/tooling/nats-test'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { connectTo, memberState, pairedDevice, startClusterNode, startMember } from './support/cluster.ts'
import { beginSession, exec, newKey, nodeThat, TO_NODES } from './support/scene.ts'

/** A broker that can be put back to what it had stored some time ago. */
async function forgetfulBroker() {
  needsNats()
  const folder = temporaryFolder()
  const copy = join(temporaryFolder(), 'copy')
  const ports = (await freePorts(1))[0]!
  const server = makeNatsServer(folder, 'n1', ports, natsConfiguration(folder, 'n1', ports, ''))
  onTestFinished(() => server.kill())
  await server.start()
  const stored = join(folder, 'n1', 'jetstream')
  return {
    server,
    /** Keeps what is stored now. */
    keep: async () => {
      await server.kill()
      cpSync(stored, copy, { recursive: true })
      await server.start()
    },
    /** Loses all that was confirmed since. */
    lose: async () => {
      await server.kill()
      rmSync(stored, { recursive: true })
      cpSync(copy, stored, { recursive: true })
      await server.start()
    },
  }
}

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

test('GW-76-c: a broker that loses writes which it had confirmed makes nothing run again, and lets nobody in again', async () => {
  const { server, keep, lose } = await forgetfulBroker()
  const first = await startMember([server.address], 'first', memberState(TO_NODES))
  const second = await startMember([server.address], 'second', memberState(TO_NODES, first.stateFolder))
  const [agent, thief] = [await pairedDevice(first.stateFolder), await pairedDevice(first.stateFolder)]
  const node = await startClusterNode('box', [first.stateFolder])
  const operator = await first.owner()
  const { nodes } = await operator.request('nodes.list', {})
  const { id } = nodes.find(({ name }) => name === 'box')!
  await operator.request('nodes.approve', { node: id })
  const other = await second.owner()
  const isReady = async () => {
    for (const gateway of [operator, other]) {
      const problems = async () => (await gateway.request('gateway.status', {})).problems
      await expect.poll(problems).toEqual([])
    }
    await nodeThat(other, id, ({ connected, approved }) => connected && approved.includes('system.run'))
  }
  await isReady()
  await keep()
  await isReady()
  const caller = await connectTo(agent, second.stateFolder)
  const session = await beginSession(caller)
  const key = newKey()
  const input = { command: 'echo x >> ran', node: 'box' }
  const ran = await exec(caller, session, input, key)
  expect(ran).toMatchObject({ status: 'ran' })
  const revoked = await connectTo(thief, second.stateFolder)
  const { devices } = await operator.request('devices.list', {})
  const stolen = devices.filter(({ role }) => role === 'agent').at(-1)!
  await operator.request('devices.revoke', { device: stolen.id })
  await revoked.closed
  await lose()
  await isReady()
  expect(await exec(caller, session, input, key)).toEqual(ran)
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['x'])
  for (const { stateFolder } of [first, second]) {
    await expect(connectTo(thief, stateFolder)).rejects.toMatchObject({ details: { code: 'REVOKED' } })
  }
  expect(await exec(caller, session, { command: 'echo y >> ran', node: 'box' })).toMatchObject({ status: 'ran' })
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['x', 'y'])
})
