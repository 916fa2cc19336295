import { expect, test } from 'vitest'
import { openTestGateway } from './support/test-gateway.ts'

test('the user that runs the gateway connects at the local socket and sees its status', async () => {
  const { owner, gateway } = await openTestGateway()
  const connection = await owner()
  expect(connection.answered).toMatchObject({ ok: true, result: { role: 'operator', gateway: { id: gateway.id } } })
  const { result } = await connection.call('gateway.status')
  expect(result).toMatchObject({ state: 'ready', connections: { operator: 1, agent: 0, node: 0 } })
})

test('a device that is paired with a setup code connects again with its token', async () => {
  const { pair } = await openTestGateway()
  const device = await pair('agent', ['status.read', 'tools.call'])
  expect(device.connection.answered.ok).toBe(true)
  const again = await device.again()
  expect(again.hello).toMatchObject({ role: 'agent', scopes: ['status.read', 'tools.call'] })
  expect(again.hello.token).toBeUndefined()
})
