import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_SCOPES, type CallResult } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { onTestFinished, vi } from 'vitest'
import { workArea, type GatewayOptions, type Services, type WorkArea, type WorkAreaOptions } from '../../src/index.ts'
import { openHost } from './open-host.ts'
import type { Answer, TestConnection } from './test-client.ts'
import { openTestGateway, type Paired, type TestGateway } from './test-gateway.ts'

/** Commands run on the machine itself, as the owner of it wants; what no rule covers is asked about. */
export const ASKING = {
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: {
    exec: {
      host: 'gateway',
      security: 'allowlist',
      ask: 'on-miss',
      // Harmless commands stand for any that is asked about.
      proven: 'off',
      allow: ['echo', 'cat', 'seq', 'sleep', 'printf', 'yes'],
    },
  },
}

export interface WorkScene extends TestGateway {
  readonly workspace: string
  readonly agent: Paired
  readonly area: WorkArea
  /** A session of the agent. */
  readonly session: string
}

export interface SceneOptions {
  readonly configuration?: object
  readonly limits?: WorkAreaOptions['limits']
  readonly bounds?: GatewayOptions['bounds']
  readonly openChannels?: WorkAreaOptions['openChannels']
  readonly traces?: WorkAreaOptions['traces']
  readonly agents?: WorkAreaOptions['agents']
  readonly push?: WorkAreaOptions['push']
  readonly prompts?: boolean
  /** Another file instead of the user's, for what the gateway itself reads. */
  readonly ownFile?: object
  /** Further workspaces. */
  readonly more?: readonly string[]
}

let keys = 0
/** A key that no other request of the tests has. */
export const newKey = (): string => `key-${process.pid}-${keys++}`

/** A gateway with a workspace, an agent that is paired, and a session of it. */
export async function openWork({
  configuration = ASKING,
  limits,
  bounds,
  openChannels,
  traces,
  agents,
  push,
  prompts,
  more = [],
  ownFile,
}: SceneOptions = {}): Promise<WorkScene> {
  const workspace = join(temporaryFolder(), 'workspace')
  mkdirSync(workspace)
  const stateFolder = join(temporaryFolder(), 'state')
  mkdirSync(stateFolder, { mode: 0o700 })
  writeFileSync(join(stateFolder, 'poundlock.json'), JSON.stringify(configuration), { mode: 0o600 })
  vi.stubEnv('POUNDLOCK_HOME', stateFolder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const config = join(stateFolder, 'own.json')
  if (ownFile) writeFileSync(config, JSON.stringify(ownFile), { mode: 0o600 })
  const area = workArea({
    openHost,
    workspaces: [workspace, ...more],
    ...(limits && { limits }),
    ...(openChannels && { openChannels }),
    ...(traces && { traces }),
    ...(agents && { agents }),
    ...(push && { push }),
    ...(prompts !== undefined && { prompts }),
    ...(ownFile && { config }),
  })
  let opened: WorkArea | undefined
  const areas = [async (services: Services) => (opened = await area(services))]
  const gateway = await openTestGateway({ stateFolder, areas, ...(bounds && { bounds }) })
  const agent = await gateway.pair('agent', ROLE_SCOPES.agent, { agent: 'coder' })
  const session = await beginSession(agent.connection)
  return { ...gateway, workspace, agent, session, area: opened! }
}

export async function beginSession(connection: TestConnection, params: object = {}): Promise<string> {
  const { result, error } = await connection.call('sessions.create', params, { idempotencyKey: newKey() })
  if (error) throw new Error(`${error.code}: ${error.message}`)
  return result.session.id
}

/** Runs a command line in a session. */
export function exec(
  connection: TestConnection,
  session: string,
  command: string,
  more: { readonly key?: string; readonly stream?: boolean; readonly input?: object } = {},
): Promise<Answer & { readonly result?: CallResult }> {
  const { key = newKey(), stream = false, input = {} } = more
  const params = { session, tool: 'exec', input: { command, ...input }, stream }
  return connection.call('tools.call', params, { idempotencyKey: key })
}

/** Another device of somebody who may answer. */
export const approver = (scene: TestGateway): Promise<Paired> => scene.pair('operator', ROLE_SCOPES.operator)

/** Watches what waits. @returns the subscription and what waited */
export const watch = async (connection: TestConnection): Promise<any> =>
  (await connection.call('approvals.watch')).result

/** Events of a connection, beside the answers that its other users wait for. */
export interface Events {
  /** The next event of this name that was not taken yet. */
  next(event: string): Promise<any>
  /** All that came, in order. */
  readonly all: readonly any[]
}

export function eventsOf({ webSocket }: TestConnection): Events {
  const all: any[] = []
  const untaken: any[] = []
  const looks = new Set<() => void>()
  webSocket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString())
    if (frame.type !== 'event') return
    all.push(frame)
    untaken.push(frame)
    for (const look of looks) look()
  })
  return {
    all,
    next: (event) =>
      new Promise((resolve) => {
        const look = () => {
          const index = untaken.findIndex((frame) => frame.event === event)
          if (index === -1) return
          looks.delete(look)
          resolve(untaken.splice(index, 1)[0])
        }
        looks.add(look)
        look()
      }),
  }
}
