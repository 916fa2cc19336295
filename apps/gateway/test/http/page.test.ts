import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { servePage } from '../../src/http/serve-page.ts'
import { send, type HttpAnswer } from '../support/http-client.ts'
import { LOOPBACK, openTestGateway } from '../support/test-gateway.ts'

const SCRIPT = 'assets/index-B4x9_kQz.js'
const INDEX = `<!doctype html><script type="module" src="./${SCRIPT}"></script>`

/** A folder as the build of a page leaves it, with what is not to be served beside it. */
function pageFolder(): string {
  const root = temporaryFolder()
  const folder = join(root, 'page')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(root, 'secret.txt'), 'SECRET')
  writeFileSync(join(folder, 'index.html'), INDEX)
  writeFileSync(join(folder, SCRIPT), 'console.log(1)')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, '.env.txt'), 'SECRET')
  writeFileSync(join(folder, 'assets', 'index.js.map'), 'SECRET')
  symlinkSync(join(root, 'secret.txt'), join(folder, 'link.txt'))
  symlinkSync(root, join(folder, 'up'))
  return folder
}

async function openPage() {
  const { gateway, log } = await openTestGateway({ page: pageFolder() })
  const get = (path: string, more: { method?: string; headers?: Record<string, string> } = {}): Promise<HttpAnswer> =>
    send(gateway.port, { method: 'GET', path, ...more })
  return { get, log, gateway }
}

describe('the control page', () => {
  test('runs nothing but its own scripts, is framed by nobody, and is never kept', async () => {
    const { get } = await openPage()
    const { status, headers, text } = await get('/')
    expect([status, text]).toEqual([200, INDEX])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
    )
    expect(policy.get('default-src')).toBe("'none'")
    expect(policy.get('frame-ancestors')).toBe("'none'")
    expect(policy.get('require-trusted-types-for')).toBe("'script'")
    expect(policy.get('trusted-types')).toBe('service-worker')
    expect([...policy.values()].join(' ')).not.toMatch(/unsafe|https?:|\*|data:/)
  })

  test('has files with a hash in their names, which are kept for good, and others, which are asked for again', async () => {
    const { get } = await openPage()
    const script = await get(`/${SCRIPT}`)
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const icon = await get('/favicon.svg')
    expect(icon.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' })
    const { etag } = icon.headers as { etag: string }
    const again = await get('/favicon.svg', { headers: { 'if-none-match': `"other", W/${etag}` } })
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag])
    expect((await get('/favicon.svg', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const head = await get('/favicon.svg', { method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '6'])
    expect((await get('/', { method: 'POST' })).status).toBe(405)
  })

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..\\..\\secret.txt',
    '/up/secret.txt',
    '/link.txt',
    '/.env.txt',
    '/assets/index.js.map',
    '/assets',
    '/assets/',
    '/index.html/',
    '/etc/passwd',
    '/__proto__',
    '/constructor',
  ])('has nothing at %s', async (path) => {
    const { get } = await openPage()
    const { status, text } = await get(path)
    expect([status, text]).toEqual([404, 'there is nothing here\n'])
  })

  test('a secret in its address is refused and stands in no answer and no log (GW-03-a)', async () => {
    const { get, log } = await openPage()
    for (const path of ['/?token=SECRET', `/${SCRIPT}?token=SECRET`]) {
      const { status, text, headers } = await get(path)
      expect([status, headers['referrer-policy'], headers['cache-control']]).toEqual([400, 'no-referrer', 'no-store'])
      expect(text).not.toContain('SECRET')
    }
    expect(log.join('\n')).not.toContain('SECRET')
  })

  test('is refused at other host names, as all is', async () => {
    const { get } = await openPage()
    expect((await get('/', { headers: { host: 'evil.example' } })).status).toBe(421)
  })

  test('that is not installed is said to be, in a sentence', async () => {
    const { gateway } = await openTestGateway()
    const { status, text } = await send(gateway.port, { method: 'GET', path: '/' })
    expect([status, text]).toEqual([404, expect.stringContaining('The control page is not installed')])
  })

  test('that is broken keeps the gateway from starting', async () => {
    const starting = openTestGateway({ page: temporaryFolder() })
    await expect(starting).rejects.toMatchObject({
      code: 'GATEWAY_STATE',
      message: expect.stringContaining('index.html'),
    })
  })

  test('can be below a path, with a redirect that a proxy before it does not break', async () => {
    const routes = servePage({ folder: pageFolder(), prefix: '/desk/' })
    const { gateway } = await openTestGateway({ routes, tcp: LOOPBACK })
    const get = (path: string) => send(gateway.port, { method: 'GET', path })
    expect((await get('/desk/')).text).toBe(INDEX)
    expect((await get(`/desk/${SCRIPT}`)).status).toBe(200)
    const { status, headers } = await get('/desk')
    expect([status, headers['location']]).toEqual([308, 'desk/'])
  })
})
