import { connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createEgressProxy, localServices } from '../src/index.ts'
import { dial, listen, readToEnd, startProxy, startServer } from './proxy-ground.ts'

test.each([
  ['localhost:5432', ['127.0.0.1:5432']],
  ['LocalHost.', ['127.0.0.1:80', '127.0.0.1:443']],
  ['db.localhost:1', ['127.0.0.1:1']],
  ['127.0.0.1:8080', ['127.0.0.1:8080']],
  ['127.0.0.9:8080', ['127.0.0.9:8080']],
  ['[::1]:8080', []],
  ['10.0.0.1:8080', []],
  ['localhost.example.org:1', []],
  ['notlocalhost:1', []],
  ['127.0.0.1.nip.io:1', []],
] as const)('a rule %s names the services %j', (rule, places) => {
  const found = localServices([rule]).map(({ address, target }) => `${address}:${String(target.port)}`)
  expect(found).toEqual(places)
})

test('a place that two rules name is listened at once', () => {
  expect(localServices(['localhost:1', '127.0.0.1:1', { host: 'localhost:1', allowPrivate: true }])).toHaveLength(1)
})

async function forwarding(rules: readonly string[], service: number): Promise<number> {
  const proxy = createEgressProxy({ rules })
  const server = createServer()
  const target = { host: 'localhost', isAddress: false, port: service }
  proxy.forward(server, { address: '127.0.0.1', target })
  onTestFinished(() => proxy.close())
  return listen(server)
}

test('what connects is passed on as it is, both ways, whatever it is', async () => {
  const service = await startServer((socket) => {
    socket.write('220 hello\r\n')
    socket.once('data', (chunk) => socket.end(chunk))
  })
  const socket = await dial(await forwarding([`localhost:${String(service)}`], service))
  socket.write('GET / HTTP/1.1\r\nHost: any\r\n\r\n')
  expect(await readToEnd(socket)).toBe('220 hello\r\nGET / HTTP/1.1\r\nHost: any\r\n\r\n')
})

test('nothing is passed on that no rule covers', async () => {
  const service = await startServer((socket) => socket.end('reached'))
  const socket = connect(await forwarding(['localhost:1'], service), '127.0.0.1')
  let got = ''
  socket.on('data', (chunk) => (got += String(chunk)))
  // A reset, perhaps before the connection is known to stand.
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(got).toBe('')
})

test('what localhost stands for is asked of nobody', async () => {
  const service = await startServer((socket) => socket.end('reached'))
  const asked: string[] = []
  const { port } = await startProxy({
    rules: [`localhost:${String(service)}`],
    resolve: (name) => Promise.resolve((asked.push(name), ['192.0.2.1'])),
  })
  const socket = await dial(port)
  socket.write(`CONNECT localhost:${String(service)} HTTP/1.1\r\nHost: localhost:${String(service)}\r\n\r\n`)
  expect(await readToEnd(socket)).toContain('reached')
  expect(asked).toEqual([])
})
