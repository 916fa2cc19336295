import { readFileSync } from 'node:fs'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, test } from 'vitest'
import { approver, eventsOf, exec, newKey, openWork, watch } from '../support/work-scene.ts'

const PAGE = readFileSync(new URL('../../../../docs/gateway.md', import.meta.url), 'utf8')

/** The samples of `/metrics`: a series and its value. */
async function samples(port: number): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  const lines = (await response.text()).split('\n').filter((line) => line.startsWith('poundlock_'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('every metric of the documentation is fed by real calls, and there are no others', async () => {
  const scene = await openWork()
  const { agent, session, gateway } = scene
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  const key = newKey()
  await exec(agent.connection, session, 'echo hello', { key })
  await exec(agent.connection, session, 'echo hello', { key })
  await exec(agent.connection, session, 'echo hello', { input: { security: 'deny' } })
  await exec(agent.connection, session, 'echo hello', { input: { nonsense: true } })
  for (const decision of ['allow-once', 'deny'] as const) {
    const called = exec(agent.connection, session, `node -e "'${decision}'"`)
    const { data } = await events.next('approvals.waiting')
    await connection.call('approvals.answer', { id: data.approval.id, decision })
    await called
    await events.next('approvals.settled')
  }
  const left = await scene.pair('operator', ROLE_SCOPES.operator)
  const owner = await scene.owner()
  await owner.call('devices.revoke', { device: left.key.id })
  await fetch(`http://127.0.0.1:${gateway.port}/healthz`, { headers: { origin: 'https://attacker.example' } })
  const found = await samples(gateway.port!)
  expect(Object.fromEntries(found)).toMatchObject({
    'poundlock_calls_total{outcome="ran"}': 2,
    'poundlock_calls_total{outcome="denied"}': 1,
    'poundlock_calls_total{outcome="invalid"}': 1,
    'poundlock_calls_total{outcome="unapproved"}': 1,
    'poundlock_call_seconds_count{outcome="ran"}': 2,
    'poundlock_call_requests_total{state="accepted"}': 5,
    'poundlock_call_requests_total{state="repeated"}': 1,
    'poundlock_asks_total{answer="allow-once"}': 1,
    'poundlock_asks_total{answer="deny"}': 1,
    'poundlock_ask_seconds_count{answer="deny"}': 1,
    'poundlock_connections{role="agent"}': 1,
    'poundlock_connections_closed_total{reason="revoked"}': 1,
    'poundlock_queue_depth{queue="approvals"}': 0,
    'poundlock_unread_bytes{role="operator"}': 0,
    'poundlock_dropped_total{queue="session-events"}': 0,
    'poundlock_busy{what="sessions"}': 1,
  })
  const decisions = [...found].filter(([series]) => series.startsWith('poundlock_decisions_total{'))
  expect(decisions.reduce((sum, [, count]) => sum + count, 0)).toBe(4)
  expect(decisions.some(([series]) => series.includes('reason="none"'))).toBe(false)
  const documented = new Set(PAGE.match(/\bpoundlock_\w+/g))
  const names = new Set([...found.keys()].map((series) => series.replace(/_(?:bucket|sum|count)?\{.*|\{.*/, '')))
  expect([...names].toSorted()).toEqual([...documented].toSorted())
})
