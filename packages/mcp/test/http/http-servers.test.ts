import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openManager } from '../open-manager.ts'
import { introduction, reached, startFake } from './fake-server.ts'

const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')

/** Port 0 is any that is free, which is told by another server that has just let go of it. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function startEverything(mode: 'streamableHttp' | 'sse'): Promise<{ port: number; stop: () => void }> {
  const port = await freePort()
  const child = spawn(process.execPath, [EVERYTHING, mode], {
    env: { PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  // Read on: a server whose error output is closed ends at its next line.
  await new Promise<void>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      if (/on port/.test(said)) resolve()
    })
  })
  return { port, stop: () => child.kill('SIGKILL') }
}

const LONG = { name: 'long', inputSchema: { type: 'object' } }

test.each([
  ['streamableHttp', 'http', '/mcp'],
  ['sse', 'sse', '/sse'],
] as const)('a real server over %s', async (mode, kind, path) => {
  const { port, stop } = await startEverything(mode)
  const manager = openManager([reached(`http://127.0.0.1:${port}${path}`, { kind })], { backoff: { firstMs: 1 } })
  expect(await manager.refresh('far')).toMatchObject({ state: 'started', problem: null, transport: kind })
  const call = (tool: string, input: object, options = {}) => manager.call({ server: 'far', tool }, input, options)
  expect((await call('echo', { message: 'hi' })).content).toEqual([{ type: 'text', text: 'Echo: hi' }])
  const progress: number[] = []
  const onProgress = (one: { progress: number }) => progress.push(one.progress)
  await call('trigger-long-running-operation', { duration: 0.2, steps: 2 }, { onProgress })
  expect(progress).toEqual([1, 2])
  await expect(call('echo', { message: 1 })).rejects.toMatchObject({ code: 'MCP_INPUT' })
  stop()
  await expect
    .poll(() =>
      call('echo', { message: 'hi' }).then(
        () => 'answered',
        ({ code }: { code: string }) => code,
      ),
    )
    .toMatch(/MCP_CLOSED|MCP_START/)
  expect(manager.server('far')).toMatchObject({ state: 'manifest-known', problem: expect.any(String) })
})

test('progress that comes in one piece with the answer after it is heard', async () => {
  let stream: ServerResponse
  const say = (...messages: readonly object[]) =>
    stream.write(messages.map((one) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...one })}\n\n`).join(''))
  const url = await startFake((message, { method }, response) => {
    if (method === 'GET') {
      stream = response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      return void stream.write('event: endpoint\ndata: /mcp\n\n')
    }
    response.writeHead(202).end()
    const { id, params } = message
    if (message.method === 'tools/list') return void say({ id, result: { tools: [LONG] } })
    if (message.method !== 'tools/call') return id === undefined || void say({ id, ...introduction(message) })
    const notice = (progress: number) => ({
      method: 'notifications/progress',
      params: { progressToken: params['_meta'].progressToken, progress },
    })
    say(notice(1), notice(2), notice(3), { id, result: { content: [] } })
  })
  const manager = openManager([reached(url, { kind: 'sse' })])
  const progress: number[] = []
  const onProgress = (one: { progress: number }) => progress.push(one.progress)
  await manager.call({ server: 'far', tool: 'long' }, {}, { onProgress })
  expect(progress).toEqual([1, 2, 3])
})

test('one bad tool costs itself alone, and headers are filled in', async () => {
  let key: unknown
  const url = await startFake((message, { headers }) => {
    key = headers['x-key']
    if (message.method !== 'tools/list') return introduction(message)
    const tools = [{ name: 'good', inputSchema: { type: 'object' } }, { name: 'bad', inputSchema: 7 }, 'none']
    return { result: { tools } }
  })
  const manager = openManager([reached(url)], { hostEnvironment: { KEY: 'abc' } })
  const { quarantined } = await manager.refresh('far')
  expect(manager.tools().map((tool) => tool.name)).toEqual(['good'])
  expect(quarantined.map((tool) => tool.name)).toEqual(['bad', ''])
  expect(key).toBe('abc')
})

test('an answer without an end is cut off', async () => {
  const url = await startFake((message, _request, response) => {
    if (message.method === 'tools/list')
      return { result: { tools: [{ name: 'big', inputSchema: { type: 'object' } }] } }
    if (message.method !== 'tools/call') return introduction(message)
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(
      `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":{"content":[{"type":"text","text":"${'x'.repeat(3_000_000)}"}]}}`,
    )
    return {}
  })
  const manager = openManager([reached(url, { maxMessageBytes: 1_000_000, timeoutMs: 5000 })])
  await expect(manager.call({ server: 'far', tool: 'big' }, {})).rejects.toThrow(/more than 1000000 bytes/)
})

test('a server that wants to know who asks is told apart, with how to mend it', async () => {
  const url = await startFake(
    (_message, _request, response) => void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end(),
  )
  await expect(openManager([reached(url)]).refresh('far')).rejects.toMatchObject({
    code: 'MCP_AUTHORIZATION',
    remedy: expect.stringContaining('poundlock mcp login far'),
  })
})

test('what came back from somebody else is not taken', async () => {
  const url = await startFake((_message, request, response) => {
    const origin = `http://${request.headers.host}`
    const json = (value: object) =>
      void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    if (request.url?.includes('oauth-protected-resource'))
      return json({ resource: `${origin}/mcp`, authorization_servers: [origin] })
    if (request.url?.includes('well-known')) {
      return json({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      })
    }
    return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
  })
  const manager = openManager([reached(url)], {
    authorization: {
      store: { read: () => ({}), write: () => {} },
      redirectUrl: 'http://127.0.0.1/callback',
      client: () => ({ client_id: 'known' }),
      authorize: async () => new URLSearchParams({ code: 'stolen', state: 'another' }),
    },
  })
  await expect(manager.refresh('far')).rejects.toThrow(/does not belong to what was asked/)
})

test('a place where nobody listens, and an address that is none', async () => {
  const port = await freePort()
  await expect(openManager([reached(`http://127.0.0.1:${port}/`)]).refresh('far')).rejects.toThrow(/ECONNREFUSED/)
  await expect(openManager([reached('${HOST:-nowhere}')]).refresh('far')).rejects.toThrow(
    /is not an http or https address/,
  )
})
