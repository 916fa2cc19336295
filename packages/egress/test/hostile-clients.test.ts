import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { dial, echoRequest, exchange, readToEnd, readUntil, startProxy, startServer } from './proxy-ground.ts'

async function ground(bounds: Parameters<typeof startProxy>[0]['bounds'] = {}) {
  const upstream = await startServer(echoRequest)
  const host = `local.test:${String(upstream)}`
  return { host, upstream, ...(await startProxy({ rules: [{ host, allowPrivate: true }], bounds })) }
}

const get = (host: string) => `GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`

describe('a client that', () => {
  test.each([
    ['says nothing', ''],
    ['says half a request', 'GET http://local.test/ HTTP/1.1\r\nHost: lo'],
    ['says half of SOCKS', '\x05\x02\x00'],
    ['starts a TLS connection and stops', '\x16\x03\x01'],
  ])('%s is let go of in time, however slowly it goes on', async (_name, text) => {
    const { port, host } = await ground({ startMilliseconds: 200 })
    const socket = await dial(port)
    let gone = false
    socket.once('close', () => (gone = true))
    if (text !== '') socket.write(Buffer.from(text, 'latin1'))
    // A byte now and then does not extend its time.
    const drip = setInterval(() => void (text !== '' && socket.write('a')), 20)
    await readToEnd(socket)
    clearInterval(drip)
    await vi.waitFor(() => expect(gone).toBe(true), { timeout: 60_000 })
    expect(await exchange(port, get(host))).toContain('200 OK')
  })

  test('falls silent in a tunnel is let go of, with the other side', async () => {
    const far: Socket[] = []
    const upstream = await startServer((socket) => void far.push(socket.resume()))
    const host = `local.test:${String(upstream)}`
    const { port } = await startProxy({ rules: [{ host, allowPrivate: true }], bounds: { idleMilliseconds: 100 } })
    const socket = await dial(port)
    socket.write(`CONNECT ${host} HTTP/1.1\r\n\r\n`)
    await readUntil(socket, '\r\n\r\n')
    const ended = once(far[0]!, 'close').catch((error: unknown) => error)
    await readToEnd(socket)
    await ended
  })

  test('reads nothing holds back the server, and takes no memory for what it does not read', async () => {
    let sent = 0
    let stalled = false
    const upstream = await startServer((socket) => {
      const chunk = Buffer.alloc(65_536)
      const send = (): void => {
        while (sent < 256 * 1024 * 1024 && socket.write(chunk)) sent += chunk.length
        stalled = true
      }
      socket.once('data', send)
      socket.on('drain', () => {
        stalled = false
        send()
      })
    })
    const host = `local.test:${String(upstream)}`
    const { port } = await startProxy({ rules: [{ host, allowPrivate: true }] })
    const socket = await dial(port)
    socket.pause()
    socket.write(`CONNECT ${host} HTTP/1.1\r\n\r\nbegin`)
    // Until nothing more fits between the two.
    let before = -1
    while (!stalled || before !== sent) {
      before = sent
      for (let turn = 0; turn < 200; turn += 1) await setImmediate()
    }
    expect(sent).toBeLessThan(64 * 1024 * 1024)
    socket.destroy()
  })

  test('sends a hello without end is let go of', async () => {
    const { port, host } = await ground()
    const socket = await dial(port)
    socket.write(`CONNECT ${host} HTTP/1.1\r\n\r\n`)
    await readUntil(socket, '\r\n\r\n')
    // A handshake of 16 MiB, said to come in small records.
    socket.write(Buffer.of(22, 3, 1, 0, 4, 1, 255, 255, 255))
    expect(await readToEnd(socket)).toBe('')
  })

  test('asks for more hosts than anybody would read of is told of in short', async () => {
    const { port, proxy } = await ground()
    const hosts = Array.from({ length: 120 }, (_, index) => `h${String(index)}.test`)
    await Promise.all(hosts.map((host) => exchange(port, get(host))))
    const denials = proxy.denials()
    expect(denials).toHaveLength(51)
    expect(denials.at(-1)?.message).toBe('70 further attempts to reach the network were refused.')
  })
})

describe('a thousand clients', () => {
  test('at once are all served', async () => {
    const { port, host } = await ground()
    const answers = await Promise.all(Array.from({ length: 1000 }, () => exchange(port, get(host))))
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 OK'))).toHaveLength(1000)
    // The kernel asks again, later and later, for what did not fit into its queue.
  }, 300_000)

  test('that stay do not keep the proxy from closing, nor leave anything behind', async () => {
    const { port, host, proxy } = await ground({ connections: 100 })
    const before = process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length
    const sockets = await Promise.all(Array.from({ length: 300 }, () => dial(port)))
    // Above the bound they are closed at once; the others wait for their time.
    await vi.waitFor(
      () =>
        expect(sockets.filter((socket) => socket.readableEnded || socket.destroyed).length).toBeGreaterThanOrEqual(200),
      { timeout: 60_000 },
    )
    proxy.close()
    await Promise.all(sockets.map((socket) => readToEnd(socket)))
    await expect(exchange(port, get(host))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await vi.waitFor(
      () =>
        expect(process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length).toBeLessThanOrEqual(
          before,
        ),
      { timeout: 60_000 },
    )
  })
})
