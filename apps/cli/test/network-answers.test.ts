import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLocalHost } from '@poundlock/local-host'
import type { AskForApproval } from '@poundlock/runtime'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, onTestFinished, test, vi } from 'vitest'

/**
 * Lines that use the answer for `api.test:PORT` to reach something else, or to be taken for it. OTHER is another port. None
 * goes to the address of the server, which is named.
 */
const HOSTILE = [
  'curl -sS http://other.test:PORT/',
  'curl -sS http://api.test.other.test:PORT/',
  'curl -sS http://xapi.test:PORT/',
  'curl -sS http://sub.api.test:PORT/',
  'curl -sS http://api.test:OTHER/',
  'curl -sS http://api.test@other.test:PORT/',
  'curl -sS http://other.test:PORT/api.test',
  "curl -sS 'http://other.test:PORT#@api.test:PORT/'",
  "curl -sS 'http://api.test:PORT@other.test:PORT/'",
  'curl -sS -H "Host: other.test:PORT" http://api.test:PORT/',
  'curl -sS -H "Host: api.test:PORT" http://other.test:PORT/',
  'curl -sS --connect-to api.test:PORT:other.test:PORT http://api.test:PORT/ --noproxy ""',
  'curl -sS -p --connect-to api.test:PORT:other.test:PORT http://api.test:PORT/',
  'curl -sS --request-target http://other.test:PORT/ http://api.test:PORT/',
  'curl -sS -p -H "Host: other.test:PORT" http://api.test:PORT/',
  'curl -sS -p http://other.test:PORT/',
  'curl -sS -x socks5h://127.0.0.1:31280 http://other.test:PORT/',
  'curl -sS -x socks5://127.0.0.1:31280 --resolve other.test:PORT:127.0.0.1 http://other.test:PORT/',
  'curl -sS -x socks5h://127.0.0.1:31280 -H "Host: other.test:PORT" http://api.test:PORT/',
  'curl -sS -L http://api.test:PORT/redirect',
  'curl -sS http://API.TEST.:PORT/elsewhere -H "Host: other.test:PORT"',
  'curl -sS --proxy-header "Host: other.test:PORT" -H "Host: other.test:PORT" http://api.test:PORT/',
  'curl -sS -H "Host:" -H "Host: other.test:PORT" http://api.test:PORT/',
  'env -u http_proxy -u HTTP_PROXY curl -sS --resolve api.test:PORT:10.0.0.1 http://api.test:PORT/',
  'http_proxy=http://other.test:PORT curl -sS http://api.test:PORT/',
  String.raw`exec 3<>/dev/tcp/127.0.0.1/31280; printf 'GET http://api.test:PORT/ HTTP/1.1\r\nHost: other.test:PORT\r\n\r\n' >&3; timeout 1 cat <&3`,
  String.raw`exec 3<>/dev/tcp/127.0.0.1/31280; printf 'GET http://api.test:PORT/ HTTP/1.1\r\nHost: api.test:PORT\r\nHost: other.test:PORT\r\n\r\n' >&3; timeout 1 cat <&3`,
  String.raw`exec 3<>/dev/tcp/127.0.0.1/31280; printf 'CONNECT api.test:PORT HTTP/1.1\r\nHost: api.test:PORT\r\n\r\nGET / HTTP/1.1\r\nHost: other.test:PORT\r\n\r\n' >&3; timeout 1 cat <&3`,
  String.raw`exec 3<>/dev/tcp/127.0.0.1/31280; printf 'GET http://api.test:PORT/ HTTP/1.1\r\nHost: api.test:PORT\r\n\r\nGET http://other.test:PORT/ HTTP/1.1\r\nHost: other.test:PORT\r\n\r\n' >&3; timeout 1 cat <&3`,
  String.raw`exec 3<>/dev/tcp/127.0.0.1/31280; printf 'GET http://api.test:PORT/ HTTP/1.1\r\nHost: api.test:PORT\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: other.test:PORT\r\n\r\n' >&3; timeout 1 cat <&3`,
]

test('an answer about a host lets a command reach that host at that port, and nothing by its name', async () => {
  needsProgram('curl')
  const reached: string[] = []
  const server = createServer((request, response) => {
    reached.push(request.headers.host ?? '')
    if (request.url === '/redirect') response.writeHead(302, { location: `http://other.test:${port}/` })
    response.end('reached\n')
  })
  server.listen(0, '127.0.0.1')
  const second = createServer((_request, response) => {
    reached.push('the other port')
    response.end()
  }).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(second, 'listening')])
  const { port } = server.address() as AddressInfo
  const { port: other } = second.address() as AddressInfo
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-answers-')))
  const [workspace, state] = [join(root, 'w'), join(root, 'state')]
  mkdirSync(workspace)
  mkdirSync(state, { mode: 0o700 })
  const sandbox = { network: 'ask', egress: [`127.0.0.1:${port}`, `127.0.0.1:${other}`] }
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify({ sandbox }), { mode: 0o600 })
  vi.stubEnv('POUNDLOCK_HOME', state)
  const asked: string[] = []
  /** Everything may start; of the hosts only one is allowed, for the session. */
  const ask: AskForApproval = async ({ command, decision }) => {
    const place = decision.reasons.find(({ effect }) => effect?.kind === 'network')?.effect?.path
    if (!command?.startsWith('contact ')) return { answer: 'allow-once', by: 'a test' }
    asked.push(`${place}`)
    if (place !== `api.test:${port}`) return { answer: 'deny', by: 'a test' }
    return { answer: 'allow-always', by: 'a test', limits: { scope: 'exact' } }
  }
  const host = await openLocalHost({
    workspace,
    ask: () => ask,
    backends: {
      unshare: (settings) =>
        createUnshareBackend({
          ...settings,
          resolveHost: async (name) => (/\.?test\.?$/i.test(name) ? ['127.0.0.1'] : []),
        }),
    },
  })
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await host.close()
    server.close()
    second.close()
    rmSync(root, { recursive: true, force: true })
  })
  const filled = HOSTILE.map((line) => line.replaceAll('PORT', String(port)).replaceAll('OTHER', String(other)))
  writeFileSync(join(workspace, 'hostile.sh'), filled.map((line) => `( ${line} )`).join('\n'))
  // The answer is about a line of which no more is known than of the hostile one.
  writeFileSync(join(workspace, 'first.sh'), `curl -sS http://api.test:${port}/`)
  const first = await host.call('exec', { command: 'bash first.sh' })
  expect(first.run?.stdout).toBe('reached\n')
  await host.call('exec', { command: 'bash hostile.sh' })
  expect(reached.length).toBeGreaterThan(1)
  expect(reached.filter((name) => name.toLowerCase().replace('.:', ':') !== `api.test:${port}`)).toEqual([])
  expect(asked.filter((place) => place === `api.test:${port}`)).toHaveLength(1)
  expect(asked).toContain(`other.test:${port}`)
})
