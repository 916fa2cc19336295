import { describe, expect, test } from 'vitest'
import { guardedFetch } from '../../src/http/guarded-fetch.ts'
import { introduction, reached, startFake } from '../http/fake-server.ts'
import { openManager } from '../open-manager.ts'

describe('where a server leads', () => {
  const went = async (server: string, to: string) => {
    const seen: string[] = []
    const reach = guardedFetch(new URL(server), async (input) => {
      seen.push(String(input))
      return new Response('')
    })
    await reach(to).catch(() => undefined)
    return seen.length === 1
  }

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://169.254.169.254/.well-known/oauth-authorization-server',
    'http://2852039166/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://[::ffff:169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'https://localhost/',
    'https://127.1/',
    'https://[::1]/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://printer.local/',
    'http://auth.example/',
  ])('it does not lead from outside to %s', async (to) => {
    expect(await went('https://mcp.example/mcp', to)).toBe(false)
  })

  test('one on this machine may lead to this machine, and no server to where machines keep their keys', async () => {
    expect(await went('http://127.0.0.1:1/mcp', 'http://localhost:2/token')).toBe(true)
    expect(await went('http://127.0.0.1:1/mcp', 'http://169.254.169.254/')).toBe(false)
    expect(await went('https://mcp.example/mcp', 'https://auth.example/token')).toBe(true)
    expect(await went('http://192.168.1.5/mcp', 'http://192.168.1.5/other')).toBe(true)
  })
})

const authorized = (asked: (address: URL) => void = () => undefined) => ({
  store: { read: () => ({}), write: () => undefined },
  redirectUrl: 'http://127.0.0.1/callback',
  client: () => ({ client_id: 'known' }),
  authorize: async (_server: string, address: URL) => {
    asked(address)
    return new URLSearchParams({ code: 'c', state: address.searchParams.get('state')! })
  },
})

describe('authorization', () => {
  /** A server that wants to know who asks, and says this about where that is found out. */
  const wants = async (resource: (origin: string) => object, metadata: (origin: string) => object) => {
    const asked: string[] = []
    const url = await startFake((_message, request, response) => {
      const origin = `http://${request.headers.host}`
      asked.push(request.url ?? '')
      const json = (value: object) =>
        void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
      if (request.url?.includes('oauth-protected-resource')) return json(resource(origin))
      if (request.url?.includes('well-known')) return json(metadata(origin))
      return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
    })
    const sent: URL[] = []
    const manager = openManager([reached(url, { timeoutMs: 5000, startTimeoutMs: 5000 })], {
      authorization: authorized((address) => sent.push(address)),
    })
    const error = await manager.refresh('far').then(
      () => null,
      (thrown: Error) => thrown,
    )
    return { error, sent, asked }
  }
  const plain = (origin: string) => ({
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  })
  const own = (origin: string) => ({ resource: `${origin}/mcp`, authorization_servers: [origin] })

  test.each<[string, Parameters<typeof wants>[0], Parameters<typeof wants>[1]]>([
    [
      'without a proof that the code is ours',
      own,
      (origin) => ({ ...plain(origin), code_challenge_methods_supported: ['plain'] }),
    ],
    ['of another issuer', own, (origin) => ({ ...plain(origin), issuer: 'https://evil.example' })],
    ['for another resource', (origin) => ({ ...own(origin), resource: 'https://bank.example/mcp' }), plain],
    [
      'at an address of a cloud',
      (origin) => ({ ...own(origin), authorization_servers: ['http://169.254.169.254'] }),
      plain,
    ],
    ['by a script', own, (origin) => ({ ...plain(origin), authorization_endpoint: 'javascript:alert(1)' })],
  ])('%s sends nobody anywhere', async (_what, resource, metadata) => {
    const { error, sent } = await wants(resource, metadata)
    expect(error).toBeInstanceOf(Error)
    expect(sent).toEqual([])
  })

  test('that never answers is not waited for without an end', async () => {
    const url = await startFake((_message, request, response) => {
      if (request.url === '/mcp') return void response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
      response.writeHead(200, { 'Content-Type': 'application/json' }).flushHeaders()
    })
    const manager = openManager([reached(url, { startTimeoutMs: 500 })], { authorization: authorized() })
    await expect(manager.refresh('far')).rejects.toMatchObject({ code: expect.stringMatching(/^MCP_/) })
  })

  test('asks with a proof, a state and the resource, and never with a token in an address', async () => {
    const { sent, asked } = await wants(own, plain)
    expect(sent[0]!.searchParams.get('code_challenge_method')).toBe('S256')
    expect(sent[0]!.searchParams.get('state')).toMatch(/^[\w-]{40,}$/)
    expect(sent[0]!.searchParams.get('resource')).toMatch(/\/mcp$/)
    expect(asked.filter((path) => /token=|access_token/.test(path))).toEqual([])
  })
})

describe('over HTTP', () => {
  test.each(['http://169.254.169.254/latest/meta-data', 'http://localhost:9/mcp', 'file:///etc/passwd'])(
    'a redirection to %s is not followed',
    async (location) => {
      const url = await startFake((_message, _request, response) => void response.writeHead(307, { location }).end())
      await expect(openManager([reached(url)]).refresh('far')).rejects.toMatchObject({
        code: expect.stringMatching(/^MCP_/),
      })
    },
  )

  test('the key that is sent to a server is not sent where it redirects to', async () => {
    const keys: unknown[] = []
    const other = await startFake((_message, { headers }) => void keys.push(headers['x-key']))
    const url = await startFake(
      (_message, _request, response) => void response.writeHead(307, { location: other }).end(),
    )
    await openManager([reached(url)], { hostEnvironment: { KEY: 'secret' } })
      .refresh('far')
      .catch(() => undefined)
    expect(keys).toEqual([])
  })

  test.each([
    ['a line without an end', 'x'],
    ['comments', ':\n\n'],
    ['events that are no messages', 'data: hello\n\n'],
    ['answers to nobody', 'data: {"jsonrpc":"2.0","id":99999,"result":{}}\n\n'],
  ])('a stream of %s is not an answer, and ends with its time', async (_what, text) => {
    const url = await startFake((message, _request, response) => {
      if (message.method === 'tools/list')
        return { result: { tools: [{ name: 't', inputSchema: { type: 'object' } }] } }
      if (message.method !== 'tools/call') return introduction(message)
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      const timer = setInterval(() => response.write(text.repeat(1000)), 5)
      response.on('close', () => clearInterval(timer))
    })
    const manager = openManager([reached(url, { timeoutMs: 1000, maxMessageBytes: 100_000 })])
    await expect(manager.call({ server: 'far', tool: 't' }, {})).rejects.toMatchObject({
      code: expect.stringMatching(/^MCP_/),
    })
  })

  test.each([
    ['a page', { 'Content-Type': 'text/html' }, '<html>'],
    [
      'a batch',
      { 'Content-Type': 'application/json' },
      '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":1,"result":{}}]',
    ],
    ['nothing', { 'Content-Type': 'application/json' }, ''],
    ['what is cut off', { 'Content-Type': 'application/json' }, '{"jsonrpc":"2.0","id":'],
  ])('%s is no introduction', async (_what, headers, body) => {
    const url = await startFake((_message, _request, response) => void response.writeHead(200, headers).end(body))
    await expect(openManager([reached(url, { startTimeoutMs: 1500 })]).refresh('far')).rejects.toMatchObject({
      code: 'MCP_START',
    })
  })

  test.each(['1999-01-01', '2099-01-01', '', 7, null, { a: 1 }, '2025-11-25\u0000'])(
    'the revision %j is none',
    async (protocolVersion) => {
      const url = await startFake((message) =>
        message.method === 'initialize'
          ? { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } } }
          : introduction(message),
      )
      await expect(openManager([reached(url, { startTimeoutMs: 3000 })]).refresh('far')).rejects.toMatchObject({
        code: expect.stringMatching(/^MCP_/),
      })
    },
  )
})
