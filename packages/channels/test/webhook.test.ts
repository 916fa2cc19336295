import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { webhookChannel } from '../src/index.ts'
import { openScene } from './open-scene.ts'
import { Arrivals, post, serveHttp, type Answer, type Arrived } from './services/serve-http.ts'
import { sendAsWebhook, webhookMac } from './services/webhook-service.ts'

const SECRET = 'webhook secret'

async function open(answer: (arrived: Arrived) => Answer = () => ({ json: {} })) {
  const arrived = new Arrivals<Arrived>()
  const url = await serveHttp((given) => {
    arrived.put(given)
    return answer(given)
  })
  const scene = await openScene(webhookChannel({ secret: SECRET }), ['ann'], `${url}/hook/a-secret-path`)
  return { ...scene, arrived }
}

const send = (url: string, given: object | string, change: Parameters<typeof sendAsWebhook>[3] = {}) =>
  sendAsWebhook(url, given, SECRET, change)

test('a request is told with a signature, and a signed answer counts', async () => {
  const { ask, arrived, store, url } = await open()
  const id = ask('ls')
  const { headers, body } = await arrived.next()
  const [at, delivery] = [String(headers['x-poundlock-timestamp']), String(headers['x-poundlock-id'])]
  expect(headers['x-poundlock-signature']).toBe(webhookMac(SECRET, 'out', at, delivery, body))
  expect(JSON.parse(body)).toMatchObject({ type: 'approval-waiting', request: { id, binding: { text: 'ls' } } })
  expect(await send(url, { id, decision: 'deny', by: 'ann', reason: 'no' })).toEqual({
    status: 200,
    json: { message: 'Answered: deny.' },
  })
  expect(store.get(id).answer).toMatchObject({ decision: 'deny', by: 'ann', surface: 'webhook', reason: 'no' })
  expect(JSON.parse((await arrived.next()).body)).toMatchObject({ type: 'approval-settled', id, answer: { by: 'ann' } })
})

test('an answer that is not signed for this, too old, sent twice, or of nobody who may is refused', async () => {
  const { ask, desk, arrived, store, url } = await open()
  const id = ask('ls')
  await desk.show(id)
  const given = { id, decision: 'allow-once', by: 'ann' }
  for (const change of [{ key: 'another' }, { direction: 'out' }, { at: Date.now() - 305_000 }, { id: 'x' }]) {
    expect(await send(url, given, change)).toMatchObject({ status: 401 })
  }
  // What was told cannot be sent back as an answer.
  const { headers, body } = await arrived.next()
  const same = Object.fromEntries(
    ['x-poundlock-timestamp', 'x-poundlock-id', 'x-poundlock-signature'].map((name) => [name, String(headers[name])]),
  )
  expect(await post(`${url}/webhook`, body, same)).toMatchObject({ status: 401 })
  expect(await send(url, { ...given, by: 'bob' })).toMatchObject({ status: 403 })
  for (const wrong of [
    {},
    { ...given, decision: 'maybe' },
    { ...given, id: '' },
    { ...given, reason: 1 },
    { ...given, by: {} },
  ]) {
    expect(await send(url, wrong)).toMatchObject({ status: 400 })
  }
  expect(store.get(id).answer).toBeUndefined()
  const delivery = randomUUID()
  expect(await send(url, given, { id: delivery })).toMatchObject({ status: 200 })
  expect(await send(url, given, { id: delivery })).toMatchObject({ status: 401 })
})

test.each<readonly [string, () => Answer, RegExp]>([
  ['refuses', () => ({ status: 500, json: {} }), /it was refused \(500\)/],
  [
    'leads elsewhere',
    () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, json: {} }),
    /cannot be reached|redirect|UND/,
  ],
])('a place that %s reaches nobody, and its path is not said', async (_, answer, message) => {
  const { ask, desk, problems } = await open(answer)
  expect(await desk.show(ask('ls'))).toEqual([])
  expect(problems[0]).toMatch(message)
  expect(problems[0]).not.toContain('a-secret-path')
})

test('a place that answers before it says that the request came is heard, once, and is told once', async () => {
  const arrived: any[] = []
  const said: unknown[] = []
  let answerTo: (() => Promise<unknown>) | undefined
  const url = await serveHttp(async ({ body }) => {
    const event = JSON.parse(body)
    arrived.push(event)
    if (event.type === 'approval-waiting') said.push(await answerTo!())
    return { json: {} }
  })
  const scene = await openScene(webhookChannel({ secret: SECRET }), ['ann'], `${url}/hook`)
  const ids: string[] = []
  answerTo = () => send(scene.url, { id: arrived.at(-1).request.id, decision: 'allow-once', by: 'ann' })
  ids.push(scene.ask('ls'))
  const [id] = ids as [string]
  // As the asker does, who may come when it is over.
  await expect.poll(() => scene.store.get(id).answer).toMatchObject({ decision: 'allow-once', surface: 'webhook' })
  expect(await scene.desk.show(id)).toEqual(['channels'])
  await expect.poll(() => arrived).toHaveLength(2)
  expect(arrived.map(({ type }) => type)).toEqual(['approval-waiting', 'approval-settled'])
  expect(said).toEqual([{ status: 200, json: { message: 'Answered: allow-once.' } }])
  expect(scene.problems).toEqual([])
})

test('what is over is shown to nobody', async () => {
  const { ask, arrived, desk, store } = await open()
  const id = ask('ls')
  store.answer(id, { decision: 'deny', by: 'me', surface: 'cli' })
  await desk.show(id)
  await expect.poll(() => store.pending()).toEqual([])
  const other = ask('pwd')
  await desk.show(other)
  const { body } = await arrived.next()
  expect(JSON.parse(body)).toMatchObject({ request: { id: other } })
})

test('a place that asks to wait is asked once more', async () => {
  let calls = 0
  const { ask, desk } = await open(() =>
    calls++ === 0 ? { status: 429, headers: { 'retry-after': '0' }, json: {} } : { json: {} },
  )
  expect(await desk.show(ask('ls'))).toEqual(['channels'])
  expect(calls).toBe(2)
})

test('anyone who sends too much, too slowly, or elsewhere is refused, and the next is served', async () => {
  const { url, ask, desk, store } = await open()
  expect(
    (await fetch(`${url}/webhook`, { method: 'POST', body: 'x'.repeat(300_000) }).catch(() => ({ status: 413 })))
      .status,
  ).toBe(413)
  expect((await fetch(`${url}/webhook`)).status).toBe(405)
  expect((await fetch(`${url}/../etc/passwd`, { method: 'POST', body: '' })).status).toBe(404)
  expect((await fetch(`${url}/slack`, { method: 'POST', body: '' })).status).toBe(404)
  const { port } = new URL(url)
  const half = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('POST /webhook HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nab')
    return socket
  })
  const id = ask('ls')
  await desk.show(id)
  expect(await send(url, { id, decision: 'deny', by: 'ann' })).toMatchObject({ status: 200 })
  expect(store.get(id).answer).toBeDefined()
  for (const socket of half) socket.destroy()
})

// Of two decisions the last was taken, and its signer may have shown their person the other.
test.each([
  ['two decisions', '"decision":"deny","decision":"allow-once","by":"ann"'],
  ['two decisions, once with an escape', String.raw`"d\u0065cision":"deny","decision":"allow-once","by":"ann"`],
  ['two people', '"decision":"allow-once","by":"bob","by":"ann"'],
])('an answer with %s is none, though it is signed', async (_, members) => {
  const { ask, desk, store, url } = await open()
  const id = ask('ls')
  await desk.show(id)
  expect(await send(url, `{"id":"${id}",${members}}`)).toMatchObject({ status: 400 })
  expect(store.get(id).answer).toBeUndefined()
})
