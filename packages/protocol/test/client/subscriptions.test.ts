import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { connectGateway, type GatewayClient, type SubscriptionListener } from '../../src/client/index.ts'
import type { RequestFrame, StreamPosition } from '../../src/index.ts'
import { keyIdentity } from '../../src/node/index.ts'
import { ScriptedGateway, sha256, type Peer } from './scripted-gateway.ts'

const identity = keyIdentity(generateKeyPairSync('ed25519').privateKey)
const TOKEN = 'k'.repeat(43)

function connect(gateway: ScriptedGateway): GatewayClient & Disposable {
  const client = connectGateway({
    url: gateway.url,
    identity,
    credential: { kind: 'token', token: TOKEN },
    role: 'operator',
    scopes: ['sessions.read'],
    client: { name: 'test', version: '1', platform: 'test' },
    reconnect: { firstMs: 1, mostMs: 20 },
  })
  return Object.assign(client, { [Symbol.dispose]: () => client.close() })
}

/** A stream as a gateway keeps it: everything, from `oldest` on. */
class Log {
  epoch = 'e1'
  head = 0
  oldest = 1
  #next = 1
  readonly followers = new Map<string, Peer>()

  follow(request: RequestFrame, peer: Peer): void {
    const { after } = request.params as { after?: StreamPosition }
    const subscription = `s${this.#next++}`
    const resumes = after?.epoch === this.epoch
    const gap = resumes && after.seq + 1 < this.oldest ? { from: after.seq + 1, to: this.oldest - 1 } : undefined
    const { epoch, head } = this
    peer.result(request, { subscription, epoch, head, ...(gap && { gap }), session: { id: 'x' } })
    this.followers.set(subscription, peer)
    if (resumes) for (let seq = Math.max(after.seq + 1, this.oldest); seq <= head; seq++) this.#send(subscription, seq)
  }

  append(count = 1): void {
    for (let index = 0; index < count; index++) {
      this.head++
      for (const subscription of this.followers.keys()) this.#send(subscription, this.head)
    }
  }

  #send(subscription: string, seq: number): void {
    const data = { session: 'x', seq, at: 1, kind: 'message', text: String(seq) }
    this.followers.get(subscription)!.send({ type: 'event', event: 'sessions.event', subscription, seq, data })
  }
}

async function followed(log: Log) {
  const gateway = await new ScriptedGateway({
    credentialHash: sha256(TOKEN),
    onRequest: (request, peer) => {
      if (request.method === 'sessions.follow') log.follow(request, peer)
      else if (request.method === 'subscriptions.end') {
        log.followers.delete((request.params as { subscription: string }).subscription)
        peer.result(request, {})
      } else peer.result(request, { state: 'ready', time: 1 })
    },
  }).ready()
  return gateway
}

/** Collects numbers and what else is told, and waits for one of them. */
function collector() {
  const seen: (number | string)[] = []
  let wake = () => {}
  const add = (one: number | string) => {
    seen.push(one)
    wake()
  }
  const listener: SubscriptionListener<'sessions.follow'> = {
    onEvent: ({ seq }) => add(seq),
    onBegin: (_, { resumed }) => add(resumed ? 'resumed' : 'begun'),
    onGap: ({ from, to }) => add(`gap ${from}-${to}`),
    onEnd: () => add('end'),
  }
  const until = async (last: number | string) => {
    while (!seen.includes(last)) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      await promise
    }
    return seen
  }
  return { seen, listener, until }
}

test('events come in order, from the head on', async () => {
  const log = new Log()
  log.append(5)
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, until } = collector()
  await client.subscribe('sessions.follow', { session: 'x' }, listener)
  log.append(3)
  expect(await until(8)).toEqual(['begun', 6, 7, 8])
})

test('from a number on, what was kept comes first', async () => {
  const log = new Log()
  log.append(5)
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, until } = collector()
  await client.subscribe('sessions.follow', { session: 'x', after: { epoch: 'e1', seq: 2 } }, listener)
  expect(await until(5)).toEqual(['resumed', 3, 4, 5])
})

test('after the connection was cut, what came meanwhile is told, once', async () => {
  const log = new Log()
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, until } = collector()
  const subscription = await client.subscribe('sessions.follow', { session: 'x' }, listener)
  log.append(2)
  await until(2)
  log.followers.clear()
  gateway.peers[0]!.socket.terminate()
  log.append(3)
  expect(await until(5)).toEqual(['begun', 1, 2, 'resumed', 3, 4, 5])
  expect(subscription.position).toEqual({ epoch: 'e1', seq: 5 })
})

test('what the gateway does not keep any more is named', async () => {
  const log = new Log()
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, until } = collector()
  await client.subscribe('sessions.follow', { session: 'x' }, listener)
  log.append(2)
  await until(2)
  log.followers.clear()
  log.append(8)
  log.oldest = 7
  gateway.peers[0]!.socket.terminate()
  expect(await until(10)).toEqual(['begun', 1, 2, 'resumed', 'gap 3-6', 7, 8, 9, 10])
})

test('where numbers began anew, nothing is passed off as a continuation', async () => {
  const log = new Log()
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, until } = collector()
  await client.subscribe('sessions.follow', { session: 'x' }, listener)
  log.append(5)
  await until(5)
  log.followers.clear()
  Object.assign(log, { epoch: 'e2', head: 2 })
  const begunAgain = Promise.withResolvers<void>()
  const follow = log.follow.bind(log)
  log.follow = (...request) => {
    follow(...request)
    begunAgain.resolve()
  }
  gateway.peers[0]!.socket.terminate()
  await begunAgain.promise
  log.append(4)
  expect(await until(6)).toEqual(['begun', 1, 2, 3, 4, 5, 'begun', 3, 4, 5, 6])
})

test.each([
  ['left out without a word', (peer: Peer, subscription: string) => void [peer, subscription]],
  [
    'left out and named',
    (peer: Peer, subscription: string) =>
      peer.send({ type: 'event', event: 'subscription.gap', subscription, data: { from: 2, to: 3 } }),
  ],
])('events that were %s are fetched, and come in order', async (_, name) => {
  const log = new Log()
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, until } = collector()
  await client.subscribe('sessions.follow', { session: 'x' }, listener)
  log.append(1)
  await until(1)
  const [[subscription, peer]] = [...log.followers] as [[string, Peer]]
  log.followers.clear()
  log.append(2)
  log.followers.set(subscription, peer)
  name(peer, subscription)
  log.append(2)
  const seen = await until(5)
  expect(seen.filter((one) => typeof one === 'number')).toEqual([1, 2, 3, 4, 5])
})

test('events that are repeated are told once', async () => {
  const log = new Log()
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, until } = collector()
  await client.subscribe('sessions.follow', { session: 'x' }, listener)
  log.append(2)
  await until(2)
  log.head = 0
  log.append(3)
  expect(await until(3)).toEqual(['begun', 1, 2, 3])
})

test('a subscription that was ended tells nothing more, on no connection', async () => {
  const log = new Log()
  await using gateway = await followed(log)
  using client = connect(gateway)
  const { listener, seen } = collector()
  const subscription = await client.subscribe('sessions.follow', { session: 'x' }, listener)
  subscription.end()
  log.append(1)
  gateway.peers[0]!.socket.terminate()
  await client.request('gateway.health', {})
  expect(seen).toEqual(['begun'])
  expect(gateway.requests.filter(({ method }) => method === 'sessions.follow')).toHaveLength(1)
})

test('a subscription that is refused says so, and is not tried again', async () => {
  await using gateway = await new ScriptedGateway({
    credentialHash: sha256(TOKEN),
    onRequest: (request, peer) => peer.error(request, 'NOT_FOUND'),
  }).ready()
  using client = connect(gateway)
  const { listener, seen } = collector()
  await expect(client.subscribe('sessions.follow', { session: 'x' }, listener)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(seen).toEqual(['end'])
})

test('a subscription that the gateway has no room for is tried again', async () => {
  const log = new Log()
  await using gateway = await new ScriptedGateway({
    credentialHash: sha256(TOKEN),
    onRequest: (request, peer) =>
      gateway.requests.length === 1 ? peer.error(request, 'BUSY', { retryAfterMs: 1 }) : log.follow(request, peer),
  }).ready()
  using client = connect(gateway)
  const { listener, seen } = collector()
  await client.subscribe('sessions.follow', { session: 'x' }, listener)
  expect(seen).toEqual(['begun'])
})
