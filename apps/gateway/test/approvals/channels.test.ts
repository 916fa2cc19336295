import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { openChannels, slackChannel, webhookChannel } from '@poundlock/channels'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../support/http-client.ts'
import { approver, eventsOf, exec, openWork, watch } from '../support/work-scene.ts'

const SECRET = 'the secret of a webhook'
const SIGNING = 'the secret of Slack'

/** A program that is told of requests, and what it was told. */
async function startService() {
  const told: any[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    told.push(JSON.parse(body))
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { told, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

type Opener = Parameters<Awaited<ReturnType<typeof openWork>>['area']['exchangeChats']>[0]

/** Opens a webhook and Slack. */
const chatsAt =
  (url: string, secret = SECRET, listen?: { readonly host: string; readonly port: number }): Opener =>
  (store, onProblem) =>
    openChannels({
      store,
      channels: [
        { channel: webhookChannel({ secret }), approvers: ['ann'] },
        { channel: slackChannel({ botToken: 'xoxb-test', signingSecret: SIGNING }), approvers: ['U1'] },
      ],
      targetsOf: () => [{ channel: 'webhook', to: url }],
      ...(listen && { listen }),
      onProblem,
    })

/** A gateway with a webhook and Slack, and an approver's device that watches. */
async function openChats() {
  const { told, url } = await startService()
  const scene = await openWork({ openChannels: chatsAt(url) })
  const { connection } = await approver(scene)
  const events = eventsOf(connection)
  await watch(connection)
  return { ...scene, told, url, connection, events, port: scene.gateway.port }
}

interface Signing {
  readonly key?: string
  readonly at?: number
  readonly id?: string
}

/** Sends an answer as a webhook does. */
function sendSigned(
  port: number | null,
  given: object,
  { key = SECRET, at = Date.now(), id = randomUUID() }: Signing = {},
) {
  const body = JSON.stringify(given)
  const seconds = String(Math.floor(at / 1000))
  const mac = createHmac('sha256', key).update(`v1:in:${seconds}:${id}:${body}`).digest('hex')
  const headers = {
    'x-poundlock-timestamp': seconds,
    'x-poundlock-id': id,
    'x-poundlock-signature': `v1=${mac}`,
  }
  return send(port, { path: '/channels/webhook', headers, body })
}

test('a chat answers through the gateway, and every surface learns the same winner (GW-50-a)', async () => {
  const { agent, session, port, told, connection, events } = await openChats()
  const calling = exec(agent.connection, session, 'node -p 1+1')
  const { approval } = (await events.next('approvals.waiting')).data
  await expect.poll(() => told.length).toBe(1)
  expect(told[0]).toMatchObject({
    type: 'approval-waiting',
    request: { id: approval.id, binding: { text: 'node -p 1+1' } },
  })
  const answered = await sendSigned(port, { id: approval.id, decision: 'allow-once', by: 'ann' })
  expect([answered.status, answered.json()]).toEqual([200, { message: 'Answered: allow-once.' }])
  expect((await calling).result).toMatchObject({ status: 'ran' })
  const winner = { decision: 'allow-once', by: 'ann', surface: 'webhook' }
  const settled = (await events.next('approvals.settled')).data.approval
  expect(settled.answers).toMatchObject([{ ...winner, proof: 'signed-webhook' }])
  await expect.poll(() => told.length).toBe(2)
  expect(told[1]).toMatchObject({ type: 'approval-settled', id: approval.id, answer: winner })
  const late = await connection.call('approvals.answer', { id: approval.id, decision: 'deny' })
  expect(late.result).toMatchObject({ counts: false, approval: { answers: [winner] } })
})

test('an answer that was given at a device is shown in the chat, whose answer comes too late', async () => {
  const { agent, session, port, told, connection, events } = await openChats()
  const calling = exec(agent.connection, session, 'node -p 1+1')
  const { approval } = (await events.next('approvals.waiting')).data
  await connection.call('approvals.answer', { id: approval.id, decision: 'deny' })
  expect((await calling).result?.status).toBe('unapproved')
  await expect.poll(() => told.at(-1)).toMatchObject({ type: 'approval-settled', answer: { decision: 'deny' } })
  const late = await sendSigned(port, { id: approval.id, decision: 'allow-once', by: 'ann' })
  expect(late.json().message).toContain('Already resolved: deny')
})

test('forged, stale and repeated calls of services are refused, and lock out who sends them (GW-48-a)', async () => {
  const { agent, session, port, events } = await openChats()
  void exec(agent.connection, session, 'node -p 1+1')
  const { id } = (await events.next('approvals.waiting')).data.approval
  const given = { id, decision: 'allow-once', by: 'ann' }
  const payload = `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', user: { id: 'U1' } }))}`
  const slack = (headers: Record<string, string>) => send(port, { path: '/channels/slack', headers, body: payload })
  expect((await slack({})).status).toBe(401)
  const old = String(Math.floor(Date.now() / 1000) - 400)
  const signature = `v0=${createHmac('sha256', SIGNING).update(`v0:${old}:${payload}`).digest('hex')}`
  expect((await slack({ 'x-slack-request-timestamp': old, 'x-slack-signature': signature })).status).toBe(401)
  const statusOf = async (...parts: Parameters<typeof sendSigned>) => (await sendSigned(...parts)).status
  expect(await statusOf(port, given, { key: 'another' })).toBe(401)
  expect(await statusOf(port, given, { at: Date.now() - 305_000 })).toBe(401)
  expect(await statusOf(port, { ...given, by: 'bob' })).toBe(403)
  const once = randomUUID()
  expect(await statusOf(port, { ...given, decision: 'deny' }, { id: once })).toBe(200)
  expect(await statusOf(port, { ...given, decision: 'deny' }, { id: once }), 'replayed').toBe(401)
  for (let guess = 0; guess < 5; guess++) await sendSigned(port, given, { key: 'another' })
  expect(await statusOf(port, given), 'locked out').toBe(429)
})

test('only what a service sends is read: another method, a page, a query and a large body are refused', async () => {
  const { port } = await openChats()
  const path = '/channels/webhook'
  expect((await send(port, { method: 'GET', path })).status).toBe(405)
  expect((await send(port, { path: `${path}?x`, body: '{}' })).status).toBe(400)
  expect((await send(port, { path, headers: { origin: 'https://evil.example' }, body: '{}' })).status).toBe(403)
  expect((await send(port, { path, headers: { 'content-length': '300000' } })).status).toBe(413)
  expect((await send(port, { path: '/channels/telegram', body: '{}' })).status).toBe(404)
})

test('who sends calls slowly takes the places of its own address, and not those of the services', async () => {
  const { port } = await openChats()
  const path = '/channels/webhook'
  const slow = Array.from({ length: 20 }, () => {
    const socket = connect({ host: '127.0.0.1', port: port! })
    socket.on('error', () => undefined)
    socket.write(`POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\n\r\n{`)
    return socket
  })
  onTestFinished(() => slow.forEach((socket) => socket.destroy()))
  await expect.poll(async () => (await send(port, { path, body: '{}' })).status).toBe(503)
  expect((await send(port, { path, body: '{}', from: '127.0.0.2' })).status).toBe(401)
})

test('other chats take the place of the earlier ones while a request waits, and show it', async () => {
  const { agent, session, area, port, told, events } = await openChats()
  const calling = exec(agent.connection, session, 'node -p 1+1')
  const { id } = (await events.next('approvals.waiting')).data.approval
  await expect.poll(() => told.length).toBe(1)
  const later = await startService()
  await area.exchangeChats(chatsAt(later.url, 'another secret'))
  await expect.poll(() => later.told).toMatchObject([{ type: 'approval-waiting', request: { id } }])
  const given = { id, decision: 'allow-once', by: 'ann' }
  expect((await sendSigned(port, given)).status, 'the earlier secret').toBe(401)
  expect((await sendSigned(port, given, { key: 'another secret' })).json()).toEqual({
    message: 'Answered: allow-once.',
  })
  expect((await calling).result).toMatchObject({ status: 'ran' })
  const settled = { type: 'approval-settled', answer: { by: 'ann' } }
  await expect.poll(() => [told.at(-1), later.told.at(-1)]).toMatchObject([settled, settled])
  const next = exec(agent.connection, session, 'node -p 2+2')
  const second = (await events.next('approvals.waiting')).data.approval
  await expect.poll(() => later.told.length).toBe(3)
  expect(told.length).toBe(2)
  await sendSigned(port, { id: second.id, decision: 'deny', by: 'ann' }, { key: 'another secret' })
  expect((await next).result).toMatchObject({ status: 'unapproved' })
})

test('chats that cannot be opened leave the earlier ones in their place', async () => {
  const { agent, session, area, port, url, told, events } = await openChats()
  const calling = exec(agent.connection, session, 'node -p 1+1')
  const { id } = (await events.next('approvals.waiting')).data.approval
  await expect.poll(() => told.length).toBe(1)
  const taken = { host: '127.0.0.1', port: port! }
  await expect(area.exchangeChats(chatsAt(url, 'another secret', taken))).rejects.toMatchObject({
    code: 'CHANNEL_LISTEN',
  })
  await expect.poll(() => told.length).toBe(2)
  const answered = await sendSigned(port, { id, decision: 'allow-once', by: 'ann' })
  expect(answered.json()).toEqual({ message: 'Answered: allow-once.' })
  expect((await calling).result).toMatchObject({ status: 'ran' })
  await area.exchangeChats(async () => null)
  expect((await sendSigned(port, { id, decision: 'deny', by: 'ann' })).status).toBe(404)
})
