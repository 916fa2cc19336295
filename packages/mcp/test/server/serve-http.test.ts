import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { serveHttp } from '../../src/index.ts'
import { plainServed } from './plain-served.ts'

const TOKEN = 'a-token-of-the-tests'
const BOTH = 'application/json, text/event-stream'
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
}

async function open() {
  const { served, calls } = plainServed()
  const serving = await serveHttp(served, {
    address: '127.0.0.1',
    port: 0,
    token: TOKEN,
    hosts: ['127.0.0.1', 'localhost'],
    origins: ['https://allowed.example'],
  })
  onTestFinished(() => serving.close())
  const { port } = new URL(serving.url)

  /** One request with exactly these headers; `fetch` would not send a foreign Host. */
  const send = (
    body: string | Buffer | null,
    { method = 'POST', path = '/mcp', ...headers }: Record<string, string | undefined> = {},
  ) =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string; message: () => any }>(
      (resolve, reject) => {
        const all = {
          accept: BOTH,
          'content-type': 'application/json',
          authorization: `Bearer ${TOKEN}`,
          ...headers,
        }
        const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
        const sent = httpRequest(
          { host: '127.0.0.1', port, method, path, headers: given as Record<string, string> },
          (got) => {
            const chunks: Buffer[] = []
            got.on('data', (chunk: Buffer) => chunks.push(chunk))
            got.on('error', reject)
            got.on('end', () => {
              const text = Buffer.concat(chunks).toString()
              const events = text.split('\n').filter((line) => line.startsWith('data: '))
              const message = () => JSON.parse(events.at(-1)?.slice(6) ?? text)
              resolve({ status: got.statusCode!, headers: got.headers, text, message })
            })
          },
        )
        sent.on('error', reject)
        sent.end(body ?? undefined)
      },
    )
  const post = (message: object, headers: Record<string, string | undefined> = {}) =>
    send(JSON.stringify({ jsonrpc: '2.0', ...message }), headers)
  const introduce = async (capabilities: object = {}) => {
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'tests', version: '1' } }
    const answer = await post({ id: 'first', method: 'initialize', params })
    return { answer, session: { 'mcp-session-id': String(answer.headers['mcp-session-id']) } }
  }
  const stateless = (method: string, params: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    post(
      { id: 1, method, params: { ...params, _meta: { ...META, ...(params['_meta'] as object) } } },
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
        ...headers,
      },
    )
  return { serving, served, calls, port, send, post, introduce, stateless }
}

const PING = { id: 1, method: 'ping' }

describe('nobody is answered', () => {
  test.each([
    ['without the token', { authorization: undefined }, 401],
    ['with another token', { authorization: `Bearer ${TOKEN}x` }, 401],
    ['with the token in another scheme', { authorization: `Basic ${TOKEN}` }, 401],
    ['with the token in the address', { authorization: undefined, path: `/mcp?token=${TOKEN}` }, 401],
    ['under a name that was made to point here', { host: 'evil.example' }, 403],
    ['under a name that begins like ours', { host: 'localhost.evil.example:80' }, 403],
    ['under a name with a user in it', { host: 'localhost@evil.example' }, 403],
    ['under a name with a dot at its end', { host: 'localhost.' }, 403],
    ['under two names', { host: 'localhost, evil.example' }, 403],
    ['under a number that is our address', { host: '2130706433' }, 403],
    ['with a page of ours in a name of theirs', { origin: 'http://localhost.evil.example' }, 403],
    ['from a page in a file', { origin: 'file://' }, 403],
    ['from an extension', { origin: 'chrome-extension://abcdef' }, 403],
    ['from a page of elsewhere', { origin: 'https://evil.example' }, 403],
    ['from a page without an origin', { origin: 'null' }, 403],
    ['from a page of another port', { origin: 'http://localhost:1' }, 403],
    ['elsewhere', { path: '/' }, 404],
    ['in another way', { method: 'PUT' }, 405],
    ['with another type', { 'content-type': 'text/plain' }, 415],
    ['with a type that begins like JSON', { 'content-type': 'application/jsonp' }, 415],
    ['who does not take both', { accept: 'application/json' }, 406],
    ['without a session', {}, 400],
    ['with a session that was not given', { 'mcp-session-id': 'made-up' }, 404],
    ['with the session of a prototype', { 'mcp-session-id': '__proto__' }, 404],
    ['in an unknown revision', { 'mcp-session-id': 'x', 'mcp-protocol-version': '1999-01-01' }, 400],
  ] as [string, Record<string, string | undefined>, number][])('%s', async (_who, headers, status) => {
    const { post, calls } = await open()
    expect((await post(PING, headers)).status).toBe(status)
    expect(calls).toEqual([])
  })

  test('before the token is looked at, nothing is said about what there is', async () => {
    const { send } = await open()
    const answer = await send('{', { authorization: undefined, path: '/anything', method: 'DELETE' })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  test('and an allowed page is', async () => {
    const { post } = await open()
    expect((await post(PING, { origin: 'https://allowed.example', 'mcp-session-id': 'x' })).status).toBe(404)
  })
})

describe('clients that keep us busy', () => {
  const raw = async (port: string, text: string) => {
    const socket = connect(Number(port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.write(text)
    return socket
  }

  test('with a hundred requests that never end keeps nobody else from being answered', async () => {
    const { post, port } = await open()
    for (let count = 0; count < 100; count++) await raw(port, 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ')
    expect((await post(PING, { 'mcp-session-id': 'x' })).status).toBe(404)
  })

  test.each([
    ['headers without an end', `GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['two lengths', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd'],
    [
      'a length and pieces',
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['no HTTP', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n'],
  ])('with %s is told off, and the connection ends', async (_what, text) => {
    const { port, calls } = await open()
    const socket = await raw(port, text)
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(socket, 'close')
    expect(said).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(calls).toEqual([])
  })
})

describe('a batch', () => {
  const OLD = '2025-03-26'
  const request = (id: unknown, method = 'ping', params?: object) => ({ jsonrpc: '2.0', id, method, params })
  async function inSession(protocolVersion = OLD) {
    const scene = await open()
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
    const { headers } = await scene.post({ id: 'first', method: 'initialize', params })
    const session = { 'mcp-session-id': String(headers['mcp-session-id']) }
    const send = async (batch: unknown) => {
      const { status, text } = await scene.send(JSON.stringify(batch), session)
      const events = text.split('\n').filter((line) => line.startsWith('data: '))
      return { status, text, answers: events.map((line) => JSON.parse(line.slice(6))) }
    }
    return { ...scene, session, sendBatch: send }
  }

  test('is answered as a stream of one answer a request, in the revision that has batches', async () => {
    const { sendBatch, calls } = await inSession()
    const { status, answers } = await sendBatch([
      request(1),
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      request(2, 'tools/call', { name: 'echo', arguments: { a: 1 } }),
      request(3, 'no/such'),
      7,
      { jsonrpc: '2.0', id: 8 },
    ])
    expect(status).toBe(200)
    expect(calls).toHaveLength(1)
    expect(answers.toSorted((a, b) => Number(a.id) - Number(b.id))).toMatchObject([
      { id: null, error: { code: -32_600 } },
      { id: 1, result: {} },
      { id: 2, result: { content: [{ text: '{"a":1}' }] } },
      { id: 3, error: { code: -32_601 } },
      { id: 8, error: { code: -32_600 } },
    ])
  })

  test.each(['2025-11-25', '2025-06-18', '2024-11-05'])('is refused in %s', async (revision) => {
    const { sendBatch } = await inSession(revision)
    expect(await sendBatch([request(1)])).toMatchObject({ status: 400, text: expect.stringContaining('-32600') })
  })

  test.each([
    ['of notices is taken', [{ jsonrpc: '2.0', method: 'a' }], 202],
    ['of answers is taken', [{ jsonrpc: '2.0', id: 1, result: {} }], 202],
    ['of nothing is refused', [], 400],
    ['of no messages is refused', [1, {}], 400],
    ['with an id twice is refused', [request(1), request(1)], 400],
    ['of too many is refused', Array.from({ length: 65 }, (_, id) => request(id)), 400],
    ['within a batch is refused', [[request(1)]], 400],
  ])('%s', async (_what, batch, status) => {
    const { sendBatch, calls } = await inSession()
    expect((await sendBatch(batch)).status).toBe(status)
    expect(calls).toEqual([])
  })

  test('introduces nobody', async () => {
    const { send, calls } = await open()
    const params = { protocolVersion: OLD, capabilities: {}, clientInfo: { name: 'tests', version: '1' } }
    expect((await send(JSON.stringify([request(1, 'initialize', params)]))).status).toBe(400)
    expect(calls).toEqual([])
  })

  test('whose client goes is given up, all of it', async () => {
    const { port, session, calls } = await inSession()
    const body = JSON.stringify([1, 2].map((id) => request(id, 'tools/call', { name: 'waits' })))
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\nAccept: ${BOTH}\r\nContent-Type: application/json\r\nMcp-Session-Id: ${session['mcp-session-id']}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await once(socket, 'data')
    await vi.waitFor(() => expect(calls).toHaveLength(2))
    socket.destroy()
    await vi.waitFor(() => expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]))
  })
})

describe('what is not a message', () => {
  test.each([
    ['no JSON', '{"jsonrpc"', 400, -32_700],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 400, -32_700],
    ['nothing', '', 400, -32_700],
    ['a batch', JSON.stringify([{ jsonrpc: '2.0', ...PING }]), 400, -32_600],
    ['an id that is none', JSON.stringify({ jsonrpc: '2.0', id: {}, method: 'ping' }), 400, -32_600],
    [
      'too deep',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(400)}1${'}'.repeat(401)}`,
      400,
      -32_600,
    ],
    ['too large', Buffer.alloc(8 * 1024 * 1024 + 1, ' '), 413, -32_600],
  ])('%s', async (_what, body, status, code) => {
    const { send } = await open()
    const answer = await send(body)
    expect(answer.status).toBe(status)
    expect(answer.message().error.code).toBe(code)
  })

  test('a body that never ends is not kept', async () => {
    const { port, post } = await open()
    const ended = new Promise<number | string>((resolve) => {
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port,
          path: '/mcp',
          method: 'POST',
          headers: { accept: BOTH, 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
        },
        (got) => resolve(got.statusCode!),
      )
      sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
      const piece = Buffer.alloc(1024 * 1024, ' ')
      const more = () => {
        if (!sent.destroyed) sent.write(piece, () => setImmediate(more))
      }
      more()
    })
    expect([413, 'ECONNRESET', 'EPIPE']).toContain(await ended)
    expect((await post(PING)).status).toBe(400)
  })
})

describe('with a session', () => {
  test('what is posted is answered, and what is told is accepted', async () => {
    const { introduce, post } = await open()
    const { answer, session } = await introduce()
    expect(answer.message().result.protocolVersion).toBe('2025-11-25')
    expect(session['mcp-session-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect((await post({ method: 'notifications/initialized' }, session)).status).toBe(202)
    const call = { id: 2, method: 'tools/call', params: { name: 'echo', arguments: { a: 1 } } }
    expect((await post(call, session)).message().result.content).toEqual([{ type: 'text', text: '{"a":1}' }])
    expect((await post({ id: 3, method: 'resources/list' }, session)).message().error.code).toBe(-32_601)
  })

  test('an id that is under way is refused', async () => {
    const { introduce, post, calls } = await open()
    const { session } = await introduce()
    const call = { id: 2, method: 'tools/call', params: { name: 'waits' } }
    const first = post(call, session)
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 })
    expect((await post(call, session)).status).toBe(400)
    expect((await post({ method: 'notifications/cancelled', params: { requestId: 2 } }, session)).status).toBe(202)
    await vi.waitFor(() => expect(calls[0]!.signal.aborted).toBe(true), { timeout: 60_000 })
    await post({ id: 9, method: 'ping' }, session)
    expect(calls).toHaveLength(1)
    void first.catch(() => undefined)
  })

  test('calls of another session are out of reach', async () => {
    const { introduce, post, calls } = await open()
    const [one, other] = [await introduce(), await introduce()]
    void post({ id: 2, method: 'tools/call', params: { name: 'waits' } }, one.session).catch(() => undefined)
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 })
    await post({ method: 'notifications/cancelled', params: { requestId: 2 } }, other.session)
    expect((await post({ id: 3, method: 'ping' }, other.session)).status).toBe(200)
    expect(calls[0]!.signal.aborted).toBe(false)
  })

  test('its end ends its calls', async () => {
    const { introduce, post, send, calls } = await open()
    const { session } = await introduce()
    void post({ id: 2, method: 'tools/call', params: { name: 'waits' } }, session).catch(() => undefined)
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 })
    expect((await send(null, { ...session, method: 'DELETE' })).status).toBe(204)
    expect(calls[0]!.signal.aborted).toBe(true)
    expect((await post(PING, session)).status).toBe(404)
  })

  test('a client that dies in the middle of a call gives it up', async () => {
    const { introduce, port, calls } = await open()
    const { session } = await introduce()
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      path: '/mcp',
      method: 'POST',
      headers: { accept: BOTH, 'content-type': 'application/json', authorization: `Bearer ${TOKEN}`, ...session },
    })
    sent.on('error', () => undefined)
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'waits' } }))
    await vi.waitFor(() => expect(calls).toHaveLength(1), { timeout: 60_000 })
    sent.destroy()
    await vi.waitFor(() => expect(calls[0]!.signal.aborted).toBe(true), { timeout: 60_000 })
  })

  test('so many that there is no end of them take the place of those that rest', async () => {
    const { introduce, post } = await open()
    const { session } = await introduce()
    for (let count = 0; count < 64; count++) expect((await introduce()).answer.status).toBe(200)
    expect((await post(PING, session)).status).toBe(404)
  })
})

describe('without a session', () => {
  test('each request speaks for itself', async () => {
    const { stateless } = await open()
    const found = await stateless('server/discover')
    expect(found.status).toBe(200)
    expect(found.message().result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' })
    expect(found.headers['mcp-session-id']).toBeUndefined()
    const called = await stateless('tools/call', { name: 'echo', arguments: { a: 1 } })
    expect(called.message().result.content).toEqual([{ type: 'text', text: '{"a":1}' }])
  })

  test.each([
    ['another method in the header', 'tools/list', {}, { 'mcp-method': 'ping' }, 400, -32_020],
    ['another name in the header', 'tools/call', { name: 'echo' }, { 'mcp-name': 'waits' }, 400, -32_020],
    ['another revision in the header', 'tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }, 400, -32_020],
    [
      'a revision that nobody knows',
      'tools/list',
      { _meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } },
      { 'mcp-protocol-version': '2099-01-01' },
      400,
      -32_022,
    ],
    ['a method that is not there', 'resources/list', {}, {}, 404, -32_601],
    ['the handshake', 'initialize', {}, {}, 404, -32_601],
  ] as [string, string, Record<string, unknown>, Record<string, string>, number, number][])(
    '%s is refused',
    async (_what, method, params, headers, status, code) => {
      const { stateless, calls } = await open()
      const answer = await stateless(method, params, headers)
      expect(answer.status).toBe(status)
      expect(answer.message().error.code).toBe(code)
      expect(calls).toEqual([])
    },
  )

  test('a name in Base64 is the name', async () => {
    const { stateless } = await open()
    const encoded = `=?base64?${Buffer.from('echo').toString('base64')}?=`
    expect((await stateless('tools/call', { name: 'echo' }, { 'mcp-name': encoded })).status).toBe(200)
  })

  test('what is asked comes back as the answer, and the call goes on with what the client brings', async () => {
    const { stateless, calls } = await open()
    const asked = (await stateless('tools/call', { name: 'asks' })).message().result
    expect(asked).toMatchObject({ resultType: 'input_required' })
    const answered = await stateless('tools/call', {
      name: 'asks',
      requestState: asked.requestState,
      inputResponses: { approval: { action: 'accept', content: { decision: 'yes' } } },
    })
    expect(answered.message().result).toMatchObject({ resultType: 'complete', content: [{ text: 'yes' }] })
    expect(calls).toHaveLength(1)
  })

  test('a stream tells that the tools have changed, to those who want to know', async () => {
    const { serving, port } = await open()
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: {
        accept: BOTH,
        'content-type': 'application/json',
        authorization: `Bearer ${TOKEN}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 'stream',
        method: 'subscriptions/listen',
        params: { _meta: META, notifications: { toolsListChanged: true, promptsListChanged: true } },
      }),
    })
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader()
    const first = (await reader.read()).value!
    expect(first).toContain('notifications/subscriptions/acknowledged')
    expect(first).not.toContain('prompts')
    serving.toolsChanged()
    const told = (await reader.read()).value!
    expect(told).toContain('notifications/tools/list_changed')
    expect(told).toContain('"io.modelcontextprotocol/subscriptionId":"stream"')
    await reader.cancel()
  })
})

test.each(['legacy', 'auto'] as const)('the client of the SDK (%s) lists, calls, and is asked', async (mode) => {
  const { serving } = await open()
  const client = new Client(
    { name: 'sdk', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
  )
  onTestFinished(() => client.close())
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { decision: 'yes' } }))
  const transport = new StreamableHTTPClientTransport(new URL(serving.url), {
    requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
  })
  await client.connect(transport)
  expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28')
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(['echo', 'waits', 'asks'])
  expect(await client.callTool({ name: 'asks' })).toMatchObject({ content: [{ text: 'yes' }] })
})
