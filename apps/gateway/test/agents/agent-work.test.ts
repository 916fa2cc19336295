import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { expect, test, vi } from 'vitest'
import { calls, ended, eventsIn, prompt, says, scripted } from '../support/scripted-agents.ts'
import { approver, ASKING, beginSession, newKey, openWork, watch } from '../support/work-scene.ts'

test('a model works in a session: its calls are calls of the gateway, and what happens is told there', async () => {
  const { settings, requests } = scripted((_, turn) => (turn === 1 ? calls('echo one', 'seq 2') : says('Done.')))
  const { agent, session, workspace, stateFolder } = await openWork({ agents: settings })
  const key = newKey()
  const { result } = await prompt(agent.connection, session, 'count', { key })
  // The same request again begins nothing.
  expect(await prompt(agent.connection, session, 'count', { key })).toMatchObject({ result })
  const [end] = await ended(agent.connection, session)
  expect(end).toMatchObject({ prompt: result.seq, event: { reason: 'answered', text: 'Done.', turns: 2 } })
  const events = await eventsIn(agent.connection, session)
  expect(events.filter(({ kind }) => kind === 'call-ended')).toMatchObject([{ status: 'ran' }, { status: 'ran' }])
  expect(events.filter(({ event }) => event?.type === 'text-delta')).toMatchObject([{ event: { text: 'Done.' } }])
  expect(JSON.stringify(requests[1]!.messages)).toContain('one')
  expect(existsSync(join(stateFolder, 'gateway', 'agents', `${session}.jsonl`))).toBe(true)
  expect(readFileSync(join(stateFolder, 'gateway', 'agents', `${session}.jsonl`), 'utf8')).toContain(workspace)

  await prompt(agent.connection, session, 'and again')
  await ended(agent.connection, session, 2)
  // The conversation goes on.
  expect(requests[2]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'user'])
})

test('what a call needs an approval for waits for another device, and a model cannot choose what it is not offered', async () => {
  const { settings, requests } = scripted((_, turn) => (turn === 1 ? calls('tee ran < /etc/hostname') : says('Done.')))
  const scene = await openWork({ agents: settings })
  const { agent, session, workspace } = scene
  const { connection } = await approver(scene)
  await watch(connection)
  expect((await prompt(agent.connection, session, 'go', { model: 'script:three' })).error).toMatchObject({
    code: 'INVALID_PARAMS',
  })
  await prompt(agent.connection, session, 'go', { model: 'script:two' })
  const id = await vi.waitFor(async () => {
    const { approvals } = (await connection.call('approvals.list', {})).result
    return approvals[0].id as string
  })
  expect(existsSync(join(workspace, 'ran'))).toBe(false)
  await connection.call('approvals.answer', { id, decision: 'allow-once' })
  await ended(agent.connection, session)
  expect(existsSync(join(workspace, 'ran'))).toBe(true)
  const told = (await eventsIn(agent.connection, session)).filter(({ kind }) => kind === 'agent')
  expect(told.find(({ event }) => event.type === 'asked').event).toMatchObject({ request: id, agents: ['coder'] })
  expect(told.find(({ event }) => event.type === 'answered').event).toMatchObject({ answer: 'allow-once' })
  expect(requests).toHaveLength(2)
})

test('agents.stop ends the work and what runs for it, and so do an abort of the session and a revoked device', async () => {
  const { settings } = scripted((_, turn) => (turn === 1 ? calls('echo x >> ran; sleep 60') : says('Done.')))
  const scene = await openWork({ agents: settings })
  const { agent, session, workspace } = scene
  const { connection, key } = await scene.pair('agent', ROLE_SCOPES.agent, { agent: 'coder' })
  const operator = await approver(scene)
  const runs = (count: number) =>
    vi.waitFor(() => expect(readFileSync(join(workspace, 'ran'), 'utf8').split('\n')).toHaveLength(count + 1))
  await prompt(agent.connection, session, 'go')
  await prompt(agent.connection, session, 'and then')
  await runs(1)
  // From another device of the same agent.
  expect((await connection.call('agents.stop', { session })).result).toEqual({ stopped: 2 })
  const ends = await ended(agent.connection, session, 2)
  expect(ends.map(({ event }) => event.reason)).toEqual(['aborted', 'aborted'])

  const other = await beginSession(connection)
  await prompt(connection, other, 'go')
  await runs(2)
  await operator.connection.call('devices.revoke', { device: key.id })
  expect((await ended(operator.connection, other))[0].event.reason).toBe('aborted')

  await prompt(agent.connection, session, 'go')
  await runs(3)
  await agent.connection.call('sessions.abort', { session })
  expect((await ended(agent.connection, session, 3)).at(-1).event.reason).toBe('aborted')
  expect((await prompt(agent.connection, session, 'go')).error).toMatchObject({ code: 'SETTLED' })
})

test('without models, a prompt is refused; another agent reaches neither the session nor its model', async () => {
  const bare = await openWork()
  expect((await prompt(bare.agent.connection, bare.session, 'go')).error).toMatchObject({ code: 'UNAVAILABLE' })
  const { settings, requests } = scripted(() => says('Done.'))
  const scene = await openWork({ agents: settings })
  const other = await scene.pair('agent', ROLE_SCOPES.agent, { agent: 'other' })
  for (const method of ['agents.prompt', 'agents.stop']) {
    const params = { session: scene.session, ...(method === 'agents.prompt' && { text: 'go' }) }
    const header = method === 'agents.prompt' ? { idempotencyKey: newKey() } : {}
    const { error } = await other.connection.call(method, params, header)
    expect(error).toMatchObject({ code: 'NOT_FOUND' })
  }
  expect(requests).toEqual([])
})

test('50 sessions at once: each gets its own answers, each call runs once, and the limits hold', async () => {
  const { settings } = scripted((text, turn) =>
    turn <= 3 ? calls(`echo ${text}-${turn} >> ran`) : says(`Done with ${text}.`),
  )
  const sandboxed = { ...ASKING, tools: { exec: { ...ASKING.tools.exec, security: 'full', ask: 'off' } } }
  const { agent, workspace } = await openWork({ agents: { ...settings, atOnce: 50 }, configuration: sandboxed })
  writeFileSync(join(workspace, 'ran'), '')
  const { connection } = agent
  const sessions = await Promise.all(Array.from({ length: 51 }, () => beginSession(connection)))
  const given = await Promise.all(sessions.map((session, index) => prompt(connection, session, `p${index}`)))
  expect(given.filter(({ error }) => error !== undefined)).toMatchObject([{ error: { code: 'BUSY' } }])
  const refused = given.findIndex(({ error }) => error !== undefined)
  const ends = await Promise.all(
    sessions.map((session, index) => (index === refused ? Promise.resolve(null) : ended(connection, session))),
  )
  for (const [index, end] of ends.entries()) {
    if (end !== null) expect(end[0].event).toMatchObject({ reason: 'answered', text: `Done with p${index}.`, turns: 3 })
  }
  const lines = readFileSync(join(workspace, 'ran'), 'utf8').trim().split('\n')
  expect(lines).toHaveLength(50 * 2)
  expect(new Set(lines).size).toBe(lines.length)
})
