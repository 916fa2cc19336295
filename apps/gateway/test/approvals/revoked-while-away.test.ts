import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openRequestStore } from '@poundlock/approvals/node'
import { expect, test } from 'vitest'
import { DeviceStore } from '../../src/identity/device-store.ts'
import { begin, openKillable, type Killable } from '../support/killable-gateway.ts'
import type { TestConnection } from '../support/test-client.ts'
import { ASKING, eventsOf, exec, newKey, watch } from '../support/work-scene.ts'

const lost = (error: Error) => ({ ok: false, error: { code: 'LOST', message: error.message } })

/** A call waits at a gateway that is killed then. */
async function leaveWaiting(scene: Killable, beforeTheKill: (anna: TestConnection, id: string) => unknown) {
  const agent = await begin(scene)
  const anna = await scene.connect(scene.operator)
  const waiting = eventsOf(anna)
  await watch(anna)
  const key = newKey()
  const call = (connection: TestConnection) => exec(connection, scene.session, 'touch made', { key })
  const first = call(agent).catch(lost)
  const { id } = (await waiting.next('approvals.waiting')).data.approval
  await beforeTheKill(anna, id)
  await scene.kill()
  expect(await first).toMatchObject({ error: { code: 'LOST' } })
  const store = openRequestStore(join(scene.stateFolder, 'approvals', 'requests'))
  return { id, call, store }
}

/** As the operator answers at a gateway that is killed before the call goes on. */
function answerUnused({
  store,
  id,
  scene,
}: {
  store: ReturnType<typeof openRequestStore>
  id: string
  scene: Killable
}) {
  const author = { deviceId: scene.operator.key.id, deviceName: 'desk', role: 'operator', proof: 'token' } as const
  store.answer(id, { decision: 'allow-once', by: 'desk', surface: 'gateway', author })
}

/** As another gateway revokes it, or this one right before it is killed. */
const revokeAway = ({ stateFolder, operator, agent }: Killable) =>
  new DeviceStore(join(stateFolder, 'gateway', 'devices.json')).revoke(operator.key.id, agent.key.id, Date.now())

const made = ({ workspace }: Killable) => existsSync(join(workspace, 'made'))

test('an answer that was not used before the gateway was killed is used when the call is made again', async () => {
  const scene = await openKillable()
  const { id, call, store } = await leaveWaiting(scene, () => undefined)
  answerUnused({ store, id, scene })
  await scene.start()
  expect((await call(await scene.connect(scene.agent))).result).toMatchObject({ status: 'ran' })
  expect(made(scene)).toBe(true)
})

test('an unused answer of a device that was revoked meanwhile is taken back when the gateway starts', async () => {
  const scene = await openKillable()
  const { id, call, store } = await leaveWaiting(scene, () => undefined)
  answerUnused({ store, id, scene })
  revokeAway(scene)
  await scene.start()
  expect(store.get(id).cancelledAt).toBeDefined()
  const again = await scene.connect(scene.agent)
  // No voter is left who could answer it again.
  expect((await call(again)).result).toMatchObject({ status: 'unapproved' })
  expect(made(scene)).toBe(false)
})

test('so is a request that such a device helped to allow', async () => {
  const require = [{ tools: ['exec'], approve: 2 }]
  const scene = await openKillable({ ...ASKING, approvals: { require } })
  const { id, store } = await leaveWaiting(scene, async (anna, asked) => {
    const { result } = await anna.call('approvals.answer', { id: asked, decision: 'allow-once' })
    expect(result).toMatchObject({ approval: { state: 'pending' } })
  })
  expect(store.get(id).votes).toHaveLength(1)
  revokeAway(scene)
  await scene.start()
  expect(store.pending()).toEqual([])
  expect(made(scene)).toBe(false)
})
