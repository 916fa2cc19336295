import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import type { McpAuthorization } from '../../src/index.ts'
import { introduction, reached, startFake } from '../http/fake-server.ts'
import { openManager } from '../open-manager.ts'

type Told = { readonly path: string; readonly headers: IncomingMessage['headers'] }

const json = (response: ServerResponse, value: object) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

const redirect = (response: ServerResponse, location: string) => void response.writeHead(307, { location }).end()

/** Where somebody may log in, and what came by; `odd` answers in its place. */
async function startIssuer(odd: (path: string, response: ServerResponse) => boolean = () => false) {
  const told: Told[] = []
  const url = await startFake((_message, { url: path = '', headers }, response) => {
    told.push({ path, headers })
    const origin = `http://${headers.host}`
    if (odd(path, response)) return
    if (path.startsWith('/token')) return json(response, { access_token: `of ${origin}`, token_type: 'Bearer' })
    if (!path.includes('well-known')) return void response.writeHead(404).end()
    json(response, {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    })
  })
  return { origin: new URL(url).origin, told }
}

/** A server that wants a token of the issuer that it names at that time. */
async function startGuarded(
  issuer: () => string,
  odd: (path: string, response: ServerResponse) => boolean = () => false,
) {
  const told: Told[] = []
  const url = await startFake((message, { url: path = '', headers }, response) => {
    told.push({ path, headers })
    if (odd(path, response)) return
    if (path.includes('oauth-protected-resource')) {
      return json(response, { resource: `http://${headers.host}/mcp`, authorization_servers: [issuer()] })
    }
    if (headers.authorization === `Bearer of ${issuer()}`) return introduction(message as { method?: string })
    response.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end()
  })
  return { url, told }
}

/** Somebody who logs in wherever they are sent. */
function person(meanwhile: () => void = () => undefined) {
  const values = new Map<string, Readonly<Record<string, unknown>>>()
  const sent: URL[] = []
  const authorization: McpAuthorization = {
    store: { read: (server) => values.get(server) ?? {}, write: (server, kept) => void values.set(server, kept) },
    redirectUrl: 'http://127.0.0.1/callback',
    client: () => ({ client_id: 'known', client_secret: 'of the first' }),
    async authorize(_server, address) {
      sent.push(address)
      meanwhile()
      return new URLSearchParams({ code: 'c', state: address.searchParams.get('state')! })
    },
  }
  return { authorization, sent }
}

const visit = (url: string, authorization?: McpAuthorization, kind: 'http' | 'sse' = 'http') =>
  openManager([reached(url, { kind, timeoutMs: 5000, startTimeoutMs: 5000 })], {
    hostEnvironment: { KEY: 'a key' },
    ...(authorization && { authorization }),
  }).refresh('far')

const failure = (visiting: Promise<unknown>) =>
  visiting.then(
    () => null,
    (error: Error) => error,
  )

const asked = (told: readonly Told[], path: string) => told.filter((one) => one.path.startsWith(path)).length

describe('who is asked about authorization', () => {
  test('gets no key that is for the server', async () => {
    const issuer = await startIssuer()
    const server = await startGuarded(() => issuer.origin)
    expect(await failure(visit(server.url, person().authorization))).toMatchObject({ code: 'MCP_REMOTE' })
    expect(asked(issuer.told, '/token')).toBe(1)
    expect(issuer.told.filter(({ headers }) => 'x-key' in headers)).toEqual([])
    expect(new Set(server.told.map(({ headers }) => headers['x-key']))).toEqual(new Set(['a key']))
  })

  test('is who the person was sent to: no other gets the code that this one gave', async () => {
    const [honest, other] = [await startIssuer(), await startIssuer()]
    let named = honest.origin
    const server = await startGuarded(() => named)
    const { authorization, sent } = person(() => (named = other.origin))
    expect(await failure(visit(server.url, authorization))).toBeInstanceOf(Error)
    expect(sent[0]?.origin).toBe(honest.origin)
    expect(asked(other.told, '/token')).toBe(0)
    expect(asked(honest.told, '/token')).toBe(1)
  })

  test('gets no secret of a client that another one knows', async () => {
    const [first, second] = [await startIssuer(), await startIssuer()]
    let named = first.origin
    const server = await startGuarded(() => named)
    const { authorization, sent } = person()
    await failure(visit(server.url, authorization))
    expect(asked(first.told, '/token')).toBe(1)
    named = second.origin
    expect(await failure(visit(server.url, authorization))).toBeInstanceOf(Error)
    expect(await failure(visit(server.url, authorization))).toBeInstanceOf(Error)
    expect(sent).toHaveLength(1)
    expect(asked(second.told, '/token')).toBe(0)
  })

  test.each(['/.well-known/', '/token'])('does not lead on from %s', async (from) => {
    const other = await startIssuer()
    const issuer = await startIssuer((path, response) => {
      if (!path.startsWith(from)) return false
      redirect(response, `${other.origin}${path}`)
      return true
    })
    const server = await startGuarded(() => issuer.origin)
    expect(await failure(visit(server.url, person().authorization))).toBeInstanceOf(Error)
    expect(asked(issuer.told, from)).toBeGreaterThan(0)
    expect(other.told).toEqual([])
  })
})

describe('a token', () => {
  test('is sent to no other address that takes the name of the server', async () => {
    const issuer = await startIssuer()
    const { authorization } = person()
    const server = await startGuarded(() => issuer.origin)
    await failure(visit(server.url, authorization))
    expect(server.told.some(({ headers }) => headers.authorization === `Bearer of ${issuer.origin}`)).toBe(true)
    const taker = await startGuarded(() => 'nobody')
    await failure(visit(taker.url, authorization))
    expect(taker.told.length).toBeGreaterThan(0)
    expect(taker.told.filter(({ headers }) => headers.authorization?.includes('Bearer'))).toEqual([])
  })

  test.each(['http', 'sse'] as const)('is not sent where the server redirects to, over %s', async (kind) => {
    const issuer = await startIssuer()
    const { authorization } = person()
    const other = await startIssuer()
    let leads = false
    const server = await startGuarded(
      () => issuer.origin,
      (path, response) => {
        if (!leads || path !== '/mcp') return false
        redirect(response, `${other.origin}/mcp`)
        return true
      },
    )
    await failure(visit(server.url, authorization))
    leads = true
    expect(await failure(visit(server.url, authorization, kind))).toBeInstanceOf(Error)
    expect(other.told).toEqual([])
  })
})

describe('where messages are sent to, as the server says', () => {
  /** A server of the oldest transport, whose stream says these addresses. */
  const says = (...addresses: readonly string[]) =>
    startFake((message, request, response) => {
      if (request.method !== 'GET') {
        // What is asked is answered in the stream, which is held open.
        stream?.write(
          `data: ${JSON.stringify({ jsonrpc: '2.0', id: (message as { id: number }).id, ...introduction(message as object) })}\n\n`,
        )
        return void response.writeHead(202).end()
      }
      stream = response
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      for (const address of addresses) response.write(`event: endpoint\ndata: ${address}\n\n`)
    })
  let stream: ServerResponse | undefined

  test('is nowhere else, at once or later', async () => {
    const other = await startIssuer()
    for (const addresses of [
      [`${other.origin}/mcp`],
      ['/mcp', `${other.origin}/mcp`],
      [`//${new URL(other.origin).host}/`],
    ]) {
      expect(await failure(visit(await says(...addresses), undefined, 'sse'))).toBeInstanceOf(Error)
    }
    expect(other.told).toEqual([])
  })
})

describe('a session', () => {
  test('is the one that was begun: another id is not taken on, and one that was forgotten is not named again', async () => {
    const named: [string, unknown][] = []
    let forgotten = false
    const url = await startFake((message, { headers, method }, response) => {
      const about = (message as { method?: string }).method ?? method!
      named.push([about, headers['mcp-session-id']])
      if (about === 'server/discover') return introduction({})
      if (forgotten && about !== 'initialize') return void response.writeHead(404).end()
      response.setHeader('mcp-session-id', about === 'initialize' ? 'first' : 'another')
      if (about === 'tools/list') return { result: { tools: [{ name: 't', inputSchema: { type: 'object' } }] } }
      if (about === 'tools/call') return { result: { content: [] } }
      return introduction(message as { method?: string })
    })
    const manager = openManager([reached(url, { timeoutMs: 5000 })])
    const call = () => manager.call({ server: 'far', tool: 't' }, {})
    await call()
    expect(named.filter(([about]) => about.startsWith('tools/')).map(([, id]) => id)).toEqual(['first', 'first'])
    forgotten = true
    await expect(call()).rejects.toMatchObject({ code: 'MCP_CLOSED' })
    forgotten = false
    named.length = 0
    await call()
    expect(named.find(([about]) => about === 'initialize')?.[1]).toBeUndefined()
  })
})
