import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAuditTail } from '@poundlock/audit/node'
import { expect, test } from 'vitest'
import { beginSession, exec, nodeThat, ON_NODE, openScene, TO_NODES, textOf } from './support/scene.ts'

test('an agent runs a command on a node that an operator approved, and sees its output while it runs', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('build box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const parts: string[] = []
  agent.on('tools.output', ({ text }) => void parts.push(text))
  const result = await exec(agent, session, { command: 'echo hello > made; echo there', node: 'Build-Box!' })
  expect(result).toMatchObject({ status: 'ran', exit: { code: 0, signal: null, timedOut: false } })
  expect(textOf(result)).toBe('there\n')
  expect(parts.join('')).toBe('there\n')
  expect(readFileSync(join(node.workspace, 'made'), 'utf8')).toBe('hello\n')
})

test('a node that nobody approved is sent nothing', async () => {
  const scene = await openScene()
  const node = await scene.addNode('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const refused = await exec(agent, session, { command: 'echo x > made', node: 'box' })
  expect(refused).toMatchObject({ status: 'denied', reasons: [{ code: 'NODE_REFUSED' }] })
  expect(existsSync(join(node.workspace, 'made'))).toBe(false)
  const operator = await scene.owner()
  const view = await nodeThat(operator, node.id, ({ connected }) => connected)
  expect(view).toMatchObject({ pending: true, approved: [], labels: {} })
  const { node: approved } = await operator.request('nodes.approve', { node: 'box', commands: ['system.which'] })
  expect(approved).toMatchObject({ pending: false, approved: ['system.which'], labels: { role: 'build' } })
  expect(await exec(agent, session, { command: 'echo x > made', node: 'box' })).toMatchObject({ status: 'denied' })
})

test('a node whose owner denies what the gateway allows denies', async () => {
  const scene = await openScene()
  const strict = { ...ON_NODE, tools: { exec: { ...ON_NODE.tools.exec, deny: ['echo'] } } }
  const node = await scene.addApproved('strict', strict)
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const denied = await exec(agent, session, { command: 'echo x > made', node: 'strict' })
  expect(denied.status).toBe('denied')
  expect(existsSync(join(node.workspace, 'made'))).toBe(false)
  expect(await exec(agent, session, { command: 'seq 2', node: 'strict' })).toMatchObject({ status: 'ran' })
})

test('the document of its owner denies, whatever the gateway and the configuration of the node say', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('owned')
  const document = { version: 1, defaults: { security: 'deny' } }
  writeFileSync(join(node.stateFolder, 'exec-approvals.json'), JSON.stringify(document), { mode: 0o600 })
  const agent = await scene.agent()
  const session = await beginSession(agent)
  // The host of a session that was opened before keeps what it read.
  const denied = await exec(agent, session, { command: 'echo x', node: 'owned' })
  expect(denied.status).toBe('denied')
})

test('what the gateway denies never reaches the node', async () => {
  const scene = await openScene()
  await scene.addApproved('box', { ...ON_NODE, tools: { exec: { ...ON_NODE.tools.exec, security: 'full' } } })
  const agent = await scene.agent()
  const session = await beginSession(agent)
  expect(await exec(agent, session, { command: 'touch made', node: 'box' })).toMatchObject({ status: 'denied' })
})

test('a node that is not connected is told at once, and so are several without a name', async () => {
  const scene = await openScene()
  const one = await scene.addApproved('one')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  expect(await exec(agent, session, { command: 'echo only' })).toMatchObject({ status: 'ran' })
  await scene.addApproved('two')
  const several = await exec(agent, session, { command: 'echo x' })
  expect(several).toMatchObject({ status: 'denied', reasons: [{ code: 'NODE_REFUSED' }] })
  expect(several.message).toContain('one (')
  expect(several.message).toContain('two (')
  await one.program.kill()
  const operator = await scene.owner()
  await nodeThat(operator, one.id, ({ connected }) => !connected)
  const offline = await exec(agent, session, { command: 'echo x', node: 'one' })
  expect(offline).toMatchObject({ status: 'denied', reasons: [{ code: 'NODE_OFFLINE' }] })
})

test('a cancelled call ends the command', async () => {
  const scene = await openScene()
  const node = await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const stop = new AbortController()
  const command = 'echo begun > pid; sleep 600; echo late > made'
  const key = 'key-of-a-cancelled-call'
  const call = agent.request(
    'tools.call',
    { session, tool: 'exec', input: { command, node: 'box' } },
    { idempotencyKey: key, signal: stop.signal },
  )
  call.catch(() => undefined)
  await expect.poll(() => existsSync(join(node.workspace, 'pid'))).toBe(true)
  stop.abort()
  const state = async () => (await agent.request('tools.status', { call: { key } })).state
  await expect.poll(state).toBe('ended')
  const { result } = await agent.request('tools.status', { call: { key } })
  expect(result?.status).toBe('cancelled')
  expect(existsSync(join(node.workspace, 'made'))).toBe(false)
})

test('a command that takes too long is ended on the node', async () => {
  const scene = await openScene()
  await scene.addApproved('box')
  const agent = await scene.agent()
  const session = await beginSession(agent)
  const result = await exec(agent, session, { command: 'echo begun; sleep 600', node: 'box', timeout: 0.3 })
  expect(result).toMatchObject({ status: 'ran', exit: { timedOut: true } })
  expect(textOf(result)).toContain('begun')
})

test('the owner of a gateway sees what runs on nodes', async () => {
  const scene = await openScene()
  await scene.addApproved('box')
  const operator = await scene.owner()
  const events: string[] = []
  await operator.subscribe('nodes.watch', {}, { onEvent: ({ event }) => void events.push(event) })
  const agent = await scene.agent()
  await exec(agent, await beginSession(agent), { command: 'echo x', node: 'box' })
  await expect.poll(() => events).toEqual(expect.arrayContaining(['exec.started', 'exec.finished']))
})

test('a second node with the same key takes the place of the first one, which ends', async () => {
  const scene = await openScene({ ...TO_NODES })
  const node = await scene.addApproved('box')
  const { Program } = await import('./support/program.ts')
  const { cpSync } = await import('node:fs')
  const copy = join(node.stateFolder, '..', 'copy')
  cpSync(node.stateFolder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') })
  const second = new Program('node-process', copy, node.workspace)
  await second.start()
  expect(JSON.parse(await second.said('"attached"')).epoch).toBeGreaterThan(1)
  expect(await node.program.exited()).toBe(2)
  expect(node.program.lines.at(-1)).toContain('NODE_SUPERSEDED')
  const epochs: unknown[] = []
  for await (const { record } of readAuditTail(join(scene.stateFolder, 'audit'), 100)) {
    if (record?.type === 'node-attached') epochs.push((record.data as { epoch?: unknown }).epoch)
  }
  expect(epochs).toEqual([1, 2])
})

test('one node runs on a state folder', async () => {
  const scene = await openScene()
  const node = await scene.addNode('box')
  const { Program } = await import('./support/program.ts')
  const second = new Program('node-process', node.stateFolder, node.workspace)
  await second.start()
  expect(await second.exited()).not.toBe(0)
  expect(second.lines).toEqual([])
})
