import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { connectTest, type Connecting, type TestConnection, type TestKey } from './test-client.ts'
import { openTestGateway } from './test-gateway.ts'
import { ASKING, newKey } from './work-scene.ts'

export interface Device {
  readonly key: TestKey
  readonly token: string
  readonly role: 'agent' | 'operator'
}

/** What else a gateway is started with. */
export interface Starting {
  /** `gateway.push` of its configuration; none are sent unless set. */
  readonly push?: object
  readonly env?: Readonly<Record<string, string>>
}

/** A gateway in a process of its own, and what outlives it. */
export interface Killable {
  readonly stateFolder: string
  readonly workspace: string
  readonly agent: Device
  readonly operator: Device
  session: string
  /** @param within a command that starts the gateway: program and arguments, before its own */
  start(within?: readonly string[], more?: Starting): Promise<void>
  /** The process that runs. */
  pid(): number
  kill(): Promise<void>
  connect(device: Device): Promise<TestConnection>
  /** Connects a device that is not paired yet. */
  connectAs(connecting: Connecting): Promise<TestConnection>
}

let bundled: Promise<string> | undefined

/** The program as one file: it starts several times faster than the sources. */
function bundle(): Promise<string> {
  return (bundled ??= (async () => {
    const outfile = join(fileURLToPath(new URL('../../node_modules/.cache', import.meta.url)), 'gateway-process.mjs')
    // Other test files may make the same at the same time.
    const own = `${outfile}.${process.pid}`
    await build({
      entryPoints: [fileURLToPath(new URL('../fixtures/gateway-process.ts', import.meta.url))],
      outfile: own,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      conditions: ['@poundlock/source'],
      banner: {
        js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url)",
      },
      logLevel: 'silent',
    })
    renameSync(own, outfile)
    return outfile
  })())
}

/** Pairs an agent and an operator with a gateway in this process, and leaves the folder to others. */
export async function openKillable(configuration: object = ASKING): Promise<Killable> {
  const workspace = join(temporaryFolder(), 'workspace')
  mkdirSync(workspace)
  const stateFolder = join(temporaryFolder(), 'state')
  mkdirSync(stateFolder, { mode: 0o700 })
  writeFileSync(join(stateFolder, 'poundlock.json'), JSON.stringify(configuration), { mode: 0o600 })
  const first = await openTestGateway({ stateFolder })
  const pair = async (role: Device['role'], more: object = {}): Promise<Device> => {
    const { key, token, again } = await first.pair(role, ROLE_SCOPES[role], more)
    // A token counts from its first use.
    const used = await again()
    used.close()
    return { key, token, role }
  }
  const agent = await pair('agent', { agent: 'coder' })
  const operator = await pair('operator')
  await first.gateway.close()
  const file = await bundle()
  let child: ChildProcess | undefined
  let port = ''
  const kill = async () => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  onTestFinished(kill)
  return {
    stateFolder,
    workspace,
    agent,
    operator,
    kill,
    session: '',
    pid: () => child!.pid!,
    async start(within = [], { push, env = {} } = {}) {
      const pushes = push === undefined ? [] : [JSON.stringify(push)]
      const [program, ...args] = [...within, process.execPath, file, stateFolder, workspace]
      child = spawn(program, [...args, ...pushes], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          POUNDLOCK_HOME: stateFolder,
          // Compiling takes most of a start.
          NODE_COMPILE_CACHE: join(dirname(file), 'code'),
          ...env,
        },
      })
      const lines = createInterface({ input: child.stdout! })
      const ended = once(child, 'exit').then(() => Promise.reject(new Error('the gateway did not start')))
      ended.catch(() => undefined)
      ;[port] = (await Promise.race([once(lines, 'line'), ended])) as [string]
    },
    connectAs: (connecting) => connectTest(`ws://127.0.0.1:${port}/ws`, connecting),
    connect: ({ key, token, role }) =>
      connectTest(`ws://127.0.0.1:${port}/ws`, {
        key,
        role,
        scopes: ROLE_SCOPES[role],
        auth: { kind: 'token' },
        credential: token,
      }),
  }
}

/** Starts the gateway, and begins a session of the agent. @returns the connection of the agent */
export async function begin(
  scene: Killable,
  within: readonly string[] = [],
  more: Starting = {},
): Promise<TestConnection> {
  await scene.start(within, more)
  const agent = await scene.connect(scene.agent)
  const { result } = await agent.call('sessions.create', {}, { idempotencyKey: newKey() })
  scene.session = result.session.id
  return agent
}
