import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openNatsBus } from '@poundlock/bus/nats'
import { connectLocal, PairedGateways, pairWithGateway } from '@poundlock/gateway'
import { ROLE_SCOPES, type Role } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { startTestNats } from '@poundlock/tooling/nats-test'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import {
  closing,
  connectTo,
  memberState,
  pairedDevice,
  socketOf,
  startMember,
  stayingClient,
  type Member,
} from './support/cluster.ts'
import { TO_NODES } from './support/scene.ts'

async function openPair() {
  const server = await startTestNats()
  const first = await startMember([server.address], 'first', memberState(TO_NODES))
  const second = await startMember([server.address], 'second', memberState(TO_NODES, first.stateFolder))
  return { server, first, second }
}

async function codeOf(operator: GatewayClient, role: Role = 'agent', name?: string): Promise<string> {
  const scopes = [...ROLE_SCOPES[role]]
  const { code } = await operator.request('devices.invite', { role, scopes, ...(name !== undefined && { name }) })
  return code
}

/** Pairs a new device with a code at a gateway. @returns the folder of its key and token */
async function pairAt(member: Member, code: string, name: string, role: Role = 'agent'): Promise<string> {
  const own = join(temporaryFolder(), 'device')
  mkdirSync(own, { mode: 0o700 })
  const scopes = [...ROLE_SCOPES[role]]
  const pairing = { address: socketOf(member.stateFolder), code, role, scopes, name, version: '0.0.0' }
  await pairWithGateway(new PairedGateways(own), pairing)
  return own
}

const INVALID = { details: { code: 'SETUP_CODE_INVALID' } }
const namesOf = async (operator: GatewayClient) =>
  (await operator.request('devices.list', {})).devices.map(({ name }) => name)

test('a setup code of one gateway pairs a device at another, once', async () => {
  const { first, second } = await openPair()
  const code = await codeOf(await first.owner())
  const own = await pairAt(second, code, 'coder')
  const here = await connectTo(own, first.stateFolder)
  expect((await here.ready()).role).toBe('agent')
  await expect(pairAt(first, code, 'again')).rejects.toMatchObject(INVALID)
  await expect(pairAt(second, code, 'again')).rejects.toMatchObject(INVALID)
  expect(await namesOf(await first.owner())).toEqual(['owner', 'coder'])
})

test('of gateways where the same code is used at the same moment, one lets a device in', async () => {
  const { first, second } = await openPair()
  const operator = await first.owner()
  for (let round = 0; round < 5; round++) {
    const code = await codeOf(operator)
    const tries = [first, second, first, second].map((member, index) => pairAt(member, code, `coder ${round}${index}`))
    const ends = await Promise.allSettled(tries)
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(INVALID)
  }
  const coders = async (member: Member) =>
    (await namesOf(await member.owner())).filter((name) => name !== 'owner').length
  await expect.poll(() => coders(first)).toBe(5)
  await expect.poll(() => coders(second)).toBe(5)
})

test('a code that only its id is known of is not used up', async () => {
  const { first, second } = await openPair()
  const code = await codeOf(await first.owner())
  const guess = `${code.slice(0, 8)}-${'0'.repeat(32)}`
  await expect(pairAt(second, guess, 'thief')).rejects.toMatchObject({ details: { code: 'UNAUTHENTICATED' } })
  await pairAt(second, code, 'coder')
})

test('codes of a device that is revoked at one gateway are good at none', async () => {
  const { first, second } = await openPair()
  const desk = await connectTo(await pairedDevice(first.stateFolder, 'operator', 'desk'), second.stateFolder)
  const code = await codeOf(desk)
  await (await first.owner()).request('devices.revoke', { device: 'desk' })
  expect((await desk.closed)?.details).toMatchObject({ close: 'revoked' })
  await expect(pairAt(second, code, 'coder')).rejects.toMatchObject(INVALID)
  await expect(pairAt(first, code, 'coder')).rejects.toMatchObject(INVALID)
})

test('a gateway that was away while a device was revoked lets it in no more', async () => {
  const { first, second } = await openPair()
  const own = await pairedDevice(first.stateFolder, 'operator', 'desk')
  const desk = await connectTo(own, second.stateFolder)
  const code = await codeOf(desk)
  await second.program.kill()
  await (await first.owner()).request('devices.revoke', { device: 'desk' })
  await second.program.start()
  await second.program.said('"ready"')
  expect((await desk.closed)?.details).toMatchObject({ code: 'REVOKED' })
  await expect(connectTo(own, second.stateFolder)).rejects.toMatchObject({ details: { code: 'REVOKED' } })
  await expect(pairAt(second, code, 'coder')).rejects.toMatchObject(INVALID)
})

test('a code is good while the gateway that made it is away', async () => {
  const { first, second } = await openPair()
  const code = await codeOf(await first.owner())
  await first.program.kill()
  await pairAt(second, code, 'coder')
})

test('without the broker no code is made or used, and the caller is told why', async () => {
  const { server, first, second } = await openPair()
  const operator = await first.owner()
  const code = await codeOf(operator)
  const own = await pairedDevice(first.stateFolder)
  await server.kill()
  const away = await connectLocal({ stateFolder: second.stateFolder, version: '0.0.0' })
  await expect
    .poll(async () => (await away.request('gateway.status', {})).problems)
    .toEqual([expect.stringContaining('NATS')])
  away.close()
  const late = await stayingClient(own, second.stateFolder)
  expect(await late.problem).toMatchObject({ code: 'UNAVAILABLE', details: { reason: 'bus' } })
  await expect(codeOf(operator)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  const waiting = pairAt(second, code, 'coder')
  await server.start()
  await waiting
  expect(await namesOf(await second.owner())).toContain('coder')
})

test('who reads the bus learns nothing that pairs a device, and who writes to it makes no code', async () => {
  const { server, first, second } = await openPair()
  const code = await codeOf(await first.owner(), 'operator')
  const [id = ''] = code.split('-')
  const bus = closing(await openNatsBus({ servers: [server.address], name: 'thief' }))
  const { entries } = await bus.read({ keys: ['setup-codes'] })
  expect(entries).toEqual([
    expect.objectContaining({ name: ['setup-codes', id], value: { sealed: expect.any(String) } }),
  ])
  const [{ value, sequence }] = entries as [(typeof entries)[0]]
  const read = Buffer.from((value as { readonly sealed: string }).sealed, 'base64url').toString('latin1')
  const hash = createHash('sha256').update(code).digest('hex')
  for (const secret of [hash, code, 'operator']) expect(read).not.toContain(secret)

  // A code of one's own making, in the place of that one and in a new one; and that one under another id.
  const own = `${'0'.repeat(8)}-${'1'.repeat(32)}`
  const owner = (await (await first.owner()).request('devices.list', {})).devices[0]!.id
  const grant = { role: 'operator', scopes: [...ROLE_SCOPES.operator], by: owner }
  const forged = {
    hash: createHash('sha256').update(own).digest('hex'),
    grant,
    issuerPairedAt: null,
    expiresAt: Date.now() + 600_000,
  }
  await bus.claim(['setup-codes', '0'.repeat(8)], forged)
  await expect(pairAt(second, own, 'thief', 'operator')).rejects.toMatchObject(INVALID)
  await bus.claim(['setup-codes', '1'.repeat(8)], value)
  await expect(pairAt(second, code.replace(id, '1'.repeat(8)), 'thief', 'operator')).rejects.toMatchObject(INVALID)
  await bus.compareAndSet(['setup-codes', id], sequence, forged)
  await expect(pairAt(second, code, 'thief', 'operator')).rejects.toMatchObject(INVALID)
})
