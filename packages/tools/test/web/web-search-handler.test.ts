import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createWebSearchHandler, type WebSearchOptions } from '../../src/index.ts'
import { startWeb, textOf, webContext } from './web-server.ts'

const FOUND = [
  { title: 'One', url: 'https://one.example.com/a', text: 'first <strong>hit</strong>' },
  { title: 'Two', url: 'https://example.org/b', text: 'second' },
  { title: 'Evil\u202E', url: 'https://notexample.com/', text: 'third\u0007' },
  { title: 'No address', url: 'nonsense', text: '' },
]

type Engine = (request: IncomingMessage, response: ServerResponse, body: string) => void
const json = (response: ServerResponse, value: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value))

/** Servers that answer like the real ones, and refuse what those refuse. */
const ENGINES: Record<WebSearchOptions['provider'], Engine> = {
  brave(request, response) {
    const url = new URL(request.url!, 'http://x')
    if (request.headers['x-subscription-token'] !== 'key') return response.writeHead(401).end('{}')
    if (request.method !== 'GET' || !url.searchParams.get('q') || Number(url.searchParams.get('count')) > 20) {
      return response.writeHead(422).end('{}')
    }
    return json(response, {
      type: 'search',
      web: { results: FOUND.map(({ title, url: found, text }) => ({ title, url: found, description: text })) },
    })
  },
  tavily(request, response, body) {
    if (request.headers.authorization !== 'Bearer key') return response.writeHead(401).end('{}')
    const asked = JSON.parse(body) as Record<string, unknown>
    const isWrong =
      request.method !== 'POST' || typeof asked['query'] !== 'string' || !Array.isArray(asked['include_domains'])
    if (isWrong || request.headers['content-type'] !== 'application/json') return response.writeHead(400).end('{}')
    return json(response, {
      query: asked['query'],
      results: FOUND.map(({ text, ...rest }) => ({ ...rest, content: text, score: 1 })),
    })
  },
  searxng(request, response) {
    const url = new URL(request.url!, 'http://x')
    if (url.pathname !== '/searx/search') return response.writeHead(404).end()
    if (url.searchParams.get('format') !== 'json') return response.setHeader('content-type', 'text/html').end('<html>')
    return json(response, { results: FOUND.map(({ text, ...rest }) => ({ ...rest, content: text })) })
  },
}

async function searching(provider: WebSearchOptions['provider'], more: Partial<WebSearchOptions> = {}) {
  const web = await startWeb(ENGINES[provider])
  const endpoint = `http://127.0.0.1:${web.port}${provider === 'searxng' ? '/searx/' : '/search'}`
  return { web, handler: createWebSearchHandler({ provider, endpoint, key: 'key', ...more }) }
}

test.each(['brave', 'tavily', 'searxng'] as const)(
  '%s is asked as it wants to be, and its answer is read',
  async (provider) => {
    const { handler, web } = await searching(provider)
    const output = await handler.run({ query: 'locks & gates' }, webContext())
    expect(output.error).toBeUndefined()
    expect(output.structured).toMatchObject({
      results: [
        { title: 'One', url: 'https://one.example.com/a', excerpt: 'first hit' },
        { title: 'Two', url: 'https://example.org/b', excerpt: 'second' },
        { url: 'https://notexample.com/' },
      ],
    })
    // What hides or rings is shown as what it is.
    expect(textOf(output)).not.toMatch(/[\u202E\u0007]/)
    expect(web.asked).toHaveLength(1)
  },
)

test.each(['brave', 'tavily', 'searxng'] as const)(
  '%s: domains are held to, whatever the provider makes of them',
  async (provider) => {
    const { handler } = await searching(provider)
    const found = async (more: object) =>
      (
        (await handler.run({ query: 'locks', ...more }, webContext())).structured as { results: { url: string }[] }
      ).results.map(({ url }) => url)
    expect(await found({ allowed_domains: ['example.com'] })).toEqual(['https://one.example.com/a'])
    expect(await found({ blocked_domains: ['*.example.com', 'EXAMPLE.ORG.'] })).toEqual(['https://notexample.com/'])
    expect(await found({ allowed_domains: ['example.com'], blocked_domains: ['one.example.com'] })).toEqual([])
  },
)

test('what is no domain is refused: it would be part of the question', async () => {
  const { handler, web } = await searching('brave')
  for (const domain of ['a b', 'example.com OR site:evil.com', 'https://example.com', '']) {
    expect((await handler.run({ query: 'locks', allowed_domains: [domain] }, webContext())).error).toMatchObject({
      code: 'WEB_ADDRESS',
    })
  }
  expect(web.asked).toEqual([])
})

test('what is not configured, refused or nonsense says what to look at', async () => {
  const problem = async (handler: ReturnType<typeof createWebSearchHandler>) =>
    (await handler.run({ query: 'locks' }, webContext())).error
  expect(await problem(createWebSearchHandler())).toMatchObject({
    code: 'WEB_SEARCH',
    remedy: expect.stringContaining('tools.web.search'),
  })
  expect(await problem(createWebSearchHandler({ provider: 'searxng' }))).toMatchObject({
    message: 'searxng needs an endpoint',
  })
  expect(await problem(createWebSearchHandler({ provider: 'brave' }))).toMatchObject({ message: 'brave needs a key' })
  expect(await problem((await searching('brave', { key: 'wrong' })).handler)).toMatchObject({
    message: 'brave answered with HTTP 401',
  })
  const answers = [
    ['text/html', '<html>'],
    ['application/json', '{"no":"results"}'],
    ['application/json', '[]'],
  ] as const
  for (const [type, body] of answers) {
    const web = await startWeb((_, response) => response.setHeader('content-type', type).end(body))
    const endpoint = `http://127.0.0.1:${web.port}`
    expect(await problem(createWebSearchHandler({ provider: 'searxng', endpoint }))).toMatchObject({
      code: 'WEB_SEARCH',
    })
  }
})

test('the key goes nowhere but where it was meant to: redirections are refused', async () => {
  const thief = await startWeb((_, response) => response.end('{}'))
  const web = await startWeb((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${thief.port}/` }).end(),
  )
  const handler = createWebSearchHandler({ provider: 'brave', endpoint: `http://127.0.0.1:${web.port}/`, key: 'key' })
  expect((await handler.run({ query: 'locks' }, webContext())).error).toMatchObject({ code: 'WEB_SEARCH' })
  expect(thief.asked).toEqual([])
})
