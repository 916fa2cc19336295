import type { GatewayClient } from '@poundlock/protocol/client'
import { startTestNats } from '@poundlock/tooling/nats-test'
import { expect, test } from 'vitest'
import { connectTo, memberState, pairedDevice, startMember } from './support/cluster.ts'
import { beginSession, exec, newKey, TO_NODES } from './support/scene.ts'

const HERE = { ...TO_NODES, tools: { exec: { ...TO_NODES.tools.exec, host: 'gateway' } } }

/** Follows a session. @returns the numbers that came, gaps as texts */
async function follow(client: GatewayClient, session: string, seq?: number) {
  const seen: (number | string)[] = []
  const kinds: string[] = []
  const place = seq === undefined ? {} : { after: { epoch: session, seq } }
  await client.subscribe(
    'sessions.follow',
    { session, ...place },
    {
      onEvent: ({ data }) => {
        seen.push(data.seq)
        kinds.push(data.kind)
      },
      onGap: ({ from, to }) => void seen.push(`${from}-${to}`),
    },
  )
  return { seen, kinds }
}

const upTo = (head: number, from = 1) => Array.from({ length: head - from + 1 }, (_, index) => from + index)

test('a session is listed and followed at another gateway, also when its own has ended', async () => {
  const server = await startTestNats()
  const first = await startMember([server.address], 'first', memberState(HERE))
  const second = await startMember([server.address], 'second', memberState(HERE, first.stateFolder))
  const own = await pairedDevice(first.stateFolder)
  const agent = await connectTo(own, first.stateFolder)
  const session = await beginSession(agent)
  await exec(agent, session, { command: 'echo one' })

  const operator = await second.owner()
  const listed = async () => (await operator.request('sessions.list', {})).sessions
  await expect.poll(async () => (await listed())[0]?.head).toBeGreaterThan(3)
  const [seen] = await listed()
  expect(seen).toMatchObject({ id: session, agent: 'coder', elsewhere: { name: 'first' } })
  const gateway = seen!.elsewhere!.gateway
  const followed = await follow(operator, session, 0)
  const { head } = (await operator.request('sessions.get', { session })).session
  await expect.poll(() => followed.seen).toEqual(upTo(head))
  // What comes is told as it comes, also to the agent itself, and to no other agent.
  const same = await connectTo(own, second.stateFolder)
  const late = await follow(same, session, head)
  await exec(agent, session, { command: 'echo two' })
  await expect.poll(() => late.kinds).toContain('call-ended')
  const end = late.seen.at(-1) as number
  expect(late.seen).toEqual(upTo(end, head + 1))
  await expect.poll(() => followed.seen).toEqual(upTo(end))
  const stranger = await connectTo(await pairedDevice(first.stateFolder, 'agent', 'other'), second.stateFolder)
  expect((await stranger.request('sessions.list', {})).sessions).toEqual([])
  for (const method of ['sessions.get', 'sessions.events', 'sessions.follow'] as const) {
    await expect(stranger.request(method, { session })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'There is no such session.',
    })
  }

  // It is read here, and used there.
  const used = exec(same, session, { command: 'echo three' })
  await expect(used).rejects.toMatchObject({ code: 'NOT_FOUND', details: { gateway } })
  const sent = operator.request('sessions.send', { session, text: 'hello' }, { idempotencyKey: newKey() })
  await expect(sent).rejects.toMatchObject({ code: 'NOT_FOUND' })

  // Pages over the sessions of both.
  const here = [await beginSession(same), await beginSession(same)]
  const pageOf = (cursor?: string) => operator.request('sessions.list', { limit: 1, ...(cursor && { cursor }) })
  const pages: string[] = []
  for (let page = await pageOf(); ; page = await pageOf(page.next)) {
    pages.push(...page.sessions.map(({ id }) => id))
    if (page.next === undefined) break
  }
  expect(pages.toSorted()).toEqual([session, ...here].toSorted())

  await first.program.kill()
  agent.close()
  await expect
    .poll(async () => (await listed()).find(({ id }) => id === session)?.elsewhere)
    .toEqual({
      gateway,
    })
  const read = await operator.request('sessions.events', { session, after: 1, limit: 1000 })
  expect([read.events.map(({ seq }) => seq), read.head, read.gap]).toEqual([upTo(end, 2), end, undefined])
  const third = await startMember([server.address], 'third', memberState(HERE, second.stateFolder))
  const afterwards = await follow(await third.owner(), session, 2)
  await expect.poll(() => afterwards.seen).toEqual(upTo(end, 3))

  // Back again, it goes on where it was.
  const back = await startMember([server.address], 'first', first.stateFolder)
  const returned = await connectTo(own, back.stateFolder)
  await exec(returned, session, { command: 'echo four' })
  await expect.poll(() => afterwards.kinds.filter((kind) => kind === 'call-ended')).toHaveLength(3)
  expect(afterwards.seen).toEqual(upTo(afterwards.seen.at(-1) as number, 3))
})
