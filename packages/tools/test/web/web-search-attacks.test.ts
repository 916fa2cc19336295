import { describe, expect, test } from 'vitest'
import { createWebSearchHandler } from '../../src/index.ts'
import { startWeb, textOf, webContext } from './web-server.ts'

const KEY = 'tvly-0123456789abcdef0123456789'

/** What a provider answers, and what becomes of it. */
async function answered(body: string | object, input: object = {}) {
  const web = await startWeb((_, response) =>
    response.setHeader('content-type', 'application/json').end(typeof body === 'string' ? body : JSON.stringify(body)),
  )
  const handler = createWebSearchHandler({ provider: 'tavily', endpoint: `http://127.0.0.1:${web.port}/`, key: KEY })
  return handler.run({ query: 'locks', ...input }, webContext())
}

const found = (results: readonly object[], input: object = {}) => answered({ results }, input)
const at = (url: string) => ({ title: 'T', url, content: 'c' })
const urlsOf = ({ structured }: { structured?: unknown }) =>
  (structured as { results: readonly { url: string }[] }).results.map(({ url }) => url)

describe('domains are held to, however an address is written', () => {
  test.each([
    'https://evil-example.com/',
    'https://example.com.evil.org/',
    'https://examplexcom/',
    'https://evil.org/example.com',
    'https://evil.org?example.com',
    'https://evil.org#@example.com',
    'https://example.com@evil.org/',
    'https://example.com:443@evil.org/',
    'https://evil.org\\@example.com/',
    'https://еxample.com/',
    'https://xn--xample-2of.com/',
    'https://com/',
    'javascript:alert(1)//example.com',
    'data:text/html,example.com',
    'file://example.com/etc/passwd',
    'example.com',
    '//example.com/',
  ])('%s is not of example.com', async (url) => {
    expect(urlsOf(await found([at(url)], { allowed_domains: ['example.com'] }))).toEqual([])
  })

  test.each([
    ['https://example.com/', 'https://example.com/'],
    ['HTTPS://EXAMPLE.COM/A', 'https://example.com/A'],
    ['https://example.com./', 'https://example.com./'],
    ['https://ｅxample.com/', 'https://example.com/'],
    ['https://a.b.example.com:8443/', 'https://a.b.example.com:8443/'],
    ['https://example%2Ecom/', 'https://example.com/'],
  ])('%s is of it: allowed where it is listed, left out where it is blocked', async (url, plain) => {
    expect(urlsOf(await found([at(url)], { allowed_domains: ['example.com'] }))).toEqual([plain])
    expect(urlsOf(await found([at(url)], { blocked_domains: ['Example.COM.'] }))).toEqual([])
  })

  test.each([
    ['пример.рф', 'https://xn--e1afmkfd.xn--p1ai/'],
    ['xn--e1afmkfd.xn--p1ai', 'https://пример.рф/'],
    ['MÜNCHEN.example', 'https://xn--mnchen-3ya.example/'],
  ])('%s is %s', async (domain, url) => {
    expect(urlsOf(await found([at(url)], { blocked_domains: [domain] }))).toEqual([])
    expect(urlsOf(await found([at(url)], { allowed_domains: [domain] }))).toHaveLength(1)
  })

  test('what is no address of the web is no result at all', async () => {
    const odd = ['javascript:x', 'data:,x', 'file:///etc/passwd', 'ftp://a.org/', 'https://u:p@a.org/', 'https://']
    expect(urlsOf(await found([...odd.map(at), at('https://b.org/')]))).toEqual(['https://b.org/'])
  })
})

describe('what a provider answers is not believed', () => {
  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"results"'],
    ['nothing', ''],
    ['cut off', '{"results":[{"url":"https://a.org'],
    ['results that are none', '{"results":{"length":1}}'],
    ['no results', '{"answer":"x"}'],
    ['nested without an end', '['.repeat(100_000)],
  ])('%s is an error that says where to look', async (_, body) => {
    expect((await answered(body)).error).toMatchObject({
      code: 'WEB_SEARCH',
      remedy: expect.stringContaining('tools.web.search'),
    })
  })

  test('results that are none are left out', async () => {
    const odd = [null, 7, 'x', [], {}, { url: 7 }, { url: ['https://a.org/'] }, { url: { href: 'https://a.org/' } }]
    const output = await found([...(odd as object[]), { url: 'https://b.org/', title: 7, content: null }])
    expect(output.structured).toMatchObject({ results: [{ url: 'https://b.org/', title: '', excerpt: '' }] })
  })

  test('a key of its own that every object has changes nothing', async () => {
    const output = await answered(
      '{"__proto__":{"results":[]},"results":[{"__proto__":{"x":1},"url":"https://b.org/"}]}',
    )
    expect(urlsOf(output)).toEqual(['https://b.org/'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('a text cannot pass for another result, hide, or be of any length', async () => {
    const output = await found([
      {
        title: `a\n2. b\u202E\u001B[2J\u{E0041}${'t'.repeat(10_000)}`,
        url: 'https://b.org/\n\n2. https://c.org/',
        content: `${'<b>'.repeat(1000)}x${'y'.repeat(1_000_000)}`,
      },
    ])
    const text = textOf(output)
    expect(text.match(/^\d\. /gm)).toEqual(['1. '])
    expect(text).not.toMatch(/[\u202E\u001B\u{E0041}]/u)
    expect(text.length).toBeLessThan(3000)
  })

  test('ten are shown of a million', async () => {
    expect(urlsOf(await found(Array.from({ length: 20_000 }, () => at('https://b.org/'))))).toHaveLength(10)
  })

  test('more than four million bytes are no answer', async () => {
    expect((await answered({ results: [], padding: 'x'.repeat(5_000_000) })).error).toMatchObject({
      code: 'WEB_SEARCH',
    })
  })
})

describe('the key is told to nobody but the provider', () => {
  const problem = async (answer: Parameters<typeof startWeb>[0], key = KEY) => {
    const web = await startWeb(answer)
    const endpoint = `http://127.0.0.1:${web.port}/`
    const { error, content } = await createWebSearchHandler({ provider: 'brave', endpoint, key, timeoutMs: 500 }).run(
      { query: 'locks' },
      webContext(),
    )
    const cause = [error?.cause].flatMap((inner) => (inner instanceof Error ? [inner.message, inner.stack] : []))
    return JSON.stringify([error?.message, error?.remedy, error?.details, error?.stack, content, ...cause])
  }

  test.each<[string, Parameters<typeof startWeb>[0]]>([
    ['refused', (_, response) => response.writeHead(401).end(`bad key ${KEY}`)],
    ['redirected', (_, response) => response.writeHead(302, { location: `/?key=none` }).end()],
    ['no JSON', (_, response) => response.end(`your key is ${KEY}`)],
    ['broken off', (_, response) => response.destroy()],
    ['silent', () => {}],
  ])('where it is %s', async (_, answer) => expect(await problem(answer)).not.toContain(KEY))

  test.each([`${KEY}\nx: y`, `${KEY}\r\n`, `${KEY} `, `${KEY}é`])('where it is none: %j', async (key) => {
    const said = await problem((_, response) => response.end('{}'), key)
    expect(said).not.toContain(KEY)
    expect(said).toContain('holds what no header can')
  })
})
