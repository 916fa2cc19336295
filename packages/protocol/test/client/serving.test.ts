import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { connectGateway, type ServeRequest } from '../../src/client/index.ts'
import { decodeFrame, GatewayError, LIMITS_OF_CLIENT, type ResponseFrame } from '../../src/index.ts'
import { keyIdentity } from '../../src/node/index.ts'
import { ScriptedGateway, sha256, type Peer } from './scripted-gateway.ts'

const TOKEN = 'k'.repeat(43)

/** A client that serves, and the gateway's side of its connection. */
async function serving(serve?: ServeRequest) {
  const peers: Peer[] = []
  const answers = new Map<string, PromiseWithResolvers<ResponseFrame>>()
  const answerTo = (id: string) => {
    const known = answers.get(id) ?? Promise.withResolvers<ResponseFrame>()
    answers.set(id, known)
    return known
  }
  const gateway = await new ScriptedGateway({
    credentialHash: sha256(TOKEN),
    onPeer: (peer) => {
      peers.push(peer)
      peer.socket.on('message', (data: Buffer) => {
        const frame = decodeFrame(data, LIMITS_OF_CLIENT)
        if (frame.type === 'response' && frame.id !== null) answerTo(frame.id).resolve(frame)
      })
    },
  }).ready()
  const client = connectGateway({
    url: gateway.url,
    identity: keyIdentity(generateKeyPairSync('ed25519').privateKey),
    credential: { kind: 'token', token: TOKEN },
    role: 'node',
    scopes: ['nodes.serve'],
    client: { name: 'test', version: '1', platform: 'test' },
    reconnect: { firstMs: 1, mostMs: 20 },
    ...(serve && { serve }),
  })
  await client.ready()
  const ask = (id: string, method = 'run.status', peer = peers.at(-1)!) => {
    peer.send({ type: 'request', id, method, params: { id } })
    return answerTo(id).promise
  }
  const dispose = async () => {
    client.close()
    await gateway[Symbol.asyncDispose]()
  }
  return { gateway, client, peers, ask, answers, [Symbol.asyncDispose]: dispose }
}

test('requests of the gateway get their own answers, in whatever order they are done', async () => {
  const second = Promise.withResolvers<void>()
  await using scene = await serving(async ({ id }) => {
    if (id === 'one') await second.promise
    return { id }
  })
  const one = scene.ask('one')
  expect(await scene.ask('two')).toEqual({ type: 'response', id: 'two', ok: true, result: { id: 'two' } })
  second.resolve()
  expect(await one).toMatchObject({ ok: true, result: { id: 'one' } })
})

test('a refusal is told with its code, and a fault without its words', async () => {
  await using scene = await serving(async ({ id }) => {
    throw id === 'refused' ? new GatewayError('not now', { code: 'CONFLICT' }) : new Error('a secret of this side')
  })
  expect(await scene.ask('refused')).toMatchObject({ ok: false, error: { code: 'CONFLICT', message: 'not now' } })
  const fault = await scene.ask('fault')
  expect(fault).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  expect(JSON.stringify(fault)).not.toContain('secret')
})

test('a client that serves nothing says so', async () => {
  await using scene = await serving()
  expect(await scene.ask('x')).toMatchObject({ ok: false, error: { code: 'UNKNOWN_METHOD' } })
})

test('an answer goes to no other connection than the one that asked', async () => {
  const done = Promise.withResolvers<void>()
  const called = Promise.withResolvers<void>()
  await using scene = await serving(async ({ id }) => {
    called.resolve()
    if (id === 'old') await done.promise
    return {}
  })
  void scene.ask('old')
  await called.promise
  scene.peers[0]!.socket.terminate()
  await expect.poll(() => scene.peers.length).toBe(2)
  done.resolve()
  expect(await scene.ask('new')).toMatchObject({ ok: true })
  const told = await Promise.race([scene.answers.get('old')!.promise, Promise.resolve(null)])
  expect(told).toBe(null)
})

test('more requests at once than are served are refused, and can be made again', async () => {
  const done = Promise.withResolvers<void>()
  await using scene = await serving(async () => done.promise.then(() => ({})))
  const asked = Array.from({ length: 256 }, (_, index) => scene.ask(`r${index}`))
  expect(await scene.ask('more')).toMatchObject({ ok: false, error: { code: 'BUSY', retryAfterMs: 100 } })
  done.resolve()
  for (const answer of await Promise.all(asked)) expect(answer.ok).toBe(true)
  expect(await scene.ask('again')).toMatchObject({ ok: true })
})
