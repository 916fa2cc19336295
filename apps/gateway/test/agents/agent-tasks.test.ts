import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { READ_FILE_TOOL } from '@poundlock/spec/tools'
import { expect, test, vi } from 'vitest'
import type { AgentSettings } from '../../src/index.ts'
import { calls, callsOf, ended, eventsIn, prompt, says, scripted } from '../support/scripted-agents.ts'
import { approver, beginSession, newKey, openWork, watch } from '../support/work-scene.ts'

const PATIENCE = { timeout: 60_000 }
const task = (description: string, more: object = {}) =>
  ['Agent', { description, prompt: description, ...more }] as const
const resultsIn = (messages: readonly unknown[]) => JSON.stringify(messages.at(-1))

test('a task is worked on in a session of its own, which names the one it is for, and its answer is the result', async () => {
  const { settings, requests } = scripted((text, turn) => {
    if (text === 'go') return turn === 1 ? callsOf(task('write it\u001B')) : says('Done.')
    return turn === 1 ? calls('tee ran < /etc/hostname') : says('Written.')
  })
  const offered: string[][] = []
  const describe: AgentSettings['describe'] = async (host) => {
    const description = await settings.describe(host)
    offered.push(description.tools().map(({ name }) => name))
    return description
  }
  const scene = await openWork({ agents: { ...settings, describe }, limits: { maxAtOnce: 1 } })
  const { agent, session, stateFolder } = scene
  const { connection } = await approver(scene)
  await watch(connection)
  await prompt(agent.connection, session, 'go')
  const approval = await vi.waitFor(async () => {
    const { approvals } = (await connection.call('approvals.list', {})).result
    expect(approvals).toHaveLength(1)
    return approvals[0]
  }, PATIENCE)
  const own = `${session}-1`
  expect(approval.binding).toMatchObject({ session: own, agent: 'coder' })
  await connection.call('approvals.answer', { id: approval.id, decision: 'allow-once' })
  expect(await ended(agent.connection, session)).toMatchObject([{ event: { reason: 'answered', text: 'Done.' } }])
  expect(resultsIn(requests.at(-1)!.messages)).toContain('Written.')

  const events = await eventsIn(agent.connection, own)
  expect(events.find(({ event }) => event?.type === 'asked').event.agents).toEqual([
    'coder',
    expect.stringMatching(/^coder for "write it/),
  ])
  expect(events.at(-1)).toMatchObject({ kind: 'aborted', reason: 'its task has ended' })
  expect((await prompt(agent.connection, own, 'more')).error).toMatchObject({ code: 'SETTLED' })
  const [first] = readFileSync(join(stateFolder, 'gateway', 'agents', `${own}.jsonl`), 'utf8').split('\n')
  expect(JSON.parse(first!)).toMatchObject({ id: own, parent: session, agent: 'coder' })
  expect(offered.map((names) => names.includes('Agent'))).toEqual([true, true])
})

test('the agent of a task gives none, a session gives eight, and a client none', async () => {
  const { settings, requests } = scripted((text, turn) => {
    if (text === 'deeper') return turn === 1 ? callsOf(task('deepest')) : says('It was refused.')
    if (text === 'many') return turn === 1 ? callsOf(...'abcdefgh'.split('').map((name) => task(name))) : says('Done.')
    if (text === 'other') return turn === 1 ? callsOf(task('x', { model: 'script:three' })) : says('Done.')
    if (text === 'wait') return turn === 1 ? calls('echo x >> ran; sleep 60') : says('Done.')
    return text === 'go' && turn === 1 ? callsOf(task('deeper')) : says('Well.')
  })
  const { agent, session, workspace } = await openWork({ agents: settings })
  const { connection } = agent
  await prompt(connection, session, 'go')
  await ended(connection, session)
  expect(JSON.stringify(requests[2]!.messages)).toContain('denied')
  await prompt(connection, session, 'many')
  await ended(connection, session, 2)
  expect(resultsIn(requests.at(-1)!.messages).match(/Well\./g)).toHaveLength(7)
  expect(resultsIn(requests.at(-1)!.messages).match(/no more agents/g)).toHaveLength(1)
  await prompt(connection, session, 'other')
  await ended(connection, session, 3)
  expect(resultsIn(requests.at(-1)!.messages)).toContain('does not offer this model')

  const other = await beginSession(connection)
  await prompt(connection, other, 'wait')
  await vi.waitFor(() => expect(existsSync(join(workspace, 'ran'))).toBe(true), PATIENCE)
  const params = { session: other, tool: 'Agent', input: { description: 'x', prompt: 'x' } }
  const { result } = await connection.call('tools.call', params, { idempotencyKey: newKey() })
  expect(JSON.stringify(result)).toContain('only a model of the gateway')
  await connection.call('agents.stop', { session: other })
  await ended(connection, other)
  expect(readFileSync(join(workspace, 'ran'), 'utf8')).toBe('x\n')
})

test('who stops the work stops the work on its tasks', async () => {
  const { settings } = scripted((text, turn) => {
    if (text === 'go') return callsOf(task('sleep'))
    return turn === 1 ? calls('echo x >> ran; sleep 60') : says('Slept.')
  })
  const { agent, session, workspace } = await openWork({ agents: settings })
  const { connection } = agent
  await prompt(connection, session, 'go')
  await vi.waitFor(() => expect(existsSync(join(workspace, 'ran'))).toBe(true), PATIENCE)
  await connection.call('agents.stop', { session })
  expect((await ended(connection, session))[0].event.reason).toBe('aborted')
  expect((await ended(connection, `${session}-1`))[0].event.reason).toBe('aborted')
})

test('a session and its tasks have the same servers, whose tools no client has, and which end with the session', async () => {
  const { settings, requests } = scripted((text, turn) => {
    if (text === 'read') return turn === 1 ? callsOf(['server_read', { path: 'a' }]) : says('Read.')
    return turn === 1 ? callsOf(['server_read', { path: 'b' }], task('read')) : says('Done.')
  })
  const opened: string[] = []
  const closed: string[] = []
  const read: string[] = []
  const openServers: AgentSettings['openServers'] = async (place) => {
    opened.push(place.session)
    return {
      offerTo: (runtime) =>
        runtime.tools.add({
          spec: { ...READ_FILE_TOOL, name: 'server_read' },
          async run(input: { readonly path: string }, context) {
            read.push(`${input.path} ${context.session}`)
            return { content: [{ type: 'text', text: `content of ${input.path}` }] }
          },
        }),
      close: async () => void closed.push(place.session),
    }
  }
  const { agent, session, area } = await openWork({ agents: { ...settings, openServers } })
  const { connection } = agent
  const offered = async () =>
    (await connection.call('tools.list', { session })).result.tools.map(({ name }: any) => name as string)
  await prompt(connection, session, 'go')
  await ended(connection, session)
  expect(opened).toEqual([session])
  expect(read.toSorted()).toEqual([`a ${session}-1`, `b ${session}`])
  expect(JSON.stringify(requests.at(-1)!.messages)).toContain('content of b')
  expect(await offered()).not.toContain('server_read')
  expect(await offered()).not.toContain('Agent')
  area.reload()
  await vi.waitFor(() => expect(closed).toEqual([session]), PATIENCE)
  await prompt(connection, session, 'go')
  await ended(connection, session, 2)
  expect(opened).toEqual([session, session])
  await connection.call('sessions.abort', { session })
  await vi.waitFor(() => expect(closed).toEqual([session, session]), PATIENCE)
})
