import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { webhookChannel } from '../src/index.ts'
import { openScene } from './open-scene.ts'

test('peers that never end their request do not keep the others out for long', async () => {
  const { url } = await openScene(webhookChannel({ secret: 'a secret of tests' }), ['me'], 'http://127.0.0.1:1')
  const { port } = new URL(url)
  const slow = Array.from({ length: 64 }, () => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('POST /webhook HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{'),
    )
    socket.on('error', () => {})
    return socket.resume()
  })
  const begin = performance.now()
  await Promise.all(slow.map(async (socket) => socket.closed || once(socket, 'close')))
  // Node looks for late requests every half minute, unless told otherwise.
  expect(performance.now() - begin).toBeLessThan(25_000)
  expect((await fetch(`${url}/webhook`, { method: 'POST', body: '{}' })).status).toBe(401)
})
