import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { openTestGateway, type Paired, type TestGateway } from '../support/test-gateway.ts'

async function twoNodes() {
  const scene = await openTestGateway()
  const one = await scene.pair('node', ROLE_SCOPES.node)
  const two = await scene.pair('node', ROLE_SCOPES.node)
  return { scene, one, two }
}

const callerOf = (scene: TestGateway, { key }: Paired) => scene.gateway.services.connections.ofDevice(key.id)[0]!.caller

const RUN = `run_${'0'.repeat(32)}`

test('GW-29-b: no device has a generic way to a node; what reaches it is made by the gateway from a call', async () => {
  const { scene, one } = await twoNodes()
  const callers = [
    await scene.owner(),
    (await scene.pair('agent', ROLE_SCOPES.agent, { agent: 'coder' })).connection,
    (await scene.pair('node', ROLE_SCOPES.node)).connection,
  ]
  const command = { argv: ['touch', 'x'], approved: true, approvalDecision: 'allow-once' }
  for (const caller of callers) {
    for (const method of ['node.invoke', 'nodes.invoke', 'system.run', 'system.run.prepare', 'system.run.cancel']) {
      const params = { node: one.key.id, command: 'system.run', params: command, run: RUN }
      const { error } = await caller.call(method, params, { idempotencyKey: 'generic-invoke' })
      expect(error?.code, method).toBe('UNKNOWN_METHOD')
    }
  }
  // The first that the node gets is this answer: nothing was sent to it before.
  one.connection.send({ type: 'request', id: 'own', method: 'gateway.health', params: {} })
  expect(await one.connection.next()).toMatchObject({ type: 'response', id: 'own', ok: true })
})

test('an answer counts only on the connection that was asked', async () => {
  const { scene, one, two } = await twoNodes()
  const asked = callerOf(scene, one).request('system.run.cancel', { run: RUN })
  const request = await one.connection.next()
  expect(request).toMatchObject({ type: 'request', method: 'system.run.cancel', params: { run: RUN } })
  expect(request.id).toMatch(/^[0-9a-f]{32}$/)
  two.connection.send({ type: 'response', id: request.id, ok: true, result: { cancelling: false } })
  // Answered in order: the gateway has seen the answer of the other node by then.
  expect((await two.connection.call('gateway.health')).ok).toBe(true)
  one.connection.send({ type: 'response', id: request.id, ok: true, result: { cancelling: true } })
  expect(await asked).toEqual({ cancelling: true })
})

test('what a node answers has to fit the method, and its errors are those of the list', async () => {
  const { scene, one } = await twoNodes()
  const caller = callerOf(scene, one)
  const wrong = caller.request('system.run.cancel', { run: RUN })
  const { id } = await one.connection.next()
  one.connection.send({ type: 'response', id, ok: true, result: { cancelling: true, approved: true } })
  await expect(wrong).rejects.toMatchObject({ code: 'INTERNAL', path: '/result/approved' })
  const refused = caller.request('system.run.cancel', { run: RUN })
  const next = await one.connection.next()
  one.connection.send({ type: 'response', id: next.id, ok: false, error: { code: 'MADE_UP', message: 'no' } })
  await expect(refused).rejects.toMatchObject({ code: 'INTERNAL', message: 'The node refused: no' })
})

test('what was sent to a node that went away may have been done, and nothing is sent to one that is gone', async () => {
  const { scene, one } = await twoNodes()
  const caller = callerOf(scene, one)
  const writes = caller.request('system.run.cancel', { run: RUN })
  const reads = caller.request('run.status', { run: RUN })
  await one.connection.next()
  one.connection.webSocket.terminate()
  await expect(writes).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  await expect(reads).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'lost' } })
  await expect(caller.request('run.status', { run: RUN })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    details: { reason: 'no-responder' },
  })
})

test('a newer connection of a node ends the older one, with what was asked there', async () => {
  const { scene, one } = await twoNodes()
  const older = callerOf(scene, one)
  const asked = older.request('system.run.cancel', { run: RUN })
  const { id } = await one.connection.next()
  const outcome = asked.catch((error: unknown) => error)
  const again = await one.again()
  expect(await outcome).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  expect(await one.connection.closed).toBe(4409)
  again.send({ type: 'response', id, ok: true, result: { cancelling: true } })
  expect((await again.call('gateway.health')).ok).toBe(true)
  expect(callerOf(scene, one)).not.toBe(older)
})

test('agents and operators answer nothing', async () => {
  const { scene } = await twoNodes()
  const agent = await scene.pair('agent', ROLE_SCOPES.agent)
  agent.connection.send({ type: 'response', id: 'x', ok: true, result: {} })
  expect(await agent.connection.closed).toBe(4400)
})
