import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectLocal, connectPaired, PairedGateways, pairWithGateway, stayConnected } from '@poundlock/gateway'
import { ROLE_SCOPES, type Role } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { onTestFinished } from 'vitest'
import { Program } from './program.ts'
import { ON_NODE } from './scene.ts'

const VERSION = '0.0.0'

/** A gateway in a process of its own, one of several that share a bus. */
export interface Member {
  readonly program: Program
  readonly stateFolder: string
  owner(): Promise<GatewayClient>
}

/** A state folder of a gateway; of one that shares the identity of `like`. */
export function memberState(configuration: object, like?: string): string {
  const stateFolder = join(temporaryFolder(), 'state')
  mkdirSync(join(stateFolder, 'gateway'), { recursive: true, mode: 0o700 })
  writeFileSync(join(stateFolder, 'poundlock.json'), JSON.stringify(configuration), { mode: 0o600 })
  const identity = join('gateway', 'identity.json')
  if (like !== undefined) copyFileSync(join(like, identity), join(stateFolder, identity))
  return stateFolder
}

export const socketOf = (stateFolder: string): string => `unix:${join(stateFolder, 'gateway', 'gateway.sock')}`

export const closing = <Client extends { close(): unknown }>(client: Client): Client => {
  onTestFinished(() => void client.close())
  return client
}

/** What is different from a gateway on one server that is reached at its socket alone. */
export interface MemberOptions {
  readonly replicas?: number
  /** On 127.0.0.1. */
  readonly port?: number
  readonly gid?: number
}

export function makeMember(
  servers: readonly string[],
  name: string,
  stateFolder: string,
  { replicas = 1, port, gid }: MemberOptions = {},
): Member {
  const more = [name, String(replicas), port === undefined ? '' : String(port), ...servers]
  const program = new Program('member-process', stateFolder, temporaryFolder(), more, gid)
  const owner = async () => closing(await connectLocal({ stateFolder, version: VERSION }))
  return { program, stateFolder, owner }
}

export async function startMember(...parts: Parameters<typeof makeMember>): Promise<Member> {
  const member = makeMember(...parts)
  await member.program.start()
  await member.program.said('"ready"')
  return member
}

/** Pairs a device with a gateway; its key and token are in a state folder of its own. */
export async function pairWith(
  stateFolder: string,
  role: Role,
  name: string,
  own: string,
  address = socketOf(stateFolder),
): Promise<void> {
  const operator = await connectLocal({ stateFolder, version: VERSION })
  const scopes = [...ROLE_SCOPES[role]]
  const more = role === 'agent' ? { agent: name } : {}
  const { code, gateway } = await operator.request('devices.invite', { role, scopes, ...more })
  operator.close()
  const pairing = { address, gatewayId: gateway.id, code, role, scopes, name, version: VERSION }
  await pairWithGateway(new PairedGateways(own), pairing)
}

/** Connects a paired device to one of the gateways. */
export async function connectTo(own: string, stateFolder: string): Promise<GatewayClient> {
  const store = new PairedGateways(own)
  return closing(
    await connectPaired(store, { ...store.list()[0]!, address: socketOf(stateFolder) }, { version: VERSION }),
  )
}

/** A client that goes on trying, and the first problem that it met. */
export async function stayingClient(own: string, stateFolder: string) {
  const store = new PairedGateways(own)
  const { promise: problem, resolve } = Promise.withResolvers<unknown>()
  const paired = { ...store.list()[0]!, address: socketOf(stateFolder) }
  const reconnect = { firstMs: 10, mostMs: 100 }
  const client = closing(stayConnected(store, paired, { version: VERSION, onProblem: resolve, reconnect }))
  return { client, problem }
}

/** A device that is paired with the gateways: the folder of its key and token. */
export async function pairedDevice(stateFolder: string, role: Role = 'agent', name = 'coder'): Promise<string> {
  const own = join(temporaryFolder(), role)
  mkdirSync(own, { mode: 0o700 })
  await pairWith(stateFolder, role, name, own)
  return own
}

export interface ClusterNode {
  readonly name: string
  readonly program: Program
  readonly workspace: string
  readonly stateFolder: string
}

export interface ClusterNodeOptions {
  readonly configuration?: object
  /** Where the gateways are reached, in the order of their state folders; their sockets unless set. */
  readonly addresses?: readonly string[]
  readonly gid?: number
}

/** Pairs a node with the first of some gateways, and starts it with the addresses of all. */
export async function startClusterNode(
  name: string,
  gateways: readonly string[],
  { configuration = ON_NODE, addresses = gateways.map((one) => socketOf(one)), gid }: ClusterNodeOptions = {},
): Promise<ClusterNode> {
  const stateFolder = join(temporaryFolder(), 'state')
  const workspace = join(temporaryFolder(), 'workspace')
  mkdirSync(stateFolder, { mode: 0o700 })
  mkdirSync(workspace)
  writeFileSync(join(stateFolder, 'poundlock.json'), JSON.stringify(configuration), { mode: 0o600 })
  await pairWith(gateways[0]!, 'node', name, stateFolder, addresses[0])
  const program = new Program('node-process', stateFolder, workspace, addresses, gid)
  await program.start()
  await program.said('"attached"')
  return { name, program, workspace, stateFolder }
}
