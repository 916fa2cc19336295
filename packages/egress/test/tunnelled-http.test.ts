import { describe, expect, test, vi } from 'vitest'
import { dial, exchange, readToEnd, readUntil, startProxy, startServer } from './proxy-ground.ts'

/** A server of many names: it keeps connections, answers with the host that it was asked for, and knows WebSockets. */
async function ground() {
  const asked: string[] = []
  let heard = ''
  const upstream = await startServer((socket) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      heard += chunk.toString('latin1')
      for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
        const head = text.slice(0, end)
        text = text.slice(end + 4)
        const host = /^Host: (?<host>.*)$/im.exec(head)?.groups?.['host'] ?? 'none'
        asked.push(host)
        if (/^Upgrade: websocket$/im.test(head) && !head.includes('/stays')) {
          socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello')
          socket.removeAllListeners('data')
          socket.on('data', (said: Buffer) => socket.end(`echo ${said.toString()}`))
        } else socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${String(host.length)}\r\n\r\n${host}`)
      }
    })
  })
  const host = `local.test:${String(upstream)}`
  const { port, proxy } = await startProxy({ rules: [{ host, allowPrivate: true }] })
  const socks = Buffer.concat([
    Buffer.of(5, 1, 0, 5, 1, 0, 3, 10),
    Buffer.from('local.test'),
    Buffer.of(upstream >> 8, upstream & 255),
  ])
  return {
    asked,
    heard: () => heard,
    host,
    port,
    proxy,
    ways: { CONNECT: `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`, SOCKS: socks },
  }
}

const asks = (host: string, more = ''): string => `GET / HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`

describe.each(['CONNECT', 'SOCKS'] as const)('plain HTTP in a tunnel by %s', (way) => {
  test('reaches the host that was asked for', async () => {
    const { asked, host, port, proxy, ways } = await ground()
    expect(await exchange(port, ways[way], asks(host))).toContain(`\r\n\r\n${host}`)
    expect(await exchange(port, ways[way], asks('LOCAL.test.'))).toContain(`\r\n\r\n${host}`)
    expect(await exchange(port, ways[way], 'GET / HTTP/1.0\r\n\r\n')).toContain(`\r\n\r\n${host}`)
    expect(asked).toEqual([host, host, host])
    expect(proxy.denials()).toEqual([])
  })

  test.each([
    ['names another host', asks('evil.test')],
    ['names another host in its first line', `GET http://evil.test/ HTTP/1.1\r\nHost: local.test\r\n\r\n`],
    ['names two hosts', `GET / HTTP/1.1\r\nHost: local.test\r\nHost: evil.test\r\n\r\n`],
    ['comes after empty lines', `\r\n\r\n${asks('evil.test')}`],
    ['is cut into lines as only some servers read them', asks('evil.test').replaceAll('\r\n', '\n')],
    ['asks for a tunnel in the tunnel', 'CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test\r\n\r\n'],
    ['speaks HTTP/2 from the start', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['changes to HTTP/2', asks('evil.test', 'Connection: Upgrade\r\nUpgrade: h2c\r\n')],
    [
      'has a body of two lengths',
      `POST / HTTP/1.1\r\nHost: local.test\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${asks('evil.test')}`,
    ],
  ])('is not passed on when it %s', async (_what, text) => {
    const { asked, port, proxy, ways } = await ground()
    const socket = await dial(port)
    socket.write(ways[way])
    // Byte after byte, as a client may.
    for (const byte of Buffer.from(text, 'latin1')) socket.write(Buffer.of(byte))
    await readToEnd(socket)
    expect(asked.filter((host) => host.startsWith('evil'))).toEqual([])
    expect(proxy.denials().length).toBeGreaterThan(0)
  })

  test('is refused when it comes in pieces so slowly that its beginning has been passed on', async () => {
    const { asked, heard, port, proxy, ways } = await ground()
    const socket = await dial(port)
    socket.write(ways[way])
    socket.write('GET / HTTP/1.')
    await vi.waitFor(() => expect(heard()).toBe('GET / HTTP/1.'), { timeout: 60_000 })
    socket.write('1\r\nHost: evil.test\r\n\r\n')
    await readToEnd(socket)
    expect(asked).toEqual([])
    expect(proxy.denials().length).toBe(1)
  })

  test('carries one request, so that a second one reaches no other host', async () => {
    const { asked, host, port, ways } = await ground()
    for (const text of [
      asks(host) + asks('evil.test'),
      asks(host, 'Connection: keep-alive\r\n') + asks('evil.test'),
      `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3\r\n\r\nabc${asks('evil.test')}`,
      `GET /stays HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${asks('evil.test')}`,
    ]) {
      await exchange(port, ways[way], text)
    }
    expect(asked).toEqual([host, host, host, host])
  })

  test('becomes a WebSocket when the server agrees', async () => {
    const { host, port, proxy, ways } = await ground()
    const socket = await dial(port)
    socket.write(ways[way])
    socket.write(
      `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
    )
    expect(await readUntil(socket, 'hello')).toContain('HTTP/1.1 101 Switching Protocols\r\n')
    socket.write('there')
    expect(await readToEnd(socket)).toBe('echo there')
    expect(proxy.denials()).toEqual([])
  })
})

test('other protocols pass, no matter who speaks first', async () => {
  const upstream = await startServer((socket) => {
    socket.write('220 ready\r\n')
    socket.on('data', (chunk: Buffer) => socket.end(`got ${chunk.toString()}`))
  })
  const host = `local.test:${String(upstream)}`
  const { port } = await startProxy({ rules: [{ host, allowPrivate: true }] })
  const socket = await dial(port)
  socket.write(`CONNECT ${host} HTTP/1.1\r\n\r\n`)
  await readUntil(socket, '220 ready')
  socket.write('PING one\r\n')
  expect(await readToEnd(socket)).toBe('got PING one\r\n')
})
