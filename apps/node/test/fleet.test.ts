import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAuditTail } from '@poundlock/audit/node'
import { connectPaired, PairedGateways, pairWithGateway } from '@poundlock/gateway'
import { ROLE_SCOPES, type EventData, type ResultOf } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished, test } from 'vitest'
import { beginSession, newKey, nodeThat, ON_NODE, openScene, TO_NODES, type NodeScene } from './support/scene.ts'

type Row = ResultOf<'fleet.exec'>['rows'][number]

interface FleetCall {
  readonly nodes: readonly string[]
  readonly command: string
  readonly maxConcurrency?: number
  readonly maxErrors?: number
}

/** Everything runs on the node that the gateway lets through. */
const WILLING = { ...ON_NODE, tools: { exec: { ...ON_NODE.tools.exec, security: 'full' } } }
const WILLING_GATEWAY = { ...TO_NODES, tools: { exec: { ...TO_NODES.tools.exec, security: 'full' } } }
/** What no rule covers is asked about, also where it only reads. */
const ASKING = { ...TO_NODES, tools: { exec: { ...TO_NODES.tools.exec, ask: 'on-miss', proven: 'off' } } }

const run = (owner: GatewayClient, session: string, { command, nodes, ...limits }: FleetCall, key = newKey()) =>
  owner.request('fleet.exec', { session, input: { command }, nodes: [...nodes], ...limits }, { idempotencyKey: key })

const check = async (owner: GatewayClient, session: string, nodes: string | null, command = 'echo x') =>
  (await owner.request('fleet.check', {
    session,
    input: { command },
    selection: nodes === null ? { all: true } : { nodes },
  })) satisfies ResultOf<'fleet.check'>

function progressOf(owner: GatewayClient): EventData<'fleet.progress'>[] {
  const all: EventData<'fleet.progress'>[] = []
  owner.on('fleet.progress', (progress) => void all.push(progress))
  return all
}

const states = (rows: readonly Row[]) => rows.map(({ state }) => state)
const idsOf = (nodes: readonly { readonly id: string }[]) => nodes.map(({ id }) => id)

async function addNodes(scene: NodeScene, count: number, configuration: object = ON_NODE) {
  const names = Array.from({ length: count }, (_, index) => `web-${index + 1}`)
  return Promise.all(names.map((name) => scene.addApproved(name, configuration)))
}

test('a command runs once on each of seven nodes: one first, then so many at a time', async () => {
  const scene = await openScene()
  const nodes = await addNodes(scene, 7, WILLING)
  const owner = await scene.owner()
  const session = await beginSession(owner)
  const progress = progressOf(owner)
  const key = newKey()
  const order = { nodes: idsOf(nodes), command: 'echo ran >> runs', maxConcurrency: 3 }
  const result = await run(owner, session, order, key)
  expect(result).toMatchObject({ errors: 0 })
  expect(result.stopped).toBeUndefined()
  expect(result.rows).toMatchObject(nodes.map(({ id }) => ({ node: id, state: 'ran', code: 0, isError: false })))
  expect(progress.slice(0, 3).map(({ state, row }) => [state, row?.node])).toEqual([
    ['started', nodes[0]!.id],
    ['ended', nodes[0]!.id],
    ['started', nodes[1]!.id],
  ])
  let running = 0
  let most = 0
  for (const { state } of progress) most = Math.max(most, (running += state === 'started' ? 1 : -1))
  expect(most).toBeLessThanOrEqual(3)
  // The same request again is answered, and runs nothing.
  expect((await run(owner, session, order, key)).rows).toMatchObject(result.rows.map(({ callId }) => ({ callId })))
  for (const { workspace } of nodes) expect(readFileSync(join(workspace, 'runs'), 'utf8')).toBe('ran\n')
  await expect(run(owner, session, { ...order, command: 'echo other' }, key)).rejects.toMatchObject({
    code: 'IDEMPOTENCY_CONFLICT',
  })

  // A node with an error that is first stops all others.
  for (const { workspace } of nodes.slice(1)) writeFileSync(join(workspace, 'ready'), '')
  const stopped = await run(owner, session, { nodes: idsOf(nodes), command: 'cat ready' })
  expect(stopped).toMatchObject({ stopped: 'errors', errors: 1 })
  expect(states(stopped.rows)).toEqual(['ran', ...Array.from({ length: 6 }, () => 'not-started')])
  expect(stopped.rows[0]).toMatchObject({ isError: true, code: 1 })
  const tolerant = await run(owner, session, { nodes: idsOf(nodes), command: 'cat ready', maxErrors: 1 })
  expect(tolerant.stopped).toBeUndefined()
  expect(states(tolerant.rows)).toEqual(Array.from({ length: 7 }, () => 'ran'))

  // One that is not connected is an error before anything runs.
  await nodes[6]!.program.kill()
  await nodeThat(owner, nodes[6]!.id, ({ connected }) => !connected)
  const offline = await run(owner, session, { nodes: idsOf(nodes), command: 'echo more >> runs' })
  expect(offline).toMatchObject({ stopped: 'errors', errors: 1 })
  expect(offline.rows.at(-1)).toMatchObject({ state: 'offline', isError: true })
  for (const { workspace } of nodes) expect(readFileSync(join(workspace, 'runs'), 'utf8')).toBe('ran\n')

  const types: string[] = []
  for await (const { record } of readAuditTail(join(scene.stateFolder, 'audit'), 1000)) types.push(record!.type)
  expect(types.filter((type) => type === 'fleet-start')).toHaveLength(
    types.filter((type) => type === 'fleet-end').length,
  )
  expect(types.filter((type) => type === 'run-start')).toHaveLength(7 + 1 + 7)
})

test('nodes are selected by labels or names, everything only as such, and a dry run runs nothing', async () => {
  const scene = await openScene()
  const strict = { ...ON_NODE, tools: { exec: { ...ON_NODE.tools.exec, deny: ['echo'] } } }
  const willing = await scene.addApproved('willing')
  const denying = await scene.addApproved('denying', strict)
  const owner = await scene.owner()
  const session = await beginSession(owner)
  await owner.request('nodes.label', { node: willing.id, set: { role: 'web' } })
  const namesIn = async (selection: string | null) =>
    (await check(owner, session, selection)).rows.map(({ name }) => name)
  expect(await namesIn('role=web')).toEqual(['willing'])
  expect((await namesIn(null)).toSorted()).toEqual(['denying', 'willing'])
  expect(await namesIn('denying,Willing,willing')).toEqual(['denying', 'willing'])
  for (const nothing of ['role=db', 'nobody', '*', 'role!=db', 'willing,nobody', ',']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(check(owner, session, nothing), nothing).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const { decision, rows } = await check(owner, session, null, 'echo x > made')
  expect(decision).toBe('allow')
  expect(rows.find(({ name }) => name === 'denying')).toMatchObject({
    state: 'denied',
    isError: true,
    decision: 'deny',
    message: expect.stringContaining('node denying:'),
  })
  // A node that denies is an error: within the limits the others run, beyond them none does.
  const both = [willing.id, denying.id]
  expect(states((await run(owner, session, { nodes: both, command: 'echo x > made' })).rows)).toEqual([
    'not-started',
    'denied',
  ])
  expect(existsSync(join(willing.workspace, 'made'))).toBe(false)
  expect(states((await run(owner, session, { nodes: both, command: 'echo x > made', maxErrors: 1 })).rows)).toEqual([
    'ran',
    'denied',
  ])
  expect(existsSync(join(denying.workspace, 'made'))).toBe(false)
  for (const input of [
    { command: 'echo', host: 'gateway' },
    { command: 'echo', node: 'willing' },
    { command: 'echo', background: true },
    {},
  ]) {
    const params = { session, input, nodes: [willing.id] }
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await expect(owner.request('fleet.exec', params, { idempotencyKey: newKey() })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  }
  const agent = await scene.agent()
  await expect(check(agent, session, null)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

/** Another operator, who may answer what the owner of the gateway asks for. */
async function approver(scene: NodeScene): Promise<GatewayClient> {
  const owner = await scene.owner()
  const state = temporaryFolder()
  const scopes = ROLE_SCOPES.operator
  const { code, gateway } = await owner.request('devices.invite', { role: 'operator', scopes: [...scopes] })
  const store = new PairedGateways(state)
  const pairing = {
    address: scene.socket,
    gatewayId: gateway.id,
    code,
    role: 'operator',
    scopes,
    name: 'other',
    version: '0.0.0',
  } as const
  const client = await connectPaired(store, await pairWithGateway(store, pairing), { version: '0.0.0' })
  onTestFinished(() => client.close())
  return client
}

test('one request names every node, and what has changed on one meanwhile does not run there', async () => {
  const scene = await openScene(ASKING)
  const nodes = await addNodes(scene, 3, WILLING)
  for (const { workspace } of nodes) writeFileSync(join(workspace, 'do.sh'), 'echo done > made\n')
  const owner = await scene.owner()
  const person = await approver(scene)
  const asked = Promise.withResolvers<EventData<'approvals.waiting'>['approval']>()
  await person.subscribe(
    'approvals.watch',
    {},
    {
      onEvent: (event) => void (event.event === 'approvals.waiting' && asked.resolve(event.data.approval)),
    },
  )
  const session = await beginSession(owner)
  const running = run(owner, session, { nodes: idsOf(nodes), command: 'sh do.sh', maxErrors: 1 })
  const { id, reasons, binding } = await asked.promise
  for (const { id: node } of nodes) expect(binding.host).toContain(node)
  expect(reasons[0]).toMatch(/^It would run on 3 nodes: /)
  for (const name of ['web-1', 'web-2', 'web-3']) expect(reasons[0]).toContain(name)
  appendFileSync(join(nodes[1]!.workspace, 'do.sh'), 'echo more\n')
  await expect(owner.request('approvals.answer', { id, decision: 'allow-once' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await person.request('approvals.answer', { id, decision: 'allow-once' })
  const result = await running
  expect(result).toMatchObject({ approval: id, errors: 1 })
  expect(states(result.rows)).toEqual(['ran', 'unapproved', 'ran'])
  expect(nodes.map(({ workspace }) => existsSync(join(workspace, 'made')))).toEqual([true, false, true])

  // The answer was for once.
  const next = Promise.withResolvers<string>()
  await person.subscribe(
    'approvals.watch',
    {},
    {
      onEvent: (event) => void (event.event === 'approvals.waiting' && next.resolve(event.data.approval.id)),
    },
  )
  const again = run(owner, session, { nodes: idsOf(nodes), command: 'sh do.sh' })
  await person.request('approvals.answer', { id: await next.promise, decision: 'deny' })
  expect(await again).toMatchObject({ stopped: 'unapproved', errors: 0 })
  expect(states((await again).rows)).toEqual(['not-started', 'not-started', 'not-started'])
})

test('a cancelled fleet starts nothing more, and ends what runs', async () => {
  const scene = await openScene()
  const nodes = await addNodes(scene, 3)
  const owner = await scene.owner()
  const session = await beginSession(owner)
  const key = newKey()
  const progress = progressOf(owner)
  const command = 'echo begun > begun; sleep 600; echo late > late'
  const running = run(owner, session, { nodes: idsOf(nodes), command, maxConcurrency: 2 }, key)
  const hasBegun = (index: number) => existsSync(join(nodes[index]!.workspace, 'begun'))
  await expect.poll(() => hasBegun(0) && hasBegun(1)).toBe(true)
  expect(await owner.request('fleet.cancel', { key })).toEqual({ cancelling: true })
  const result = await running
  expect(result.stopped).toBe('cancelled')
  expect(states(result.rows)).toEqual(['cancelled', 'cancelled', 'not-started'])
  expect(hasBegun(2)).toBe(false)
  expect(progress.filter(({ state }) => state === 'started')).toHaveLength(2)
  expect(await owner.request('fleet.cancel', { key })).toEqual({ cancelling: false })
})

test('a fleet goes on after its gateway was killed, and runs nothing twice', async () => {
  const scene = await openScene(WILLING_GATEWAY)
  const nodes = await addNodes(scene, 3, WILLING)
  const person = await approver(scene)
  const session = await beginSession(person)
  const held = join(nodes[1]!.workspace, 'hold')
  writeFileSync(held, '')
  const command = 'echo run >> runs; while test -e hold; do sleep 0.1; done'
  const running = run(person, session, { nodes: idsOf(nodes), command, maxConcurrency: 1 })
  await expect.poll(() => existsSync(join(nodes[1]!.workspace, 'runs'))).toBe(true)
  expect(existsSync(join(nodes[0]!.workspace, 'runs'))).toBe(true)
  await scene.gateway.kill()
  await scene.gateway.start()
  rmSync(held)
  // The client asks again with the same key once it is connected.
  const result = await running
  expect(states(result.rows)).toEqual(['ran', 'ran', 'ran'])
  for (const { workspace } of nodes) expect(readFileSync(join(workspace, 'runs'), 'utf8')).toBe('run\n')
})
