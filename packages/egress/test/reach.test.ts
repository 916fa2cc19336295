import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { captureHello, splitRecords } from './client-hello.ts'
import { dial, exchange, readToEnd, readUntil, startProxy, startServer } from './proxy-ground.ts'

const connectTo = (host: string) => `CONNECT ${host} HTTP/1.1\r\n\r\n`

describe('a name', () => {
  test('that leads into the own network is refused, unless a rule allows it', async () => {
    const upstream = await startServer((socket) => socket.end('reached'))
    const host = `local.test:${String(upstream)}`
    const plain = await startProxy({ rules: [host] })
    expect(await exchange(plain.port, connectTo(host))).toContain('403 Forbidden')
    expect(plain.proxy.denials()).toEqual([
      {
        kind: 'network',
        target: host,
        message:
          `Connection to ${host} refused: its address 127.0.0.1 is not of the public internet (this machine). ` +
          `Add "127.0.0.1:${String(upstream)}" to sandbox.egress to allow exactly it, ` +
          `or write the rule as { "host": "${host}", "allowPrivate": true }.`,
      },
    ])
    for (const rules of [
      [{ host, allowPrivate: true }],
      [host, `127.0.0.1:${String(upstream)}`],
      [host, { host, allowPrivate: true }],
    ]) {
      const { port } = await startProxy({ rules })
      expect(await exchange(port, connectTo(host))).toContain('reached')
    }
  })

  test('is refused as a whole when one of its addresses is, wherever it stands', async () => {
    for (const addresses of [
      ['1.1.1.1', '127.0.0.1'],
      ['127.0.0.1', '1.1.1.1'],
      ['1.1.1.1', '::ffff:127.0.0.1'],
      ['1.1.1.1', 'not an address'],
      ['1.1.1.1', 'fe80::1%eth0'],
    ]) {
      const { port } = await startProxy({ rules: ['name.test'], resolve: () => Promise.resolve(addresses) })
      expect(await exchange(port, connectTo('name.test:443'))).toContain('403 Forbidden')
    }
  })

  test('that hands out the rights of a machine is not opened by leave for private addresses', async () => {
    for (const address of [
      '169.254.169.254',
      'fd00:ec2::254',
      '100.100.100.200',
      '168.63.129.16',
      '0.0.0.0',
      '64:ff9b::7f00:1',
    ]) {
      const rules = [{ host: 'name.test', allowPrivate: true }]
      const { port } = await startProxy({ rules, resolve: () => Promise.resolve([address]) })
      expect(await exchange(port, connectTo('name.test:80')), address).toContain('403 Forbidden')
    }
  })

  test('is looked up once a connection: what it means a moment later is not asked for', async () => {
    const upstream = await startServer((socket) => socket.end('the checked one'))
    const asked: string[] = []
    const { port } = await startProxy({
      rules: [{ host: `rebound.test:${String(upstream)}`, allowPrivate: true }],
      resolve(name) {
        asked.push(name)
        // The second answer is what a rebinding attack would have connected to.
        return Promise.resolve(asked.length === 1 ? ['127.0.0.1'] : ['127.0.0.2'])
      },
    })
    expect(await exchange(port, connectTo(`rebound.test:${String(upstream)}`))).toContain('the checked one')
    expect(asked).toEqual(['rebound.test'])
  })

  test('that is rebound to an address of the own network is refused', async () => {
    const upstream = await startServer((socket) => socket.end('secret'))
    let asked = 0
    const { port } = await startProxy({
      rules: [`rebound.test:${String(upstream)}`],
      resolve: () => Promise.resolve((asked += 1) % 2 === 1 ? ['192.0.2.1'] : ['127.0.0.1']),
    })
    for (let times = 0; times < 4; times += 1) {
      const answer = await exchange(port, connectTo(`rebound.test:${String(upstream)}`))
      expect(answer).toContain('403 Forbidden')
      expect(answer).not.toContain('secret')
    }
  })

  test('that no rule covers is not even looked up: a question is a message too', async () => {
    const asked: string[] = []
    const { port } = await startProxy({
      rules: ['local.test'],
      resolve: (name) => Promise.resolve((asked.push(name), ['1.1.1.1'])),
    })
    await exchange(port, connectTo('c2VjcmV0.evil.test:443'))
    await exchange(port, connectTo('local.test:22'))
    expect(asked).toEqual([])
  })

  test('with a second address is reached when the first does not answer', async () => {
    const upstream = await startServer((socket) => socket.end('second'))
    const { port } = await startProxy({
      rules: [{ host: `two.test:${String(upstream)}`, allowPrivate: true }],
      resolve: () => Promise.resolve(['127.0.0.9', '127.0.0.1']),
    })
    expect(await exchange(port, connectTo(`two.test:${String(upstream)}`))).toContain('second')
  })
})

describe('the name that a TLS client asks for', () => {
  async function ground(rules: (port: number) => readonly (string | { host: string; allowPrivate: boolean })[]) {
    const upstream = await startServer((socket) => socket.on('data', () => socket.end('upstream has it')))
    return { upstream, ...(await startProxy({ rules: rules(upstream) })) }
  }
  const byName = (port: number) => [{ host: `local.test:${String(port)}`, allowPrivate: true }]

  async function sayHello(proxy: number, target: string, parts: readonly Buffer[]): Promise<string> {
    const socket = await dial(proxy)
    socket.write(connectTo(target))
    await readUntil(socket, '\r\n\r\n')
    for (const part of parts) {
      socket.write(part)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return readToEnd(socket)
  }

  test('is the one that was judged, in any case', async () => {
    const { upstream, port } = await ground(byName)
    for (const name of ['local.test', 'LOCAL.Test']) {
      const hello = await captureHello(name)
      expect(await sayHello(port, `local.test:${String(upstream)}`, [hello])).toBe('upstream has it')
    }
  })

  test('is another one: nothing of the client gets there, however it is cut', async () => {
    const { upstream, port, proxy } = await ground(byName)
    const hello = await captureHello('evil.test')
    const cuts = [
      [hello],
      [hello.subarray(0, 1), hello.subarray(1)],
      [splitRecords(hello, 40)],
      [hello.subarray(0, 90), hello.subarray(90)],
    ]
    for (const parts of cuts) {
      expect(await sayHello(port, `local.test:${String(upstream)}`, parts)).toBe('')
    }
    expect(proxy.denials()).toEqual([
      {
        kind: 'network',
        target: `local.test:${String(upstream)}`,
        message: `Connection to local.test:${String(upstream)} ended: the client asks the server to be "evil.test". (4 times)`,
      },
    ])
  })

  test('is one below, which the rule for the name alone does not cover', async () => {
    const { upstream, port } = await ground((number) => [...byName(number), `*.local.test:${String(number)}`])
    expect(await sayHello(port, `local.test:${String(upstream)}`, [await captureHello('sub.local.test')])).toBe('')
  })

  test('may be any covered one where an address was asked for, which has no name', async () => {
    const { upstream, port } = await ground((number) => [`127.0.0.1:${String(number)}`, `local.test:${String(number)}`])
    const target = `127.0.0.1:${String(upstream)}`
    expect(await sayHello(port, target, [await captureHello('local.test')])).toBe('upstream has it')
    expect(await sayHello(port, target, [await captureHello('evil.test')])).toBe('')
    expect(await sayHello(port, target, [await captureHello(undefined)])).toBe('upstream has it')
  })

  test('is judged for SOCKS too', async () => {
    const { upstream, port } = await ground(byName)
    const socket = await dial(port)
    socket.write(Buffer.of(5, 1, 0))
    socket.write(
      Buffer.concat([Buffer.of(5, 1, 0, 3, 10), Buffer.from('local.test'), Buffer.of(upstream >> 8, upstream & 255)]),
    )
    socket.write(await captureHello('evil.test'))
    expect(await readToEnd(socket)).not.toContain('upstream has it')
  })

  test('does not keep a handshake from going through', async () => {
    // A key exchange without certificates: the client says what it wants, and the server takes it.
    const psk = { identity: 'me', psk: Buffer.alloc(32, 7) }
    const server = createTlsServer(
      { pskCallback: () => psk.psk, ciphers: 'PSK+HIGH', maxVersion: 'TLSv1.2' },
      (socket) => {
        socket.pipe(socket)
      },
    )
    const upstream = await startServer((socket) => server.emit('connection', socket))
    const { port } = await startProxy({ rules: byName(upstream) })
    const socket = await dial(port)
    socket.write(connectTo(`local.test:${String(upstream)}`))
    await readUntil(socket, '\r\n\r\n')
    const client = connectTls({
      socket,
      servername: 'local.test',
      ciphers: 'PSK+HIGH',
      maxVersion: 'TLSv1.2',
      pskCallback: () => psk,
      checkServerIdentity: () => undefined,
    })
    const large = Buffer.alloc(3_000_000, 'x')
    client.write(large)
    let received = 0
    for await (const chunk of client) {
      received += (chunk as Buffer).length
      if (received === large.length) break
    }
    expect(received).toBe(large.length)
  })
})
