import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { writeTarget } from '@poundlock/spec'
import { expect, onTestFinished, test } from 'vitest'
import { readToEnd, startProxy, startServer } from './proxy-ground.ts'

/**
 * Authorities that are not `api.test:PORT`, which is the one that a person allowed: other hosts and ports, names that
 * look like it or hold it, users before the host, escapes, letters of other scripts, and spellings of addresses.
 */
const AUTHORITIES = readFileSync(new URL('corpus/hostile-authorities.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as string)

/** Ways to send a request to an authority, `H`; `A` is the allowed one. */
const REQUESTS: Readonly<Record<string, string>> = {
  'absolute form': 'GET http://H/ HTTP/1.1\r\nHost: H\r\n\r\n',
  'absolute form, host of the allowed one': 'GET http://H/ HTTP/1.1\r\nHost: A\r\n\r\n',
  'absolute form, two hosts': 'GET http://H/ HTTP/1.1\r\nHost: A\r\nHost: H\r\n\r\n',
  'host header': 'GET http://A/ HTTP/1.1\r\nHost: H\r\n\r\n',
  'second host header': 'GET http://A/ HTTP/1.1\r\nHost: A\r\nHost: H\r\n\r\n',
  'folded host header': 'GET http://A/ HTTP/1.1\r\nHost: A\r\n H\r\n\r\n',
  'host header with a blank': 'GET http://A/ HTTP/1.1\r\nHost : H\r\nHost: A\r\n\r\n',
  'forwarding headers': 'GET http://A/ HTTP/1.1\r\nX-Forwarded-Host: A\r\nForwarded: host=A\r\nHost: H\r\n\r\n',
  'origin form': 'GET / HTTP/1.1\r\nHost: H\r\n\r\n',
  'no scheme': 'GET //H/ HTTP/1.1\r\nHost: A\r\n\r\n',
  'HTTP/1.0': 'GET http://H/ HTTP/1.0\r\n\r\n',
  'https in clear text': 'GET https://H/ HTTP/1.1\r\nHost: A\r\n\r\n',
  'another scheme': 'GET ftp://H/ HTTP/1.1\r\nHost: A\r\n\r\n',
  upgrade: 'GET http://H/ HTTP/1.1\r\nHost: A\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
  CONNECT: 'CONNECT H HTTP/1.1\r\nHost: A\r\n\r\nGET / HTTP/1.1\r\nHost: H\r\n\r\n',
  'CONNECT, the allowed one in the tunnel': 'CONNECT H HTTP/1.1\r\nHost: H\r\n\r\nGET / HTTP/1.1\r\nHost: A\r\n\r\n',
  'a tunnel to the allowed one': 'CONNECT A HTTP/1.1\r\nHost: A\r\n\r\nGET / HTTP/1.1\r\nHost: H\r\n\r\n',
  'a second request': 'GET http://A/ HTTP/1.1\r\nHost: A\r\n\r\nGET http://H/ HTTP/1.1\r\nHost: H\r\n\r\n',
  'a second request with the first host':
    'GET http://A/ HTTP/1.1\r\nHost: A\r\n\r\nGET http://H/ HTTP/1.1\r\nHost: A\r\n\r\n',
  'a request in a body':
    'POST http://A/ HTTP/1.1\r\nHost: A\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET http://H/ HTTP/1.1\r\nHost: H\r\n\r\n',
  'a request behind an odd length':
    'POST http://A/ HTTP/1.1\r\nHost: A\r\nContent-Length: +0\r\n\r\nGET / HTTP/1.1\r\nHost: H\r\n\r\n',
  'a bare line feed': 'GET http://A/ HTTP/1.1\nHost: H\n\n',
  'a tab': 'GET\thttp://H/\tHTTP/1.1\r\nHost: A\r\n\r\n',
}

/** SOCKS5 names the host and the port apart. Source: RFC 1928. */
function socks(authority: string, port: number): Buffer {
  const name = Buffer.from(authority.replace(/:[^:]*$/, ''), 'utf8')
  const ports = Buffer.alloc(2)
  ports.writeUInt16BE(port)
  return Buffer.concat([Buffer.from([5, 1, 0, 5, 1, 0, 3, name.length]), name, ports])
}

async function send(port: number, bytes: Buffer): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => socket.destroy())
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  // A request that is neither answered nor refused is over.
  const late = setTimeout(() => socket.destroy(), 300)
  socket.write(bytes)
  // Behind a refusal, nothing follows.
  socket.once('data', (chunk: Buffer) => {
    if (!chunk.toString('latin1').includes(' 200 ')) socket.end()
  })
  try {
    return await readToEnd(socket)
  } finally {
    clearTimeout(late)
  }
}

/** A server that was allowed, one that was not, and a way to both, where a person says yes to the first alone. */
async function openGround() {
  const reached: string[] = []
  const record = (name: string) => (socket: Socket) => {
    reached.push(name)
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      for (const [, host] of text.matchAll(/^host:[ \t]*([^\r\n]*)/gim)) reached.push(host!.toLowerCase())
      if (/\r?\n\r?\n/.test(text)) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
    socket.on('end', () => socket.end())
  }
  const port = await startServer(record('server'))
  const other = await startServer(record('other server'))
  const allowed = `api.test:${String(port)}`
  // Every name leads to this machine, so that nothing but the answer keeps a request away.
  const { port: way, proxy } = await startProxy({
    rules: [`127.0.0.1:${String(port)}`, `127.0.0.1:${String(other)}`],
    resolve: async () => ['127.0.0.1'],
    bounds: { startMilliseconds: 250, idleMilliseconds: 250 },
  })
  proxy.askWith(async (target) =>
    writeTarget(target) === allowed ? { allowed: true } : { allowed: false, reason: 'no' },
  )
  return {
    port,
    other,
    allowed,
    /** @returns what was reached, besides the allowed one */
    attack: async (bytes: Buffer): Promise<readonly string[]> => {
      reached.length = 0
      await send(way, bytes)
      return reached.filter((host) => host !== 'server' && host.replace('test.:', 'test:') !== allowed)
    },
    reached,
  }
}

test('an answer reaches its host and port', async () => {
  const { allowed, attack, reached } = await openGround()
  expect(await attack(Buffer.from(`GET http://${allowed}/ HTTP/1.1\r\nHost: ${allowed}\r\n\r\n`))).toEqual([])
  expect(reached).toEqual(['server', allowed])
})

test(`${String(AUTHORITIES.length * (Object.keys(REQUESTS).length + 2))} requests are made`, () => {
  expect(AUTHORITIES.length * (Object.keys(REQUESTS).length + 2)).toBeGreaterThan(1500)
})

test.each(AUTHORITIES)('an answer for another host and port does not reach %j', async (authority) => {
  const { port, other, allowed, attack } = await openGround()
  const named = authority.replaceAll('PORT', String(port)).replaceAll('OTHER', String(other))
  const through: string[] = []
  const check = async (what: string, bytes: Buffer) => {
    const wrong = await attack(bytes)
    if (wrong.length > 0) through.push(`${what}: ${wrong.join(', ')}`)
  }
  for (const [form, text] of Object.entries(REQUESTS))
    await check(form, Buffer.from(fill(text, named, allowed), 'utf8'))
  if (!/^api\.test(?::|$)/.test(named)) await check('SOCKS5', socks(named, port))
  await check('SOCKS5, the other port', socks(named, other))
  expect(through).toEqual([])
})

/** Puts authorities where a request names one, and leaves the letters of words. */
const fill = (text: string, named: string, allowed: string): string =>
  text.replaceAll(/(?<=\/\/|: |CONNECT |=|\r\n )([AH])(?=[/ \r\n])/g, (_, place: string) =>
    place === 'A' ? allowed : named,
  )
