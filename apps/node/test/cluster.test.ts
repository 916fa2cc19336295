import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Approval } from '@poundlock/protocol'
import { startTestNats } from '@poundlock/tooling/nats-test'
import { expect, test } from 'vitest'
import {
  connectTo,
  memberState,
  pairedDevice,
  startClusterNode,
  makeMember,
  startMember,
  stayingClient,
  type Member,
} from './support/cluster.ts'
import { beginSession, exec, newKey, nodeThat, textOf, TO_NODES } from './support/scene.ts'

/** Two gateways that share a NATS server, and an agent that is paired with the first one. */
async function openPair(configuration: object = TO_NODES) {
  const server = await startTestNats()
  const first = await startMember([server.address], 'first', memberState(configuration))
  const second = await startMember([server.address], 'second', memberState(configuration, first.stateFolder))
  const agent = await pairedDevice(first.stateFolder)
  return { server, first, second, agent }
}

async function approve(member: Member, name: string): Promise<string> {
  const operator = await member.owner()
  const { nodes } = await operator.request('nodes.list', {})
  const { id } = nodes.find((node) => node.name === name)!
  await operator.request('nodes.approve', { node: id })
  return id
}

const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

test('a command runs on a node that another gateway has, with its output, its approval and its end', async () => {
  const { first, second, agent } = await openPair()
  const node = await startClusterNode('box', [first.stateFolder])
  const id = await approve(first, 'box')
  const operator = await second.owner()
  const seen = await nodeThat(operator, id, ({ connected, approved }) => connected && approved.includes('system.run'))
  expect(seen).toMatchObject({ name: 'box', epoch: 1 })
  const caller = await connectTo(agent, second.stateFolder)
  const session = await beginSession(caller)
  const result = await exec(caller, session, { command: 'echo told; echo x >> ran', node: 'box' })
  expect(result).toMatchObject({ status: 'ran', exit: { code: 0 } })
  expect(textOf(result)).toBe('told\n')
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['x'])
  // The first gateway has the node, and nothing of the run.
  const away = await exec(caller, session, { command: 'echo x', node: 'nobody' })
  expect(away.status).toBe('denied')
  await node.program.kill()
  await nodeThat(operator, id, ({ connected }) => !connected)
  const offline = await exec(caller, session, { command: 'echo x', node: 'box' })
  expect(offline.reasons.map(({ code }) => code)).toContain('NODE_OFFLINE')
})

test('a node goes to the next gateway when its own ends, and its run is told to the one that sent it', async () => {
  const { first, second, agent } = await openPair()
  const node = await startClusterNode('box', [first.stateFolder, second.stateFolder])
  const id = await approve(first, 'box')
  const operator = await second.owner()
  await nodeThat(operator, id, ({ connected, approved }) => connected && approved.includes('system.run'))
  const caller = await connectTo(agent, second.stateFolder)
  const session = await beginSession(caller)
  const call = exec(caller, session, {
    command: 'echo begun >> ran; sleep 1; echo done >> ran; echo told',
    node: 'box',
  })
  await expect.poll(() => linesOf(join(node.workspace, 'ran'))).toEqual(['begun'])
  await first.program.kill()
  expect(await call).toMatchObject({ status: 'ran', exit: { code: 0 } })
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['begun', 'done'])
  await nodeThat(operator, id, ({ connected, epoch }) => connected && epoch === 2)
})

test('the end of a run waits on the bus for a gateway that is away', async () => {
  const { server, first, second, agent } = await openPair()
  const node = await startClusterNode('box', [second.stateFolder])
  const id = await approve(second, 'box')
  const operator = await first.owner()
  await nodeThat(operator, id, ({ connected, approved }) => connected && approved.includes('system.run'))
  const caller = await connectTo(agent, first.stateFolder)
  const session = await beginSession(caller)
  const key = newKey()
  const input = { command: 'echo begun >> ran; sleep 1; echo told', node: 'box' }
  const call = exec(caller, session, input, key)
  await expect.poll(() => linesOf(join(node.workspace, 'ran'))).toEqual(['begun'])
  const ending = call.catch((error: unknown) => error)
  await first.program.kill()
  caller.close()
  const ended = await ending
  expect(ended).toMatchObject({ code: expect.stringMatching(/^(OUTCOME_UNKNOWN|GATEWAY_CLOSED)$/) })
  await second.program.said('"run-kept-for-gateway"')
  await node.program.kill()
  const back = await startMember([server.address], 'first', first.stateFolder)
  const again = await connectTo(agent, back.stateFolder)
  expect(await exec(again, session, input, key)).toMatchObject({ status: 'ran' })
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['begun'])
})

test('a device that is revoked at one gateway is disconnected from all', async () => {
  const { first, second, agent } = await openPair()
  const here = await connectTo(agent, second.stateFolder)
  const operator = await first.owner()
  await operator.request('devices.revoke', { device: 'coder' })
  expect((await here.closed)?.details).toMatchObject({ close: 'revoked' })
  await expect(connectTo(agent, second.stateFolder)).rejects.toMatchObject({ details: { code: 'REVOKED' } })
})

test('a gateway with another identity, or with the state of one that runs, does not start', async () => {
  const { server, first } = await openPair()
  const refused = async (stateFolder: string) => {
    const { program } = makeMember([server.address], 'stranger', stateFolder)
    await program.start()
    expect(await program.said('"refused"')).toContain('GATEWAY_CONFIG')
    expect(await program.exited()).toBe(1)
  }
  await refused(memberState(TO_NODES))
  const copy = memberState(TO_NODES, first.stateFolder)
  const file = join('gateway', 'instance.json')
  copyFileSync(join(first.stateFolder, file), join(copy, file))
  await refused(copy)
  rmSync(join(copy, file))
  await startMember([server.address], 'copy', copy)
})

test('without the broker nothing new is done, and the caller is told what to do', async () => {
  const { server, first, agent } = await openPair()
  const node = await startClusterNode('box', [first.stateFolder])
  const id = await approve(first, 'box')
  const caller = await connectTo(agent, first.stateFolder)
  const session = await beginSession(caller)
  await server.kill()
  const operator = await first.owner()
  await expect
    .poll(async () => (await operator.request('gateway.status', {})).problems)
    .toEqual([expect.stringContaining('NATS')])
  const refused = exec(caller, session, { command: 'echo x >> ran', node: 'box' })
  await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'bus' } })
  expect(linesOf(join(node.workspace, 'ran'))).toEqual([])
  // Nobody can tell whether another gateway has revoked it meanwhile.
  const late = await stayingClient(agent, first.stateFolder)
  expect(await late.problem).toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'bus' } })
  await server.start()
  await late.client.ready()
  await nodeThat(operator, id, ({ connected }) => connected)
  const call = async () => (await exec(caller, session, { command: 'echo x >> ran', node: 'box' })).status
  await expect.poll(() => call().catch(() => 'refused')).toBe('ran')
  expect(linesOf(join(node.workspace, 'ran'))).toEqual(['x'])
})

/** Commands of the gateway itself that nothing allows are asked about. */
const ASKING = {
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'off', allow: ['echo'] } },
}

/** A pair of gateways, an agent at the first one whose call waits, and an operator who watches at the second one. */
async function openWaiting() {
  const pair = await openPair(ASKING)
  const desk = await pairedDevice(pair.first.stateFolder, 'operator', 'desk')
  const operator = await connectTo(desk, pair.second.stateFolder)
  const waiting = Promise.withResolvers<Approval>()
  const settled = Promise.withResolvers<Approval>()
  await operator.subscribe(
    'approvals.watch',
    {},
    {
      onEvent({ event, data }) {
        if (event === 'approvals.waiting') waiting.resolve(data.approval)
        if (event === 'approvals.settled') settled.resolve(data.approval)
      },
    },
  )
  const caller = await connectTo(pair.agent, pair.first.stateFolder)
  const session = await beginSession(caller)
  const key = newKey()
  const call = exec(caller, session, { command: 'seq 1 3' }, key)
  call.catch(() => undefined)
  return {
    ...pair,
    desk,
    operator,
    caller,
    session,
    key,
    call,
    waiting: await waiting.promise,
    settled: settled.promise,
  }
}

test('a request for approval is seen and answered at another gateway, and its call goes on', async () => {
  const { operator, waiting, settled, call } = await openWaiting()
  expect(waiting).toMatchObject({ state: 'pending', requestedBy: { name: 'coder' } })
  const { approvals } = await operator.request('approvals.list', {})
  expect(approvals.map(({ id }) => id)).toEqual([waiting.id])
  const answered = await operator.request('approvals.answer', { id: waiting.id, decision: 'allow-once' })
  expect(answered).toMatchObject({ counts: true, approval: { answers: [{ decision: 'allow-once', by: 'desk' }] } })
  expect(await call).toMatchObject({ status: 'ran', exit: { code: 0 } })
  expect(await settled).toMatchObject({ id: waiting.id })
  const late = await operator.request('approvals.answer', { id: waiting.id, decision: 'deny' })
  expect(late.counts).toBe(false)
})

test('of answers at two gateways at the same time one counts, and both are told the same', async () => {
  const { first, desk, operator, waiting, call } = await openWaiting()
  const there = await connectTo(desk, first.stateFolder)
  const answers = await Promise.all([
    operator.request('approvals.answer', { id: waiting.id, decision: 'deny' }),
    there.request('approvals.answer', { id: waiting.id, decision: 'allow-once' }),
  ])
  const decisions = answers.map(({ approval }) => approval.answers.map(({ decision }) => decision))
  expect(decisions[0]).toEqual(decisions[1])
  expect(decisions[0]).toHaveLength(1)
  expect(answers.filter(({ counts }) => counts)).toHaveLength(1)
  expect((await call).status).toBe(decisions[0]![0] === 'deny' ? 'unapproved' : 'ran')
})

test('nobody answers while the gateway that asks is away, and afterwards the same call goes on', async () => {
  const { server, first, second, agent, operator, session, key, waiting } = await openWaiting()
  // Its own device does not answer, wherever it connects.
  const own = await connectTo(agent, second.stateFolder)
  const self = own.request('approvals.answer', { id: waiting.id, decision: 'allow-once' })
  await expect(self).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await first.program.kill()
  const refused = operator.request('approvals.answer', { id: waiting.id, decision: 'allow-once' })
  await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const back = await startMember([server.address], 'first', first.stateFolder)
  const again = await connectTo(agent, back.stateFolder)
  const call = exec(again, session, { command: 'seq 1 3' }, key)
  const answer = () => operator.request('approvals.answer', { id: waiting.id, decision: 'allow-once' })
  await expect.poll(async () => (await answer().catch(() => null))?.counts).toBe(true)
  expect((await call).status).toBe('ran')
})

test('what was withdrawn while nothing could be told does not wait at the others', async () => {
  const { server, first, operator, caller, session, call } = await openWaiting()
  const pending = async () => (await operator.request('approvals.list', {})).approvals.length
  expect(await pending()).toBe(1)
  await server.kill()
  await caller.request('sessions.abort', { session }, { idempotencyKey: newKey() })
  expect((await call).status).toBe('cancelled')
  await first.program.kill()
  caller.close()
  await server.start()
  await startMember([server.address], 'first', first.stateFolder)
  await expect.poll(pending).toBe(0)
})
