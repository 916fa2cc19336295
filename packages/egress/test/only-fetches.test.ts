import { expect, test } from 'vitest'
import { echoRequest, exchange, startProxy, startServer } from './proxy-ground.ts'

async function openGround(sends: boolean) {
  const upstream = await startServer(echoRequest)
  const host = (name: string) => `${name}.test:${String(upstream)}`
  const rules = [
    { host: host('local'), allowPrivate: true, onlyFetches: true as const },
    { host: host('other'), allowPrivate: true },
  ]
  const { port, proxy } = await startProxy({ rules })
  if (sends) proxy.limitToSending()
  const get = (name: string) => exchange(port, `GET http://${host(name)}/ HTTP/1.1\r\nHost: ${host(name)}\r\n\r\n`)
  const connect = (name: string) =>
    exchange(
      port,
      `CONNECT ${host(name)} HTTP/1.1\r\nHost: ${host(name)}\r\n\r\nGET / HTTP/1.1\r\nHost: ${host(name)}\r\n\r\n`,
    )
  return { get, connect, proxy, host }
}

test('a rule for fetching holds for a command that is not known to send', async () => {
  const { get, connect, proxy } = await openGround(false)
  for (const name of ['local', 'other']) {
    expect(await get(name)).toContain('200 OK')
    expect(await connect(name)).toContain('200 ')
  }
  expect(proxy.denials()).toEqual([])
})

test('it covers nothing for one that sends, whichever way it goes', async () => {
  const { get, connect, proxy, host } = await openGround(true)
  expect(await get('other')).toContain('200 OK')
  expect(await get('local')).toContain('403 ')
  expect(await connect('local')).toContain('403 ')
  expect(proxy.denials().map(({ message }) => message)).toEqual([
    `Connection to ${host('local')} refused: no rule of sandbox.egress covers it, and a preset names it for commands that fetch, and this one sends. Add "${host('local')}" to sandbox.egress to allow it. (2 times)`,
  ])
})

test('a person can be asked about it', async () => {
  const { get, proxy, host } = await openGround(true)
  const asked: string[] = []
  proxy.askWith(async (target) => {
    asked.push(`${target.host}:${String(target.port)}`)
    return { allowed: false, reason: 'no' }
  })
  expect(await get('local')).toContain('403 ')
  expect(asked).toEqual([host('local')])
})
