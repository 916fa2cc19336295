import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { EgressPolicy } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createUnshareBackend, type UnshareBackend, type UnshareBackendOptions } from '../../src/index.ts'
import { PATH, policyFor, run, type TestGround, testGround } from './test-sandbox.ts'

/** A server of the host, and a sandbox backend for which `server.test` is its name. */
async function egressGround(
  options: Pick<UnshareBackendOptions, 'renderer' | 'pool'> = {},
): Promise<TestGround & { readonly backend: UnshareBackend; readonly port: number; readonly egress: EgressPolicy }> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nreached\n'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ground = testGround()
  const backend = createUnshareBackend({
    cacheDirectory: join(ground.folder, 'cache'),
    stateDirectory: ground.state,
    ...options,
    resolveHost: (name) =>
      name.endsWith('server.test') ? Promise.resolve(['127.0.0.1']) : Promise.reject(new Error('none')),
  })
  return { ...ground, backend, port, egress: { rules: [{ host: `server.test:${String(port)}`, allowPrivate: true }] } }
}

async function shell({ backend, workspace, egress }: TestGround & { readonly egress: EgressPolicy }, line: string) {
  const sandbox = await backend.open(policyFor(workspace, { network: 'allowlist', egress }))
  const command = {
    file: '/bin/sh',
    args: ['-c', line],
    cwd: workspace,
    env: { PATH, HTTP_PROXY: 'http://host.example' },
  }
  try {
    const finished = await run(sandbox, command)
    const { code, signal, stderr } = finished
    return { ...finished, denials: sandbox.explain({ exitCode: code, signal, stderr }) }
  } finally {
    await sandbox.close()
  }
}

describe('with an allowlist, a command', () => {
  test('reaches what a rule names over HTTP, a tunnel and SOCKS, and is told of the rest', async () => {
    needsProgram('curl')
    const ground = await egressGround()
    const url = `http://server.test:${String(ground.port)}/`
    const { stdout, denials } = await shell(
      ground,
      `curl -sS ${url}; curl -sSp ${url}; curl -sSx socks5h://127.0.0.1:31280 ${url}; curl -sS http://other.test/; curl -sS https://other.test/ || true`,
    )
    expect(stdout).toBe(
      'reached\n'.repeat(3) +
        'poundlock: Connection to other.test:80 refused: no rule of sandbox.egress covers it. Add "other.test" to sandbox.egress to allow it.\n',
    )
    expect(denials.map(({ kind, target }) => [kind, target])).toEqual([
      ['network', 'other.test:80'],
      ['network', 'other.test:443'],
    ])
  })

  test('gets the same from bubblewrap', async () => {
    needsProgram('curl')
    const ground = await egressGround({ renderer: 'bubblewrap' })
    const url = `http://server.test:${String(ground.port)}/`
    const line = `curl -sS ${url}; curl -s -m 3 --noproxy '*' http://127.0.0.1:${String(ground.port)}/ || echo nothing; ls /proc/self/fd; ls /proc/1/fd`
    const { stdout, denials } = await shell(ground, `${line}; curl -s http://other.test/ >/dev/null`)
    expect(stdout).toBe('reached\nnothing\n0\n1\n2\n3\n3\n')
    expect(denials.map(({ target }) => target)).toEqual(['other.test:80'])
  })

  test('is refused where no network of its own can be made, as with Landlock', async () => {
    const { backend, workspace, egress } = await egressGround({ renderer: 'landlock' })
    await expect(backend.open(policyFor(workspace, { network: 'allowlist', egress }))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringMatching(/cannot keep an allowlist of hosts/),
    })
  })

  test('gets a way out of its own from a sandbox that was built before', async () => {
    needsProgram('curl')
    const ground = await egressGround({ pool: { size: 2 } })
    const policy = policyFor(ground.workspace, { network: 'allowlist', egress: ground.egress })
    const { backend } = ground
    await backend.warm(policy)
    const sandbox = await backend.open(policy)
    const line = `curl -sS http://server.test:${String(ground.port)}/; curl -s http://$NAME.test/ >/dev/null`
    const runs = ['a', 'b', 'c'].map(async (name) => {
      const env = { PATH, NAME: name }
      const process = await sandbox.run({ file: '/bin/sh', args: ['-c', line], cwd: ground.workspace, env })
      const output = await text(process.stdout as Readable)
      const { code } = await process.exited
      const denials = sandbox.explain({ exitCode: code, signal: null, stderr: '', process })
      return [output, denials.map(({ target }) => target)]
    })
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c'].map((name) => ['reached\n', [`${name}.test:80`]]))
    await sandbox.close()
    await backend.close()
  })

  test('reaches nothing past the proxy: no server of the host, no name, no other address', async () => {
    const ground = await egressGround()
    const { stdout } = await shell(
      ground,
      `curl -s --noproxy '*' -m 3 http://127.0.0.1:${String(ground.port)}/ || echo no loopback of the host
       curl -s --noproxy '*' -m 3 http://1.1.1.1/ || echo no address
       curl -s --noproxy '*' -m 3 http://[2606:4700::1111]/ || echo no address of version 6
       getent hosts example.org || echo no name
       cat /etc/resolv.conf 2>/dev/null || echo no resolver
       ls /sys/class/net 2>/dev/null; cut -d: -f1 -s /proc/net/dev | tr -d ' '
       cat /proc/net/route | wc -l`,
    )
    expect(stdout.split('\n')).toEqual([
      'no loopback of the host',
      'no address',
      'no address of version 6',
      'no name',
      'no resolver',
      'lo',
      '1',
      '',
    ])
  })

  test('has no descriptor more, and no way to who serves its proxy', async () => {
    const { stdout } = await shell(
      await egressGround(),
      'ls /proc/self/fd; ls /proc/1/fd; cat /proc/1/fd/3 2>/dev/null || echo closed; env | grep -c NODE_CHANNEL',
    )
    expect(stdout).toBe('0\n1\n2\n3\n3\nclosed\n0\n')
  })

  test('cannot take the place of the proxy, whose port is in use', async () => {
    const listen = `perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(Listen => 1, ReuseAddr => 1, LocalAddr => "127.0.0.1", LocalPort => 31280) ? "taken" : "in use"'`
    expect((await shell(await egressGround(), listen)).stdout).toBe('in use')
  })

  test('shares the proxy with nobody: neither the host nor another command reaches it', async () => {
    const ground = await egressGround()
    const sandbox = await ground.backend.open(
      policyFor(ground.workspace, { network: 'allowlist', egress: ground.egress }),
    )
    const off = await ground.backend.open(policyFor(ground.workspace))
    const sh = (line: string) => ({ file: '/bin/sh', args: ['-c', line], cwd: ground.workspace, env: { PATH } })
    const holder = await sandbox.run({ ...sh('echo up; read -r _'), stdin: 'pipe' })
    await once(holder.stdout as never, 'data')
    const inside = `curl -s -m 3 -x http://127.0.0.1:31280 http://server.test:${String(ground.port)}/ || echo nothing there`
    expect((await run(off, sh(inside))).stdout).toBe('nothing there\n')
    expect(readFileSync('/proc/net/tcp', 'utf8')).not.toContain(`0100007F:${(31280).toString(16).toUpperCase()} `)
    holder.stdin?.end('\n')
    await holder.exited
    await Promise.all([sandbox.close(), off.close()])
  })

  test('is told apart from others: each run has its own report', async () => {
    needsProgram('curl')
    const ground = await egressGround()
    const sandbox = await ground.backend.open(
      policyFor(ground.workspace, { network: 'allowlist', egress: ground.egress }),
    )
    const report = async (host: string) => {
      const args = ['-c', `curl -s http://${host}/ >/dev/null`]
      const process = await sandbox.run({ file: '/bin/sh', args, cwd: ground.workspace, env: { PATH } })
      await process.exited
      return sandbox.explain({ exitCode: 0, signal: null, stderr: '', process }).map(({ target }) => target)
    }
    expect(await Promise.all([report('a.test'), report('b.test')])).toEqual([['a.test:80'], ['b.test:80']])
    expect(sandbox.explain({ exitCode: 0, signal: null, stderr: '' })).toHaveLength(2)
    await sandbox.close()
  })

  test('says in its status what it has', async () => {
    const { backend, workspace, egress } = await egressGround()
    const status = await backend.status(policyFor(workspace, { network: 'allowlist', egress }))
    expect(status).toMatchObject({ active: true, network: 'allowlist' })
    expect(status.namespaces).toContain('net')
  })

  test('does not start without rules', async () => {
    const { backend, workspace } = testGround()
    await expect(backend.open(policyFor(workspace, { network: 'allowlist' }))).rejects.toMatchObject({
      code: 'SANDBOX_POLICY',
    })
  })
})
