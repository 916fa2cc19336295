import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectLocal, connectPaired, PairedGateways, pairWithGateway } from '@poundlock/gateway'
import { ROLE_SCOPES, type CallResult, type GatewayNode } from '@poundlock/protocol'
import type { GatewayClient } from '@poundlock/protocol/client'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, onTestFinished } from 'vitest'
import { Program } from './program.ts'

const VERSION = '0.0.0'

/** Commands go to nodes; what no rule covers is refused. */
export const TO_NODES = {
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'node', security: 'allowlist', ask: 'off', allow: ['echo', 'sleep', 'seq', 'yes', 'cat'] } },
}

/** Commands run on the machine itself. */
export const ON_NODE = {
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'off', allow: ['echo', 'sleep', 'seq', 'yes'] } },
}

export interface SceneNode {
  readonly id: string
  readonly stateFolder: string
  readonly workspace: string
  readonly program: Program
}

export interface NodeScene {
  readonly stateFolder: string
  readonly gateway: Program
  readonly socket: string
  owner(): Promise<GatewayClient>
  agent(): Promise<GatewayClient>
  /** Pairs a node, and starts it. */
  addNode(name: string, configuration?: object): Promise<SceneNode>
  /** The same, approved. */
  addApproved(name: string, configuration?: object): Promise<SceneNode>
}

function stateWith(configuration: object): { readonly stateFolder: string; readonly workspace: string } {
  const stateFolder = join(temporaryFolder(), 'state')
  const workspace = join(temporaryFolder(), 'workspace')
  mkdirSync(stateFolder, { mode: 0o700 })
  mkdirSync(workspace)
  writeFileSync(join(stateFolder, 'poundlock.json'), JSON.stringify(configuration), { mode: 0o600 })
  return { stateFolder, workspace }
}

/** A gateway in a process of its own, an agent that is paired, and nodes in processes of their own. */
export async function openScene(configuration: object = TO_NODES): Promise<NodeScene> {
  const { stateFolder, workspace } = stateWith(configuration)
  const gateway = new Program('gateway-process', stateFolder, workspace)
  await gateway.start()
  await gateway.said('ready')
  const socket = `unix:${join(stateFolder, 'gateway', 'gateway.sock')}`
  const closing = <Client extends GatewayClient>(client: Client): Client => {
    onTestFinished(() => client.close())
    return client
  }
  const owner = async () => closing(await connectLocal({ stateFolder, version: VERSION }))
  const pair = async (role: 'agent' | 'node', name: string, state: string) => {
    const operator = await owner()
    const more = role === 'agent' ? { agent: 'coder' } : {}
    const { code, gateway: asked } = await operator.request('devices.invite', {
      role,
      scopes: [...ROLE_SCOPES[role]],
      ...more,
    })
    operator.close()
    const pairing = {
      address: socket,
      gatewayId: asked.id,
      code,
      role,
      scopes: ROLE_SCOPES[role],
      name,
      version: VERSION,
    }
    return pairWithGateway(new PairedGateways(state), pairing)
  }
  const agentState = join(temporaryFolder(), 'agent')
  mkdirSync(agentState, { mode: 0o700 })
  await pair('agent', 'coder', agentState)
  const scene: NodeScene = {
    stateFolder,
    gateway,
    socket,
    owner,
    async agent() {
      const store = new PairedGateways(agentState)
      return closing(await connectPaired(store, store.list()[0]!, { version: VERSION }))
    },
    async addNode(name, nodeConfiguration = ON_NODE) {
      const place = stateWith(nodeConfiguration)
      await pair('node', name, place.stateFolder)
      const program = new Program('node-process', place.stateFolder, place.workspace)
      await program.start()
      await program.said('"attached"')
      const operator = await owner()
      const { nodes } = await operator.request('nodes.list', {})
      operator.close()
      return { ...place, program, id: nodes.find((node) => node.name === name)!.id }
    },
    async addApproved(name, nodeConfiguration) {
      const node = await scene.addNode(name, nodeConfiguration)
      const operator = await owner()
      await operator.request('nodes.approve', { node: node.id })
      operator.close()
      return node
    },
  }
  return scene
}

let keys = 0
/** A key that no other request of the tests has. */
export const newKey = (): string => `key-${process.pid}-${keys++}`

export async function beginSession(agent: GatewayClient): Promise<string> {
  const { session } = await agent.request('sessions.create', {}, { idempotencyKey: newKey() })
  return session.id
}

/** Runs a command line on a node. */
export function exec(
  agent: GatewayClient,
  session: string,
  input: { readonly command: string; readonly node?: string } & Readonly<Record<string, unknown>>,
  idempotencyKey = newKey(),
): Promise<CallResult> {
  return agent.request('tools.call', { session, tool: 'exec', input, stream: true }, { idempotencyKey })
}

/** The node, once something holds of it. */
export async function nodeThat(
  operator: GatewayClient,
  id: string,
  holds: (node: GatewayNode) => boolean,
): Promise<GatewayNode> {
  const look = async () => (await operator.request('nodes.list', {})).nodes.find((node) => node.id === id)!
  await expect.poll(async () => holds(await look())).toBe(true)
  return look()
}

export const textOf = (result: CallResult): string =>
  result.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
