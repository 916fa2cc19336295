import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { beginSession, eventsOf, exec, newKey, openWork } from '../support/work-scene.ts'

const textOf = (result: any): string => result.content.map((part: any) => part.text).join('')

test('an agent runs a command through the policy, and is told how it ended', async () => {
  const { agent, session } = await openWork()
  const { result } = await exec(agent.connection, session, 'echo hello')
  expect(result).toMatchObject({ status: 'ran', exit: { code: 0, signal: null, timedOut: false }, decision: 'allow' })
  expect(textOf(result)).toBe('hello\n')
  const status = await agent.connection.call('tools.status', { call: { callId: result!.callId } })
  expect(status.result).toEqual({ callId: result!.callId, key: result!.key, state: 'ended', result })
})

test('a reading tool and a writing tool work in the workspace of the session', async () => {
  const { agent, session, workspace } = await openWork()
  const call = (tool: string, input: object) =>
    agent.connection.call('tools.call', { session, tool, input }, { idempotencyKey: newKey() })
  await call('write_file', { path: 'a.txt', content: 'one\n' })
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('one\n')
  const { result } = await call('read_file', { path: 'a.txt' })
  expect(textOf(result)).toContain('one')
})

test('the same key makes one call: a second request joins it, and a later one gets the recorded result', async () => {
  const { agent, session, workspace } = await openWork()
  const key = newKey()
  const second = await agent.again()
  const both = await Promise.all([
    exec(agent.connection, session, 'echo x >> ran; sleep 0.2', { key }),
    exec(second, session, 'echo x >> ran; sleep 0.2', { key }),
  ])
  expect(both[0].result).toEqual(both[1].result)
  expect((await exec(second, session, 'echo x >> ran; sleep 0.2', { key })).result).toEqual(both[0].result)
  expect(readFileSync(join(workspace, 'ran'), 'utf8')).toBe('x\n')
})

test('GW-30-b: the same key for another request is refused, and nothing runs', async () => {
  const { agent, session, workspace } = await openWork()
  const key = newKey()
  await exec(agent.connection, session, 'echo one', { key })
  const other = await exec(agent.connection, session, 'echo two > made', { key })
  expect(other.error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT', path: '/idempotencyKey' })
  expect(existsSync(join(workspace, 'made'))).toBe(false)
})

test('another device can use the same key for a call of its own', async () => {
  const scene = await openWork()
  const key = newKey()
  const other = await scene.pair('agent', ['sessions.read', 'sessions.write', 'tools.call', 'status.read'], {
    agent: 'coder',
  })
  const first = await exec(scene.agent.connection, scene.session, 'echo one', { key })
  const second = await exec(other.connection, scene.session, 'echo two', { key })
  expect(textOf(second.result)).toBe('two\n')
  expect(second.result!.callId).not.toBe(first.result!.callId)
})

test('output is sent in numbered parts while it runs, to the connection that asked for it', async () => {
  const { agent, session } = await openWork()
  const events = eventsOf(agent.connection)
  const running = exec(agent.connection, session, 'echo a; sleep 0.3; echo b >&2', { stream: true })
  const parts = [await events.next('tools.output'), await events.next('tools.output')]
  expect(parts.map(({ data }) => [data.part, data.stream, data.text])).toEqual([
    [1, 'stdout', 'a\n'],
    [2, 'stderr', 'b\n'],
  ])
  expect((await running).result).toMatchObject({ status: 'ran' })
})

test('a call that is cancelled ends with all its processes, and says so', async () => {
  const { agent, session } = await openWork()
  const key = newKey()
  const events = eventsOf(agent.connection)
  const running = exec(agent.connection, session, 'echo hi; sleep 60', { key, stream: true })
  const other = await agent.again()
  await events.next('tools.output')
  expect((await other.call('tools.cancel', { call: { key } })).result).toMatchObject({ cancelling: true })
  const { result } = await running
  expect(result).toMatchObject({ status: 'cancelled' })
  expect(result!.runId).toBeDefined()
  expect((await other.call('tools.cancel', { call: { key } })).result).toMatchObject({ cancelling: false })
})

test('a call goes on when its connection is lost, and its device gets the result with the same key', async () => {
  const { agent, session, workspace } = await openWork()
  const key = newKey()
  const events = eventsOf(agent.connection)
  const command = 'echo x >> ran; echo begun; sleep 0.5; echo done'
  const lost = exec(agent.connection, session, command, { key, stream: true }).catch((error: Error) => error.message)
  await events.next('tools.output')
  agent.connection.webSocket.terminate()
  expect(await lost).toContain('closed')
  const again = await agent.again()
  const { result } = await exec(again, session, command, { key })
  expect(result).toMatchObject({ status: 'ran' })
  expect(readFileSync(join(workspace, 'ran'), 'utf8').trim().split('\n')).toHaveLength(1)
})

test('GW-29-a: what looks like an approval in a request or an input is refused, and nothing runs', async () => {
  const { agent, session, workspace } = await openWork()
  const smuggled = { approved: true, approvalDecision: 'allow-always' }
  const params = { session, tool: 'exec', input: { command: 'touch made' }, ...smuggled }
  const refused = await agent.connection.call('tools.call', params, { idempotencyKey: newKey() })
  expect(refused.error).toMatchObject({ code: 'INVALID_PARAMS' })
  const { result } = await exec(agent.connection, session, 'touch made', { input: smuggled })
  expect(result).toMatchObject({ status: 'invalid' })
  expect(existsSync(join(workspace, 'made'))).toBe(false)
})

test('GW-40-a: endless output of any bytes is kept up to a bound, in whole characters, and the command is ended', async () => {
  const { agent, session, workspace } = await openWork()
  writeFileSync(join(workspace, 'line'), `${'😀'.repeat(15)}a`)
  const { result } = await exec(agent.connection, session, 'yes "$(cat line)"', { stream: true, input: { timeout: 1 } })
  expect(result).toMatchObject({ exit: { timedOut: true } })
  const text = textOf(result)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200_000)
  expect(text).not.toContain('\uFFFD')
  expect(text).toContain('… (truncated)')
  expect(result!.omittedBytes).toBeGreaterThan(0)
  const { result: page } = await agent.connection.call('sessions.events', { session })
  const ended = page.events.find(({ kind }: any) => kind === 'call-ended')
  expect(Buffer.byteLength(ended.tail)).toBeLessThanOrEqual(20_000)
  expect(ended.tail).not.toContain('\uFFFD')
})

test('GW-26-a: an agent that makes too many calls at once is told to wait, and the others go on', async () => {
  const scene = await openWork({ limits: { maxPerAgent: 3 } })
  const { agent, session } = scene
  const running = [1, 2, 3].map(() => exec(agent.connection, session, 'sleep 60'))
  const owner = await scene.owner()
  const calls = async () => (await owner.call('gateway.status')).result.calls
  while ((await calls()) < 3) await new Promise((resolve) => setImmediate(resolve))
  const more = await agent.again()
  const refused = await exec(more, session, 'echo one more')
  expect(refused.error).toMatchObject({ code: 'BUSY' })
  expect(refused.error?.retryAfterMs).toBeGreaterThan(0)
  const other = await scene.pair('agent', ['sessions.read', 'sessions.write', 'tools.call', 'status.read'], {
    agent: 'other',
  })
  const own = await beginSession(other.connection)
  expect((await exec(other.connection, own, 'echo hi')).result).toMatchObject({ status: 'ran' })
  expect((await owner.call('approvals.list')).result).toEqual({ approvals: [] })
  expect((await owner.call('sessions.abort', { session })).result).toMatchObject({ cancelled: 3 })
  for (const one of running) expect((await one).result).toMatchObject({ status: 'cancelled' })
})

test('a call does not leave the workspace of its session', async () => {
  const { agent, session } = await openWork()
  for (const cwd of ['..', '/', '/etc', '../..', 'missing']) {
    const params = { session, tool: 'exec', input: { command: 'echo hi' }, cwd }
    const { error } = await agent.connection.call('tools.call', params, { idempotencyKey: newKey() })
    expect(error).toMatchObject({ code: 'INVALID_PARAMS', path: '/params/cwd' })
  }
})

test('an agent neither sees nor uses what another agent does', async () => {
  const scene = await openWork()
  const { result: own } = await exec(scene.agent.connection, scene.session, 'echo secret')
  const other = await scene.pair('agent', ['sessions.read', 'sessions.write', 'tools.call', 'status.read'], {
    agent: 'other',
  })
  const { connection } = other
  const { session } = scene
  expect((await exec(connection, session, 'echo hi')).error).toMatchObject({ code: 'NOT_FOUND' })
  for (const [method, params] of [
    ['sessions.get', { session }],
    ['sessions.events', { session }],
    ['sessions.follow', { session }],
    ['sessions.abort', { session }],
    ['tools.list', { session }],
    ['tools.status', { call: { callId: own!.callId } }],
    ['tools.cancel', { call: { callId: own!.callId } }],
    ['tools.status', { call: { key: own!.key } }],
  ] as const) {
    expect((await connection.call(method, params)).error, method).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect((await connection.call('sessions.list')).result).toEqual({ sessions: [] })
  expect((await connection.call('sessions.list', { agent: 'coder' })).result).toEqual({ sessions: [] })
  const forged = await connection.call('sessions.create', { agent: 'coder' }, { idempotencyKey: newKey() })
  expect(forged.error).toMatchObject({ code: 'FORBIDDEN' })
})

test('a call that only reads is not noted as begun, and its result is recorded all the same', async () => {
  const { agent, session, workspace, stateFolder } = await openWork()
  writeFileSync(join(workspace, 'note.txt'), 'a line\n')
  const key = newKey()
  const params = { session, tool: 'read_file', input: { path: 'note.txt' } }
  const read = () => agent.connection.call('tools.call', params, { idempotencyKey: key })
  const { result } = await read()
  expect(result.status).toBe('ran')
  writeFileSync(join(workspace, 'note.txt'), 'another line\n')
  expect((await read()).result).toEqual(result)
  const database = new DatabaseSync(join(stateFolder, 'gateway', 'calls.sqlite'), { readOnly: true })
  const row = database.prepare('select state, run_id, started_at from calls where key = ?').get(key)
  database.close()
  expect(row).toEqual({ state: 'ended', run_id: null, started_at: null })
})
