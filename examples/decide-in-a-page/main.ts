/** A page that decides about command lines by itself, under the strictest policy of a browser, in Chromium. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
const POLICY = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'"

const { outputFiles } = await build({
  entryPoints: ['page.ts'],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'browser',
  minify: true,
})
const script = outputFiles[0]!.text
console.log(`the script has ${Math.ceil(script.length / 1024)} kB`)

const server = createServer(({ url }, response) => {
  const isScript = url === '/page.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8')
  response.setHeader('content-security-policy', POLICY)
  response.end(
    isScript ? script : '<!doctype html><title>wait</title><ul></ul><script type="module" src="page.js"></script>',
  )
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
if (CHROMIUM === undefined) {
  console.log('There is no Chromium here to show the page in: apt install chromium')
  process.exitCode = process.env['CI'] === undefined ? 0 : 1
} else {
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    // Its own sandbox needs a user that is not root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage()
  const broken: string[] = []
  page.on('pageerror', ({ message }) => broken.push(message))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction('document.title === "ready"', undefined, { timeout: 20_000 })
  const lines = await page.locator('li').allTextContents()
  for (const line of lines) console.log(line)
  await browser.close()

  assert.deepEqual(broken, [])
  const [log = '', push = '', download = '', mode = '', wrong = '', ask = '', code = ''] = lines
  assert.match(log, /^allow: git log \| head -5/u)
  assert.match(push, /^deny: git log && git push/u)
  assert.match(download, /^ask: curl/u)
  assert.equal(mode, 'configuration: read-only')
  assert.match(wrong, /expected "read-only"/u)
  assert.equal(ask, 'approvals: always')
  assert.equal(code, 'code from text: refused')
}
server.close()
