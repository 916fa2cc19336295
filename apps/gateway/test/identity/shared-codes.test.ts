import { openEmbeddedBus, type Bus } from '@poundlock/bus'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { testKey } from '../support/test-client.ts'
import { openTestGateway } from '../support/test-gateway.ts'

/** A gateway on a bus whose writes to setup codes are followed by something before they are confirmed. */
async function openFollowed() {
  const follow = { used: async (): Promise<void> => undefined }
  const bus = openEmbeddedBus({ folder: temporaryFolder() })
  const compareAndSet = bus.compareAndSet.bind(bus)
  const followed: Bus = Object.assign(bus, {
    async compareAndSet(...[key, ...rest]: Parameters<Bus['compareAndSet']>) {
      const outcome = await compareAndSet(key, ...rest)
      if (key[0] === 'setup-codes') await follow.used()
      return outcome
    },
  })
  return { gateway: await openTestGateway({ openBus: async () => followed }), follow }
}

const withCode = (code: string) => ({
  key: testKey(),
  role: 'agent' as const,
  scopes: ROLE_SCOPES.agent,
  auth: { kind: 'setup-code', codeId: code.slice(0, 8), name: 'late' } as const,
  credential: code,
})

test('a code whose maker is revoked while it is used up pairs no device', async () => {
  const { gateway, follow } = await openFollowed()
  const desk = await gateway.pair('operator', ROLE_SCOPES.operator)
  const owner = await gateway.owner()
  const invite = async () =>
    (await desk.connection.call('devices.invite', { role: 'agent', scopes: ROLE_SCOPES.agent })).result.code as string
  const [first, second] = [await invite(), await invite()]
  expect((await gateway.connect(withCode(first))).answered.ok).toBe(true)
  let revocations = 0
  follow.used = async () => {
    follow.used = async () => undefined
    revocations++
    await owner.call('devices.revoke', { device: desk.key.id })
  }
  const late = await gateway.connect(withCode(second))
  expect(late.answered.error).toMatchObject({ code: 'SETUP_CODE_INVALID' })
  expect(revocations).toBe(1)
  const { devices } = (await owner.call('devices.list')).result
  expect(devices.filter(({ role }: { role: string }) => role === 'agent')).toHaveLength(1)
})
