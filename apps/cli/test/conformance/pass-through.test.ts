import { execFile } from 'node:child_process'
import { createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openScene } from '../poundlock.ts'
import { serveOverHttp } from '../serve-over-http.ts'

const SUITE = createRequire(import.meta.url)
  .resolve('@modelcontextprotocol/conformance/package.json')
  .replace(/package\.json$/, 'dist/index.js')
const SERVER = fileURLToPath(new URL('whole-server.ts', import.meta.url))
/** For one scenario: on a machine that has other things to do each takes its time. */
const PATIENCE_MS = 300_000

/** What stands behind the proxy, once it is served. */
interface Inner {
  readonly url: URL
  readonly token: string
}

/** The suite has no token: a proxy adds it, and changes nothing else. @returns the origin of the proxy */
async function addToken(inner: () => Inner): Promise<string> {
  const outer = createServer((from, to) => {
    const { url, token } = inner()
    const headers = { ...from.headers, authorization: `Bearer ${token}` }
    const options = { host: url.hostname, port: url.port, path: from.url, method: from.method, headers }
    const passed = request(options, (got) => {
      to.writeHead(got.statusCode ?? 500, got.headers)
      to.flushHeaders()
      got.pipe(to)
    })
    passed.on('error', () => to.destroy())
    to.on('close', () => passed.destroy())
    from.pipe(passed)
  })
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => outer.closeAllConnections())
  onTestFinished(() => void outer.close())
  return `http://localhost:${(outer.address() as AddressInfo).port}`
}

/** Its exit code is the verdict; nothing is expected to fail. */
function runSuite(url: string, revision: string): Promise<{ code: number; summary: string }> {
  const args = ['server', '--url', url, '--requirements', revision, '--timeout', String(PATIENCE_MS)]
  return new Promise((resolve) =>
    execFile(process.execPath, [SUITE, ...args], { maxBuffer: 64 * 1024 * 1024 }, (error, stdout) =>
      resolve({ code: error === null ? 0 : 1, summary: stdout.slice(stdout.lastIndexOf('=== SUMMARY')) }),
    ),
  )
}

test(
  'a server behind the gate is what the official suite requires of one, in both revisions',
  { timeout: 15 * 60_000 },
  async () => {
    const scene = openScene()
    // What is compiled once need not be compiled for each of the sessions.
    const env = { NODE_COMPILE_CACHE: join(scene.root, 'compiled') }
    scene.configure({
      // Somebody who has to be asked for each of them would be asked a hundred times.
      mode: 'danger-full-access',
      mcpServers: { whole: { command: process.execPath, args: [SERVER], env, sampling: true, elicitation: true } },
    })
    let inner: Inner | undefined
    const origin = await addToken(() => inner!)
    // The suite comes with the origin of the address that it was given, as a page there would: one that is named passes.
    const { url, token, said } = await serveOverHttp(scene, ['--pass-through', 'whole', '--allow-origin', origin])
    inner = { url: new URL(url), token }
    const outer = `${origin}/mcp`
    const [first, second] = await Promise.all([runSuite(outer, '2025-11-25'), runSuite(outer, '2026-07-28')])
    expect(first, `${first.summary}\n${said()}`).toMatchObject({ code: 0 })
    expect(second, `${second.summary}\n${said()}`).toMatchObject({ code: 0 })
    expect(first.summary.match(/^. [\w-]+: \d/gm)?.length).toBeGreaterThanOrEqual(30)
    expect(second.summary.match(/^. [\w-]+: \d/gm)?.length).toBeGreaterThanOrEqual(37)

    // Each call was decided, and is on record under the name of its tool.
    const records = (await scene.run(['audit', 'tail', '--json', '--lines', '2000'])).lines()
    const decided = new Set(records.filter(({ type }) => type === 'decision').map(({ data }) => data.tool))
    expect(decided).toContain('mcp__whole__test_simple_text')
    expect(
      [...decided].filter((tool) => /sampling_createMessage|elicitation_create|resources_read/.test(tool)),
    ).toHaveLength(3)
  },
)
