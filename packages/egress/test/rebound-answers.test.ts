import { expect, test } from 'vitest'
import { echoRequest, exchange, startProxy, startServer } from './proxy-ground.ts'

/** A name that a person allows, whose addresses the test chooses for each connection, and a server of this machine. */
async function openGround() {
  const port = await startServer(echoRequest)
  const place = `api.test:${String(port)}`
  let addresses: readonly string[] = []
  let reached = 0
  const { port: way, proxy } = await startProxy({
    rules: [],
    resolve: async () => addresses,
    bounds: { startMilliseconds: 500 },
  })
  const asked: string[] = []
  proxy.askWith(async ({ host, port: at }) => {
    asked.push(`${host}:${String(at)}`)
    return { allowed: true }
  })
  /** The first lines of the answers to each way of asking for the place. */
  const contact = async (...now: readonly string[]) => {
    addresses = now
    const answers = await Promise.all([
      exchange(way, `GET http://${place}/ HTTP/1.1\r\nHost: ${place}\r\n\r\n`),
      exchange(way, `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\nGET / HTTP/1.1\r\nHost: ${place}\r\n\r\n`),
      exchange(
        way,
        `GET http://${place}/ HTTP/1.1\r\nHost: ${place}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: eA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
      ),
    ])
    reached += answers.filter((answer) => answer.includes('200 ')).length
    return answers.map((answer) => answer.slice(0, 12))
  }
  return { contact, asked, place, proxy, reached: () => reached }
}

const REFUSED = Array.from({ length: 3 }, () => 'HTTP/1.1 403')

test.each([
  ['this machine', ['127.0.0.1']],
  ['this machine, by IPv6', ['::1']],
  ['this machine, as IPv4 in IPv6', ['::ffff:127.0.0.1']],
  ['no machine', ['0.0.0.0']],
  ['the own network', ['10.0.0.1']],
  ['the own network, by IPv6', ['fd12::1']],
  ['the cloud', ['169.254.169.254']],
  ['the cloud, by IPv6', ['fd00:ec2::254']],
  ['the cloud, through NAT64', ['64:ff9b::a9fe:a9fe']],
  ['a public address, and the cloud behind it', ['192.0.0.9', '169.254.169.254']],
])('an answer for a name does not reach %s, where the name leads by then', async (_, addresses) => {
  const { contact, asked, place, proxy, reached } = await openGround()
  expect(await contact(...addresses)).toEqual(REFUSED)
  // Again, when the answer is known: it is for the name, never for where the name leads.
  expect(await contact(...addresses.toReversed())).toEqual(REFUSED)
  expect(reached()).toBe(0)
  expect(asked).toEqual([place])
  for (const { message } of proxy.denials()) expect(message).toContain('is not of the public internet')
})
