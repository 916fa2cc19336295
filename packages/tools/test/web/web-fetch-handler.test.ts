import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createWebFetchHandler } from '../../src/index.ts'
import { guards, startWeb, textOf, webContext } from './web-server.ts'

const handler = createWebFetchHandler(guards)

const PAGE = `<!doctype html><html><head><title>Locks</title><style>p{}</style><script>alert('x')</script></head>
<body><nav><a href="/menu">Menu</a></nav><main><h1>Locks &amp; gates</h1><p>A chamber with <b>two</b> gates,
<a href="https://example.com/more">never both open</a>.</p><ul><li>one</li><li>two</li></ul></main><aside>Advert</aside></body></html>`

test('a page is returned as its main text, without menus, scripts and styles', async () => {
  const web = await startWeb((_, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE))
  const output = await handler.run({ url: web.url('/page#part'), prompt: 'What is a lock?' }, webContext())
  const text = textOf(output)
  expect(output.error).toBeUndefined()
  expect(text).toContain('Locks & gates')
  expect(text).toContain('A chamber with two gates, never both open [https://example.com/more].')
  expect(text).toContain('* one')
  expect(text).toContain('asked for: What is a lock?')
  for (const absent of ['Menu', 'alert', 'Advert', '<']) expect(text).not.toContain(absent)
  expect(web.asked).toEqual(['/page'])
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('what comes as %s is read', async (coding, compress) => {
  const web = await startWeb((_, response) =>
    response.writeHead(200, { 'content-encoding': coding, 'content-type': 'text/plain' }).end(compress('packed')),
  )
  expect(textOf(await handler.run({ url: web.url('/') }, webContext()))).toContain('packed')
})

test.each([
  ['text/plain; charset=iso-8859-1', Buffer.from('caf\u00E9', 'latin1')],
  ['text/plain; charset="windows-1252"', Buffer.from('caf\u00E9', 'latin1')],
  ['text/plain; charset=no-such', Buffer.from('café')],
  ['text/html', Buffer.from('<meta charset="iso-8859-1"><p>caf\u00E9', 'latin1')],
])('%s is decoded', async (type, body) => {
  const web = await startWeb((_, response) => response.setHeader('content-type', type).end(body))
  expect(textOf(await handler.run({ url: web.url('/') }, webContext()))).toContain('café')
})

test('an image is an image; other binary data is refused, also when it claims to be text', async () => {
  const web = await startWeb((request, response) =>
    response.setHeader('content-type', request.url!.slice(1)).end(Buffer.from([0, 1, 2])),
  )
  const of = (type: string) => handler.run({ url: web.url(`/${type}`) }, webContext())
  expect((await of('image/png')).content[1]).toEqual({ type: 'image', mediaType: 'image/png', data: 'AAEC' })
  expect((await of('application/zip')).error).toMatchObject({ code: 'WEB_CONTENT' })
  expect((await of('text/plain')).error).toMatchObject({ code: 'WEB_CONTENT' })
})

describe('addresses that are refused before anything is sent', () => {
  const strict = createWebFetchHandler()
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://①②⑦.⓪.⓪.①/',
  ])('%s', async (url) => {
    expect((await strict.run({ url }, webContext())).error).toMatchObject({ code: 'WEB_REFUSED' })
  })

  test.each([
    '',
    'example.com',
    'file:///etc/passwd',
    'ftp://example.com',
    'javascript:1',
    'http://',
    'http://user:pw@example.com/',
  ])('%j is no address to fetch, and it says what one looks like', async (url) => {
    const { error } = await strict.run({ url }, webContext())
    expect(error).toMatchObject({ code: 'WEB_ADDRESS', remedy: expect.any(String) })
  })

  test('a name of which one address is refused is refused whole', async () => {
    const mixed = createWebFetchHandler({ resolve: async () => ['93.184.216.34', '127.0.0.1'] })
    expect((await mixed.run({ url: 'http://both.test/' }, webContext())).error).toMatchObject({
      code: 'WEB_REFUSED',
      message: expect.stringContaining('127.0.0.1'),
    })
  })

  test('a name is looked up once, so that it cannot mean something else a moment later', async () => {
    const web = await startWeb((_, response) => response.end('here'))
    const answers = [['127.0.0.1'], ['169.254.169.254']]
    let lookups = 0
    const rebinding = createWebFetchHandler({
      resolve: async () => answers[Math.min(lookups++, 1)]!,
      refuseAddress: guards.refuseAddress,
    })
    expect(textOf(await rebinding.run({ url: web.url('/') }, webContext()))).toContain('here')
    expect(lookups).toBe(1)
  })
})

describe('redirections', () => {
  const to = async (location: string) => startWeb((_, response) => response.writeHead(302, { location }).end())

  test('are followed as far as the rules go, and it says where they led', async () => {
    const web = await startWeb((request, response) =>
      request.url === '/old' ? response.writeHead(301, { location: '/new' }).end() : response.end('moved'),
    )
    const text = textOf(await handler.run({ url: web.url('/old') }, webContext()))
    expect(text).toContain('moved')
    expect(text).toContain(`redirected from ${web.url('/old')}`)
  })

  test('to where the rules do not lead are refused, and nothing is sent there', async () => {
    const web = await to('http://elsewhere.test/')
    const urls = { ...webContext().urls, allows: (url: string) => url.includes('web.test') }
    expect((await handler.run({ url: web.url('/') }, webContext({ urls }))).error?.message).toContain(
      'refused http://elsewhere.test/',
    )
  })

  test.each(['http://169.254.169.254/', 'http://[::1]/', 'file:///etc/passwd', 'http://user@web.test/'])(
    'to %s are refused',
    async (location) => {
      const web = await to(location)
      expect((await handler.run({ url: web.url('/') }, webContext())).error?.code).toMatch(/WEB_(?:REFUSED|ADDRESS)/)
    },
  )

  test('end after five', async () => {
    const web = await to('/')
    expect((await handler.run({ url: web.url('/') }, webContext())).error?.message).toContain('more than 5')
    expect(web.asked).toHaveLength(6)
  })
})

test('an address that the rules refuse is not even looked up', async () => {
  let lookups = 0
  const counting = createWebFetchHandler({ resolve: async () => (lookups++, ['127.0.0.1']) })
  const urls = { ...webContext().urls, allows: () => false }
  expect((await counting.run({ url: 'http://web.test/' }, webContext({ urls }))).error?.code).toBe('WEB_REFUSED')
  expect(lookups).toBe(0)
})

test('a body that is larger than the limit is cut, also when it is small on its way', async () => {
  const small = createWebFetchHandler({ ...guards, maxBytes: 1000 })
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, 'x'))
  const web = await startWeb((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/plain' }).end(bomb),
  )
  const { structured } = await small.run({ url: web.url('/') }, webContext())
  expect(structured).toMatchObject({ bytes: 1000, cut: true })
})

test('a server that is slow, breaks off or says nothing ends in an error, in time', async () => {
  const quick = createWebFetchHandler({ ...guards, timeoutMs: 200 })
  const silent = await startWeb(() => {})
  expect((await quick.run({ url: silent.url('/') }, webContext())).error?.message).toContain('it took too long')
  const dripping = await startWeb((_, response) => {
    const drip = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drip))
  })
  expect((await quick.run({ url: dripping.url('/') }, webContext())).error?.message).toContain('it took too long')
  const broken = await startWeb((_, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('x', () => response.destroy())
  })
  expect((await handler.run({ url: broken.url('/') }, webContext())).error).toMatchObject({ code: 'WEB_FAILED' })
  const corrupt = await startWeb((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  )
  expect((await handler.run({ url: corrupt.url('/') }, webContext())).error).toMatchObject({ code: 'WEB_FAILED' })
})

test('a call that is given up ends', async () => {
  const silent = await startWeb(() => {})
  const controller = new AbortController()
  const fetching = handler.run({ url: silent.url('/') }, webContext({ abortSignal: controller.signal }))
  controller.abort()
  expect((await fetching).error?.message).toContain('it was given up')
})

test('a text that is longer than an answer is whole in a file for its owner alone', async () => {
  const web = await startWeb((_, response) =>
    response.setHeader('content-type', 'text/plain').end('word '.repeat(50_000)),
  )
  const spillDirectory = join(mkdtempSync(join(tmpdir(), 'web-')), 'output')
  const { structured, content } = await handler.run({ url: web.url('/') }, webContext({ spillDirectory }))
  const { spillFile } = structured as { spillFile: string }
  expect(readFileSync(spillFile, 'utf8')).toHaveLength(250_000)
  expect(statSync(spillFile).mode & 0o777).toBe(0o600)
  expect(JSON.stringify(content).length).toBeLessThan(101_000)
})

test('an error page is told with its status', async () => {
  const web = await startWeb((_, response) => response.writeHead(404, { 'content-type': 'text/plain' }).end('not here'))
  const output = await handler.run({ url: web.url('/') }, webContext())
  expect(textOf(output)).toContain('(HTTP 404)')
  expect(output.structured).toMatchObject({ status: 404, text: 'not here' })
})

test('markup that is nested 50,000 deep or never ends is read in time', async () => {
  const pages = [
    '<div>'.repeat(50_000),
    `<a href="${'x'.repeat(1_000_000)}`,
    '<'.repeat(1_000_000),
    '&'.repeat(500_000),
    '<table><tr>'.repeat(3000),
  ]
  for (const page of pages) {
    const web = await startWeb((_, response) => response.setHeader('content-type', 'text/html').end(page))
    const started = performance.now()
    const output = await handler.run({ url: web.url('/') }, webContext())
    expect(output.error).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(60_000)
  }
})
