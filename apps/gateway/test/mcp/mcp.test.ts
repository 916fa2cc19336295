import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { bearer, send } from '../support/http-client.ts'
import { approver, eventsOf, openWork, watch, type WorkScene } from '../support/work-scene.ts'
import { runRemotely } from './example-client.ts'

interface ClientOptions {
  readonly answers?: () => object
  readonly legacy?: boolean
  /** As the header has it. */
  readonly workspace?: string
}

/** A client of MCP with the token of a device. */
async function connectClient(
  { gateway }: WorkScene,
  token: string,
  { answers, legacy = true, workspace }: ClientOptions = {},
) {
  const client = new Client(
    { name: 'test-client', version: '1' },
    { capabilities: answers === undefined ? {} : { elicitation: { form: {} } } },
  )
  if (answers !== undefined) client.setRequestHandler('elicitation/create', () => answers() as { action: 'cancel' })
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${gateway.port}/mcp`), {
    requestInit: {
      headers: { authorization: `Bearer ${token}`, ...(workspace && { 'poundlock-workspace': workspace }) },
    },
  })
  await client.connect(transport, legacy ? { prior: { kind: 'legacy' } } : {})
  onTestFinished(() => client.close())
  return { client, transport }
}

const agentOf = (scene: WorkScene, more: object = {}) =>
  scene.pair('agent', ROLE_SCOPES.agent, { agent: 'remote', bearer: true, ...more })

const exec = (client: Client, command: string) => client.callTool({ name: 'exec', arguments: { command } })

test.each(['handshake', 'no handshake'])(
  'a client with %s lists and calls the tools in a session of the gateway',
  async (kind) => {
    const scene = await openWork()
    const { token, key } = await agentOf(scene)
    const { client } = await connectClient(scene, token, { legacy: kind === 'handshake' })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('exec')
    expect(await exec(client, 'echo from afar')).toMatchObject({ content: [{ type: 'text', text: 'from afar\n' }] })
    const failed = await exec(client, 'cat missing-file')
    expect(failed.isError).toBe(true)
    const operator = await scene.owner()
    const { sessions } = (await operator.call('sessions.list', { agent: 'remote' })).result
    expect(sessions).toMatchObject([{ agent: 'remote', owner: key.id, state: 'open' }])
    const { events } = (await operator.call('sessions.events', { session: sessions[0].id })).result
    expect(events.filter((one: { kind: string }) => one.kind === 'call-ended')).toHaveLength(2)
  },
)

test('a call waits for a person at another device, and runs when they allow it', async () => {
  const scene = await openWork()
  const { token } = await agentOf(scene)
  const { client } = await connectClient(scene, token)
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  const calling = exec(client, 'node -p 1+1')
  const { approval } = (await events.next('approvals.waiting')).data
  expect(approval).toMatchObject({ requestedBy: { role: 'agent' }, binding: { text: 'node -p 1+1', agent: 'remote' } })
  await connection.call('approvals.answer', { id: approval.id, decision: 'allow-once' })
  expect(await calling).toMatchObject({ content: [{ type: 'text', text: '2\n' }] })
})

test('the person at the client is shown what waits and can take it back, and can never allow it (GW-51-a)', async () => {
  const scene = await openWork()
  const { token } = await agentOf(scene)
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  for (const decision of ['allow once', 'allow always', 'allow-once']) {
    const forging = await connectClient(scene, token, { answers: () => ({ action: 'accept', content: { decision } }) })
    const calling = exec(forging.client, 'node -p 3+3')
    const { approval } = (await events.next('approvals.waiting')).data
    await connection.call('approvals.answer', { id: approval.id, decision: 'deny' })
    const { approval: settled } = (await events.next('approvals.settled')).data
    expect(settled.answers, decision).toMatchObject([{ decision: 'deny' }])
    expect((await calling).isError).toBe(true)
  }
  let asked: object = {}
  const { client } = await connectClient(scene, token, {
    answers: () => ({ action: 'accept', content: { decision: 'give up' } }),
  })
  client.setRequestHandler('elicitation/create', ({ params }) => {
    asked = params
    return { action: 'accept' as const, content: { decision: 'give up' } }
  })
  const given = await exec(client, 'node -p 2+2')
  expect(asked).toMatchObject({ requestedSchema: { properties: { decision: { enum: ['wait', 'give up'] } } } })
  expect(JSON.stringify(asked)).toContain('node -p 2+2')
  expect(given.isError).toBe(true)
})

test('a client that declines by itself goes on waiting', async () => {
  const scene = await openWork()
  const { token } = await agentOf(scene)
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  const { client } = await connectClient(scene, token, { answers: () => ({ action: 'decline' }) })
  const calling = exec(client, 'node -p 1+1')
  const { approval } = (await events.next('approvals.waiting')).data
  await connection.call('approvals.answer', { id: approval.id, decision: 'allow-once' })
  expect((await calling).isError ?? false).toBe(false)
})

test('a session belongs to its device: no other token can name it, and none without bearer use gets in', async () => {
  const scene = await openWork()
  const first = await agentOf(scene)
  const second = await agentOf(scene)
  const { transport, client } = await connectClient(scene, first.token)
  await client.listTools()
  const session = transport.sessionId!
  const list = (token: string) =>
    send(scene.gateway.port, {
      path: '/mcp',
      headers: { ...bearer(token), accept: 'application/json, text/event-stream', 'mcp-session-id': session },
      body: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'tools/list', params: {} }),
    })
  expect((await list(first.token)).status).toBe(200)
  expect((await list(second.token)).status).toBe(404)
  expect((await list(scene.agent.token)).status).toBe(401)
})

test('what another door refuses is refused here, too', async () => {
  const scene = await openWork()
  const { token } = await agentOf(scene)
  const { port } = scene.gateway
  const accept = 'application/json, text/event-stream'
  const post = async (headers: Record<string, string>, body: string, path = '/mcp') =>
    (await send(port, { path, headers: { ...bearer(token), accept, ...headers }, body })).status
  const start = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  })
  expect(await post({}, start)).toBe(200)
  expect(await post({ origin: 'https://evil.example' }, start)).toBe(403)
  expect(await post({ origin: 'null' }, start)).toBe(403)
  expect(await post({ host: `127.attacker.example:${port}` }, start)).toBe(421)
  expect(await post({ authorization: 'Bearer x' }, start)).toBe(401)
  expect(await post({}, start, `/mcp?token=${token}`)).toBe(400)
  expect(await post({ 'content-type': 'text/plain' }, start)).toBe(415)
  expect(await post({}, '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}')).toBe(400)
  expect(await post({}, `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'['.repeat(100)}${']'.repeat(100)}}`)).toBe(
    413,
  )
  expect(await post({ 'content-length': String(5 * 1024 * 1024) }, '')).toBe(413)
})

test('a device that is revoked loses its streams and its calls at once', async () => {
  const scene = await openWork()
  const { token, key } = await agentOf(scene)
  const { client, transport } = await connectClient(scene, token)
  await client.listTools()
  const stream = send(scene.gateway.port, {
    method: 'GET',
    path: '/mcp',
    headers: { ...bearer(token), accept: 'text/event-stream', 'mcp-session-id': transport.sessionId! },
  }).then(
    () => 'ended',
    () => 'ended',
  )
  const calling = exec(client, 'sleep 600').then(
    () => 'answered',
    () => 'failed',
  )
  const operator = await scene.owner()
  const open = async () => {
    const { devices } = (await operator.call('devices.list')).result
    return devices.find(({ id }: { id: string }) => id === key.id)?.connections
  }
  await expect.poll(open).toBeGreaterThanOrEqual(3)
  await operator.call('devices.revoke', { device: key.id })
  expect(await Promise.all([stream, calling])).toEqual(['ended', 'failed'])
})

test('a session of MCP that its client ends is aborted, with what waits in it', async () => {
  const scene = await openWork()
  const { token } = await agentOf(scene)
  const { client, transport } = await connectClient(scene, token)
  await client.listTools()
  await transport.terminateSession()
  const operator = await scene.owner()
  const states = async () => {
    const { sessions } = (await operator.call('sessions.list', { agent: 'remote' })).result
    return sessions.map(({ state }: { state: string }) => state)
  }
  await expect.poll(states).toEqual(['aborted'])
})

test('a client chooses the workspace of its session among those of the gateway, and no other folder', async () => {
  const other = join(temporaryFolder(), 'caf\u00E9')
  mkdirSync(other)
  const scene = await openWork({ more: [other] })
  const { token } = await agentOf(scene)
  const { client } = await connectClient(scene, token, { workspace: encodeURI(other) })
  await exec(client, 'echo there > made')
  expect(existsSync(join(other, 'made'))).toBe(true)
  const usual = await connectClient(scene, token)
  expect(await exec(usual.client, 'cat made')).toMatchObject({ isError: true })
  for (const workspace of ['/etc', `${encodeURI(other)}/../..`]) {
    const refused = await connectClient(scene, token, { workspace })
    await expect(refused.client.listTools()).rejects.toThrow(/does not serve this workspace/)
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  for (const workspace of ['relative', '/%ff', '/a%00b', ['/etc', '/tmp']]) {
    const headers = {
      ...bearer(token),
      accept: 'application/json, text/event-stream',
      'poundlock-workspace': workspace,
    }
    expect((await send(scene.gateway.port, { path: '/mcp', headers, body })).status, String(workspace)).toBe(400)
  }
  const named = await Promise.all(
    Array.from({ length: 80 }, (_, at) =>
      send(scene.gateway.port, { path: '/mcp', headers: { ...bearer(token), 'poundlock-workspace': `/${at}` }, body }),
    ),
  )
  expect(named.filter(({ status }) => status === 429 || status === 503).length).toBeGreaterThan(0)
})

test('the annotations of tools reach the client', async () => {
  const scene = await openWork()
  const { token } = await agentOf(scene)
  const { client } = await connectClient(scene, token)
  const { tools } = await client.listTools()
  const annotations = new Map(tools.map((tool) => [tool.name, tool.annotations]))
  expect(annotations.get('read_file')).toMatchObject({ readOnlyHint: true })
  expect(annotations.get('exec')).toMatchObject({ readOnlyHint: false, destructiveHint: true })
})

test('a device without the scope gets no tools', async () => {
  const scene = await openWork()
  const { token } = await scene.pair('agent', ['status.read'], { agent: 'remote', bearer: true })
  const { client } = await connectClient(scene, token)
  await expect(client.listTools()).rejects.toThrow(/lacks the scope sessions\.write/)
})

test('a call whose client does not wait for the approval is made again, and gets the outcome of the first', async () => {
  const scene = await openWork({ bounds: { mcpPatienceMs: 50 } })
  const { token } = await agentOf(scene)
  const { client } = await connectClient(scene, token)
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  const first = await exec(client, 'node -p 1+1')
  expect([first.isError, JSON.stringify(first.content)]).toEqual([true, expect.stringContaining('same call again')])
  const { approval } = (await events.next('approvals.waiting')).data
  await connection.call('approvals.answer', { id: approval.id, decision: 'allow-once' })
  await events.next('approvals.settled')
  expect(await exec(client, 'node -p 1+1')).toMatchObject({ content: [{ type: 'text', text: '2\n' }] })
  const operator = await scene.owner()
  const { sessions } = (await operator.call('sessions.list', { agent: 'remote' })).result
  const { events: told } = (await operator.call('sessions.events', { session: sessions[0].id })).result
  expect(told.filter(({ kind }: { kind: string }) => kind === 'call-started')).toHaveLength(1)
})

test('the client of the documentation runs a command', async () => {
  const scene = await openWork()
  const { token } = await agentOf(scene)
  const { tools, content } = await runRemotely(`http://127.0.0.1:${scene.gateway.port}`, token, 'echo done')
  expect(tools).toContain('exec')
  expect(content).toEqual([{ type: 'text', text: 'done\n' }])
})
