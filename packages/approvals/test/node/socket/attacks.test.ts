import { spawn } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { NonceMemory } from '../../../src/node/socket/limits.ts'
import { newNonce } from '../../../src/node/socket/seal.ts'
import { openServed, RawPeer, TOKEN } from './open-served.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65_534
const LIST = { method: 'list' }

const refused = (code: string) => ({ error: { data: { code } } })

/** After each attack, an honest client is served as before. */
async function goesOn(scene: Awaited<ReturnType<typeof openServed>>): Promise<void> {
  const client = await scene.connect()
  expect(await client.list()).toEqual([])
  client.close()
}

describe('a peer is refused, and the server goes on', () => {
  test('that replays a call on its connection', async () => {
    const scene = await openServed()
    const peer = new RawPeer(scene.path)
    await peer.greet()
    const call = peer.sealed(LIST)
    expect(await peer.ask('call', call)).toHaveProperty('result')
    expect(await peer.ask('call', call)).toMatchObject(refused('SOCKET_REPLAYED'))
    await peer.ended()
    await goesOn(scene)
  })

  test('that replays a call of another connection', async () => {
    const scene = await openServed()
    const [honest, thief] = [new RawPeer(scene.path), new RawPeer(scene.path)]
    await honest.greet()
    await thief.greet()
    const call = honest.sealed(LIST)
    expect(await honest.ask('call', call)).toHaveProperty('result')
    expect(await thief.ask('call', call)).toMatchObject(refused('SOCKET_MAC'))
    await goesOn(scene)
  })

  test.each([-11_000, 11_000])('whose clock is off by %d ms', async (off) => {
    const scene = await openServed()
    const peer = new RawPeer(scene.path)
    await peer.greet()
    expect(await peer.ask('call', peer.sealed(LIST, { at: Date.now() + off }))).toMatchObject(refused('SOCKET_EXPIRED'))
    await goesOn(scene)
  })

  test.each<readonly [string, (peer: RawPeer) => object]>([
    ['another token', (peer) => peer.sealed(LIST, { token: 'another token of it' })],
    ['another body', (peer) => ({ ...peer.sealed(LIST), body: '{"method":"watch"}' })],
    ['another time', (peer) => ({ ...peer.sealed(LIST), at: Date.now() + 1 })],
    ['another nonce', (peer) => ({ ...peer.sealed(LIST), nonce: newNonce() })],
  ])('whose seal is of %s', async (_, call) => {
    const scene = await openServed()
    const peer = new RawPeer(scene.path)
    await peer.greet()
    expect(await peer.ask('call', call(peer))).toMatchObject(refused('SOCKET_MAC'))
    await peer.ended()
    await goesOn(scene)
  })

  test.each<readonly [string, string, unknown]>([
    ['calls before it greets', 'call', { at: 1, nonce: newNonce(), body: '{}', mac: '0'.repeat(64) }],
    ['speaks another version', 'hello', { version: 2, nonce: newNonce() }],
    ['has no nonce', 'hello', { version: 1 }],
    ['says more than is asked', 'hello', { version: 1, nonce: newNonce(), token: 'x' }],
    ['knows another method', 'list', {}],
  ])('that %s', async (_, method, params) => {
    const scene = await openServed()
    const peer = new RawPeer(scene.path)
    expect(await peer.ask(method, params)).toMatchObject(refused('SOCKET_UNEXPECTED'))
    await peer.ended()
    await goesOn(scene)
  })

  test('that makes no file to prove whose it is', async () => {
    const scene = await openServed()
    const peer = new RawPeer(scene.path)
    const { result } = await peer.ask('hello', { version: 1, nonce: peer.nonces.client })
    peer.nonces = { ...peer.nonces, server: result.nonce }
    expect(await peer.ask('call', peer.sealed(LIST))).toMatchObject(refused('SOCKET_UNPROVEN'))
    await goesOn(scene)
  })

  test('that sends no JSON, too much, or half a message and then nothing', async () => {
    const scene = await openServed({ proveWithinMs: 300 })
    for (const bytes of [
      'GET / HTTP/1.1\r\n\r\n',
      '\0'.repeat(100),
      `{"a":"${'x'.repeat(70_000)}"}\n`,
      'x'.repeat(70_000),
    ]) {
      const peer = new RawPeer(scene.path)
      peer.socket.write(bytes)
      await peer.ended()
    }
    const half = new RawPeer(scene.path)
    half.socket.write('{"jsonrpc":"2.0","id":1,"meth')
    const silent = new RawPeer(scene.path)
    await Promise.all([half.ended(), silent.ended()])
    expect(scene.refusals).toContain('it did not prove in time who it is')
    await goesOn(scene)
  })

  test('that sends a byte at a time does not get more time', async () => {
    const scene = await openServed({ proveWithinMs: 300 })
    const slow = new RawPeer(scene.path)
    const drip = setInterval(() => slow.socket.write(' '), 20)
    await slow.ended()
    clearInterval(drip)
    await goesOn(scene)
  })

  test('that asks for what there is not, within a call', async () => {
    const scene = await openServed()
    const peer = new RawPeer(scene.path)
    await peer.greet()
    for (const body of [
      '{"method":"drop"}',
      '{"method":"answer","id":"0000","decision":"allow-all"}',
      '{"method":"answer","id":"0000","decision":"allow-once","limits":{"maxUses":1}}',
      '{"method":"answer","id":"0000","decision":"allow-always","limits":[]}',
      '{"method":"answer","id":"0000","decision":"allow-always","limits":{"maxUses":0}}',
      '{"method":"answer","id":"0000","decision":"allow-always","limits":{"maxUses":1.5}}',
      '{"method":"answer","id":"0000","decision":"allow-always","limits":{"expiresAt":"never"}}',
      '{"method":"answer","id":"0000","decision":"allow-always","limits":{"expiresAt":1e999}}',
      '{"method":"answer","id":"0000","decision":"allow-always","limits":{"scope":"host"}}',
      '{"method":"answer","id":"0000","decision":"allow-always","limits":{"scope":"exact","all":true}}',
      '{"method":"answer","id":"../../etc","decision":"deny"}',
      '{"method":"list","__proto__":{"x":1}}',
      `{"method":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      'no JSON',
    ]) {
      const { result } = await peer.ask('call', peer.sealed(body))
      expect(JSON.parse(result.body)).toMatchObject({ error: { code: 'SOCKET_CALL' } })
    }
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    await goesOn(scene)
  })

  test('that floods it with connections: they are bounded, and an honest one comes through', async () => {
    const scene = await openServed({ maxPeers: 8, connectionsPerSecond: 1000 })
    const flood = Array.from({ length: 200 }, () => new RawPeer(scene.path))
    await Promise.all(flood.slice(0, 150).map((peer) => peer.ended()))
    expect(scene.served.peers).toBeLessThanOrEqual(8)
    await goesOn(scene)
  })

  test('that connects too often is not let in for a while', async () => {
    let time = Date.now()
    const scene = await openServed({ connectionsPerSecond: 5, now: () => time })
    const flood = Array.from({ length: 20 }, () => new RawPeer(scene.path))
    await Promise.all(flood.slice(10).map((peer) => peer.ended()))
    expect(scene.refusals.filter((reason) => reason.includes('too many connections'))).toHaveLength(10)
    time += 1000
    await goesOn(scene)
  })

  test('that floods it with calls is told to wait', async () => {
    const scene = await openServed({ callsPerSecond: 5, now: () => 0 })
    const peer = new RawPeer(scene.path)
    await peer.greet()
    const answers = []
    for (let call = 0; call < 12; call++) answers.push(await peer.ask('call', peer.sealed(LIST, { at: 0 })))
    expect(answers.filter((answer) => answer.result)).toHaveLength(10)
    expect(answers.at(-1)).toMatchObject(refused('SOCKET_BUSY'))
  })

  test('that watches and does not read is let go', async () => {
    const scene = await openServed({ maxUnreadBytes: 100_000 })
    const peer = new RawPeer(scene.path)
    await peer.greet()
    expect(await peer.ask('call', peer.sealed({ method: 'watch' }))).toHaveProperty('result')
    peer.socket.pause()
    for (let index = 0; index < 40 && scene.served.watchers > 0; index++) {
      await scene.desk.show(scene.ask({ text: `echo ${index} ${'x'.repeat(100_000)}` }))
    }
    expect(scene.refusals).toContain('it does not read what it is sent')
  })
})

test('a million nonces are not remembered', () => {
  const seen = new NonceMemory(10_000, 4096)
  let full = 0
  for (let index = 0; index < 1_000_000; index++) if (seen.note(String(index), 0) === 'full') full++
  expect(seen.size).toBe(4096)
  expect(full).toBe(1_000_000 - 4096)
  expect(seen.note('late', 20_001)).toBe('new')
  expect(seen.size).toBe(1)
})

describe.runIf(isRoot)('a second user', () => {
  const asPeer = (path: string, uid: string, asUser: boolean) => {
    const file = fileURLToPath(new URL('../../fixtures/peer.py', import.meta.url))
    // On standard input: the second user may not be able to read the folder of the test.
    const script = readFileSync(file)
    const args = ['/usr/bin/python3', '-', path, TOKEN, uid, 'list']
    const identity = ['--reuid', String(NOBODY), '--regid', String(NOBODY), '--clear-groups']
    return spawnPeer(asUser ? ['setpriv', ...identity, ...args] : args, script)
  }

  test('cannot connect, though it has the token', async () => {
    const scene = await openServed()
    expect(await asPeer(scene.path, '-', true)).toEqual([{ failed: 'Permission denied' }])
    await goesOn(scene)
  })

  test('is not served where somebody has opened the folder to it', async () => {
    const scene = await openServed()
    chmodSync(scene.folder, 0o755)
    chmodSync(scene.path, 0o666)
    expect(await asPeer(scene.path, '-', true)).toEqual([
      { failed: expect.stringMatching(/closed|reset|pipe/i) as string },
    ])
    expect(scene.refusals.at(-1)).toMatch(/has mode 0755, so that others can get at it/)
    chmodSync(scene.folder, 0o700)
    await goesOn(scene)
  })

  test('is not served on a connection that was opened by the first, though it has the token', async () => {
    const scene = await openServed()
    expect(await asPeer(scene.path, String(NOBODY), false)).toEqual([
      { proof: 'Permission denied' },
      { failed: 'SOCKET_UNPROVEN' },
    ])
    await goesOn(scene)
  })

  test('is not served with a file that it owns', async () => {
    const scene = await openServed()
    const peer = new RawPeer(scene.path)
    await peer.greet()
    const [proof = ''] = readdirSync(scene.folder).filter((name) => name.startsWith('.proof'))
    chownSync(join(scene.folder, proof), NOBODY, NOBODY)
    expect(await peer.ask('call', peer.sealed(LIST))).toMatchObject(refused('SOCKET_UNPROVEN'))
    await goesOn(scene)
  })

  test('in another language is served as the first user', async () => {
    const scene = await openServed()
    const id = scene.ask()
    expect(await asPeer(scene.path, '-', false)).toMatchObject([{ result: { requests: [{ id }] } }])
  })
})

/** Runs a peer while this process serves it; its answers. */
async function spawnPeer([command, ...args]: string[], input: Buffer): Promise<unknown[]> {
  const child = spawn(command!, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' })
  child.stdin.end(input)
  let text = ''
  for await (const chunk of child.stdout) text += String(chunk)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}
