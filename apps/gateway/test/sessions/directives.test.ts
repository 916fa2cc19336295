import { SessionHosts } from '@poundlock/local-host'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { SessionDirectives } from '../../src/sessions/session-directives.ts'
import { openHost } from '../support/open-host.ts'
import type { TestConnection } from '../support/test-client.ts'
import { approver, ASKING, exec, newKey, openWork } from '../support/work-scene.ts'

const ELEVATED = { enabled: true, allowFrom: { gateway: ['*'] } }
const NEVER = new AbortController().signal

const send = (connection: TestConnection, session: string, text: string, key = newKey()) =>
  connection.call('sessions.send', { session, text }, { idempotencyKey: key })

test('a directive of an operator holds for the session, is answered, and is said once for a key', async () => {
  const scene = await openWork()
  const { agent, session } = scene
  const { connection } = await approver(scene)
  expect((await exec(agent.connection, session, 'echo one')).result?.status).toBe('ran')
  const key = newKey()
  const first = await send(connection, session, '/exec security=deny', key)
  expect((await exec(agent.connection, session, 'echo two')).result?.status).toBe('denied')
  const after = first.result.seq - 1
  const { events } = (await connection.call('sessions.events', { session, after, limit: 1 })).result
  expect(events).toMatchObject([{ kind: 'directive', text: '/exec security=deny', by: { role: 'operator' } }])
  expect(events[0].answer).toContain('deny')
  await send(connection, session, '/exec security=allowlist')
  expect(await send(connection, session, '/exec security=deny', key)).toMatchObject({ result: first.result })
  expect((await exec(agent.connection, session, 'echo three')).result?.status).toBe('ran')
})

test('a directive holds after its host was closed, and ends with the session', async () => {
  const scene = await openWork({ limits: { idleMs: -1, maxOpen: 1 } })
  const { agent, session } = scene
  const { connection } = await approver(scene)
  await send(connection, session, '/exec security=deny')
  const other = await agent.connection.call('sessions.create', {}, { idempotencyKey: newKey() })
  // It takes the only place.
  expect((await exec(agent.connection, other.result.session.id, 'echo other')).result?.status).toBe('ran')
  expect((await exec(agent.connection, session, 'echo one')).result?.status).toBe('denied')
})

test('a directive about commands holds for the tasks of the session, and its elevation does not', async () => {
  const { workspace, session } = await openWork({ configuration: { ...ASKING, tools: { elevated: ELEVATED } } })
  const directives = new SessionDirectives()
  const hosts = new SessionHosts(directives.opener(openHost), () => 0)
  onTestFinished(() => hosts.close())
  const place = { agent: 'coder', workspace, session }
  const caller = { deviceId: 'dev_1', role: 'operator', scopes: new Set(['config.write']), signal: NEVER } as never
  const stateOf = (id: string) => hosts.use({ ...place, session: id }, async ({ runtime }) => runtime.sessionState(id))
  await directives.take(hosts, place, '/elevated on', caller)
  await directives.take(hosts, place, '/exec security=deny', caller)
  expect(await stateOf(session)).toMatchObject({ exec: { security: 'deny' }, elevated: { level: 'on' } })
  expect(await stateOf(`${session}-1`)).toEqual({ exec: { security: 'deny' } })
  await directives.take(hosts, place, '/exec security=allowlist', caller)
  expect(await stateOf(`${session}-1`)).toEqual({ exec: { security: 'allowlist' } })
})

test('what a device said ends when it is revoked; what others said holds', async () => {
  const scene = await openWork()
  const { agent, session } = scene
  const stolen = await approver(scene)
  const { connection } = await approver(scene)
  await send(connection, session, '/exec ask=off')
  await send(stolen.connection, session, '/exec security=full')
  expect((await exec(agent.connection, session, 'rm -f none')).result?.status).toBe('ran')
  const owner = await scene.owner()
  expect((await owner.call('devices.revoke', { device: stolen.key.id })).ok).toBe(true)
  expect((await exec(agent.connection, session, 'rm -f none')).result?.status).toBe('denied')
})

test('a directive holds after the configuration was read again', async () => {
  const scene = await openWork()
  const { area, agent, session } = scene
  const { connection } = await approver(scene)
  await send(connection, session, '/exec security=deny')
  area.reload()
  expect((await exec(agent.connection, session, 'echo one')).result?.status).toBe('denied')
})

test('an agent, and an operator who may not change the policy, give no directive', async () => {
  const scene = await openWork()
  const { agent, session } = scene
  const operator = await scene.pair('operator', ['sessions.read', 'sessions.write'])
  for (const text of ['/exec security=full', ' /EXEC ask=off', '/elevated full', '/elev: on', '/exec']) {
    for (const { connection } of [agent, operator]) {
      const { error } = await send(connection, session, text)
      expect([error?.code, error?.details?.reason], text).toEqual(['FORBIDDEN', 'directive'])
    }
  }
  expect((await send(agent.connection, session, '/help me')).ok).toBe(true)
})

test('one that cannot be read, and one that a gate refuses, change nothing', async () => {
  const scene = await openWork({
    configuration: { ...ASKING, tools: { ...ASKING.tools, elevated: { enabled: false } } },
  })
  const { session } = scene
  const { connection } = await scene.pair('operator', ROLE_SCOPES.operator)
  expect((await send(connection, session, '/exec security=everything')).error?.code).toBe('INVALID_PARAMS')
  expect((await send(connection, session, '/elevated full')).error?.code).toBe('FORBIDDEN')
})
