import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { EgressRuleInput } from '@poundlock/spec'
import { needsProgram } from '@poundlock/tooling/programs'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { PATH, policyFor, run, testGround } from './test-sandbox.ts'

/** A server of this machine that says its name to everybody, and answers HTTP. */
async function service(name: string, host = '127.0.0.1'): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (chunk) => {
      const isHttp = chunk.includes('HTTP/1.1')
      socket.end(isHttp ? `HTTP/1.1 200 OK\r\nContent-Length: ${name.length}\r\n\r\n${name}` : name)
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

const raw = (host: string, port: number) => `exec 3<>/dev/tcp/${host}/${port} && echo hello >&3 && cat <&3; exec 3>&-`

describe.each(['namespaces', 'bubblewrap'] as const)('a service of this machine that a rule names (%s)', (renderer) => {
  beforeEach(() => {
    if (renderer === 'bubblewrap') needsProgram('bwrap')
  })

  async function inside(rules: readonly EgressRuleInput[], line: string, pool?: { readonly size: number }) {
    if (line.includes('curl')) needsProgram('curl')
    const { backend, workspace } = testGround({ renderer, ...(pool && { pool }) })
    const sandbox = await backend.open(policyFor(workspace, { network: 'allowlist', egress: { rules } }))
    try {
      const finished = await run(sandbox, { file: '/bin/bash', args: ['-c', line], cwd: workspace, env: { PATH } })
      return finished.stdout
    } finally {
      await sandbox.close()
    }
  }

  test.each<[string, (port: number) => EgressRuleInput]>([
    ['by name', (port) => `localhost:${port}`],
    ['by address', (port) => `127.0.0.1:${port}`],
    ['by name, in capitals', (port) => `LOCALHOST.:${port}`],
    ['by a name below', (port) => `db.localhost:${port}`],
    ['with leave that it needs not', (port) => ({ host: `localhost:${port}`, allowPrivate: true })],
  ])('is reached by clients that know no proxy, and by those that ask none for this: %s', async (_what, rule) => {
    const port = await service('here')
    const lines = [raw('127.0.0.1', port), raw('localhost', port), `curl -sS http://localhost:${port}/`]
    const line = `${lines.join('; ')}; curl -sS http://127.0.0.1:${port}/`
    expect(await inside([rule(port)], line)).toBe('here'.repeat(4))
  })

  test('is reached through the proxy as well', async () => {
    const port = await service('here')
    const line = `curl -sS --noproxy '' http://localhost:${port}/; curl -sSx socks5h://127.0.0.1:31280 http://localhost:${port}/`
    expect(await inside([`localhost:${port}`], line)).toBe('herehere')
  })

  test('is one of several, each of which is its own', async () => {
    const [one, two] = [await service('one'), await service('two')]
    expect(
      await inside([`localhost:${one}`, `127.0.0.1:${two}`], `${raw('127.0.0.1', two)};${raw('127.0.0.1', one)}`),
    ).toBe('twoone')
  })

  test('opens no other, and leaves all other ports to the command', async () => {
    const [named, other] = [await service('named'), await service('other')]
    const own = `perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1", LocalPort => ${other}) ? "own" : "taken"'`
    expect(
      await inside([`localhost:${named}`], `(echo >/dev/tcp/127.0.0.1/${other}) 2>/dev/null || echo closed; ${own}`),
    ).toBe('closed\nown')
  })

  test('may have a port that only root takes on the host', async () => {
    if (renderer === 'bubblewrap') {
      await expect(inside(['localhost'], 'true')).rejects.toMatchObject({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('cannot pass port 80 of this machine on'),
      })
      return
    }
    expect(await inside(['localhost'], 'grep -c "0100007F:\\(0050\\|01BB\\) 0" /proc/net/tcp')).toBe('2\n')
  })

  test('that does not answer is reset, not waited for', async () => {
    const nobody = 61_234
    expect(await inside([`localhost:${nobody}`], `(${raw('127.0.0.1', nobody)}) 2>/dev/null; echo ended`)).toBe(
      'ended\n',
    )
  })

  test('at an address of IPv6 is asked of the proxy', async ({ skip }) => {
    const hasAddress = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
    if (!hasAddress) skip('needs the address ::1 on this machine')
    const port = await service('six', '::1')
    expect(await inside([`[::1]:${port}`], `curl -sS 'http://[::1]:${port}/'`)).toBe('six')
  })

  test('cannot have the port of the proxy', async () => {
    await expect(inside(['localhost:31280'], 'true')).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
  })

  test('is one of a hundred at most', async () => {
    const ports = Array.from({ length: 100 }, (_, index) => `localhost:${index + 2000}`)
    expect(await inside(ports, 'grep -c " 0A " /proc/net/tcp')).toBe('101\n')
    await expect(inside([...ports, 'localhost:3000'], 'true')).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
  })
})

test('a sandbox that was built before reaches it too', async () => {
  const port = await service('here')
  const { backend, workspace } = testGround({ pool: { size: 1 } })
  const policy = policyFor(workspace, { network: 'allowlist', egress: { rules: [`localhost:${port}`] } })
  await backend.warm(policy)
  const sandbox = await backend.open(policy)
  const command = { file: '/bin/bash', args: ['-c', raw('127.0.0.1', port)], cwd: workspace, env: { PATH } }
  expect((await run(sandbox, command)).stdout).toBe('here')
  await sandbox.close()
  await backend.close()
})
