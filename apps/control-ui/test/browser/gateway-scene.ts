import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ParamsOf } from '@poundlock/protocol'
import { connectGateway, webIdentity, type GatewayClient } from '@poundlock/protocol/client'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { onTestFinished } from 'vitest'

const LAUNCHER = fileURLToPath(new URL('../../../cli/dist/poundlock.cjs', import.meta.url))
const run = promisify(execFile)

/** Nothing is proven here, so that each command is asked about. */
const CONFIGURATION = {
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'off' } },
}

interface SceneConfiguration {
  readonly gateway?: object
  readonly mcpServers?: object
  readonly approvals?: object
  /** Beside what holds in every scene. */
  readonly tools?: { readonly exec: object }
}

/** A gateway of the built command with folders of its own. */
export class GatewayScene {
  readonly workspace: string
  readonly #state: string
  readonly #configuration: SceneConfiguration
  #child: ChildProcess | null = null
  #port = 0

  /** @param base holds its folders; one of its own unless given */
  constructor({ tools, ...others }: SceneConfiguration = {}, base: string = temporaryFolder()) {
    this.workspace = join(base, 'workspace')
    this.#state = join(base, 'state')
    mkdirSync(this.#state, { mode: 0o700 })
    mkdirSync(join(this.workspace, '.git'), { recursive: true })
    const exec = { ...CONFIGURATION.tools.exec, ...tools?.exec }
    this.#configuration = { ...CONFIGURATION, ...others, tools: { exec } }
    this.#configure(0)
    onTestFinished(() => this.kill())
  }

  /** The folder of the gateway's state. */
  get state(): string {
    return this.#state
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}/`
  }

  /** Starts it, at the port that it had before. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [LAUNCHER, 'gateway', 'run', '--json'], {
      cwd: this.workspace,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    child.once('exit', (code, signal) => reject(new Error(`the gateway ended: ${String(code ?? signal)}`)))
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { event, addresses = [] } = JSON.parse(line) as { event: string; addresses?: readonly string[] }
      if (event !== 'ready') return
      this.#port = Number(/:(\d+)$/.exec(addresses.at(-1)!)![1])
      resolve()
    })
    await promise
    this.#configure(this.#port)
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /** Runs the command as the user of the gateway. */
  async cli(...arguments_: readonly string[]): Promise<any> {
    const { stdout } = await run(process.execPath, [LAUNCHER, ...arguments_, '--json'], {
      cwd: this.workspace,
      env: this.#environment(),
    })
    return JSON.parse(stdout)
  }

  /** A model of the gateway works on a prompt. @returns the session, and what happened there */
  async runAgent(...arguments_: readonly string[]): Promise<readonly any[]> {
    const agent = run(process.execPath, [LAUNCHER, 'agent', ...arguments_, '--gateway', 'local', '--json'], {
      cwd: this.workspace,
      env: this.#environment(),
    })
    // What it is given there belongs to the prompt.
    agent.child.stdin!.end()
    return (await agent).stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  /** An agent with a session, whose commands wait for people. */
  async openAgent(name = 'builder'): Promise<Agent> {
    const { code } = await this.cli('gateway', 'pair', '--role', 'agent', '--agent', 'coder', '--name', name)
    const keys = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])
    const client = connectGateway({
      url: `${this.address.replace('http', 'ws')}ws`,
      identity: await webIdentity(keys),
      credential: { kind: 'setup-code', code, name },
      role: 'agent',
      scopes: ['status.read', 'sessions.read', 'sessions.write', 'tools.call'],
      client: { name: 'test', version: '1', platform: 'test' },
    })
    onTestFinished(() => client.close())
    const { session } = await client.request('sessions.create', {})
    return new Agent(client, session.id)
  }

  /** A node of the built command, paired with the gateway, with folders of its own. */
  async startNode(name: string): Promise<void> {
    const base = temporaryFolder()
    const [state, workspace] = [join(base, 'state'), join(base, 'workspace')]
    mkdirSync(state, { mode: 0o700 })
    mkdirSync(join(workspace, '.git'), { recursive: true })
    const { link } = await this.cli('gateway', 'pair', '--role', 'node', '--name', name)
    const place = { cwd: workspace, env: { ...process.env, POUNDLOCK_HOME: state } }
    const pairing = run(process.execPath, [LAUNCHER, 'node', 'pair', '--name', name, '--json'], place)
    pairing.child.stdin!.end(`${link}\n`)
    await pairing
    const node = spawn(process.execPath, [LAUNCHER, 'node', 'run'], { ...place, stdio: 'ignore' })
    onTestFinished(async () => {
      const exited = once(node, 'exit')
      if (node.kill('SIGKILL')) await exited
    })
  }

  #configure(port: number): void {
    const { gateway, ...others } = this.#configuration
    const text = JSON.stringify({ ...others, gateway: { name: 'test gateway', bind: 'loopback', port, ...gateway } })
    writeFileSync(join(this.#state, 'poundlock.json'), text, { mode: 0o600 })
  }

  #environment(): NodeJS.ProcessEnv {
    return { ...process.env, POUNDLOCK_HOME: this.#state }
  }
}

/** What makes calls through the gateway. */
export class Agent {
  readonly client: GatewayClient
  readonly #session: string

  constructor(client: GatewayClient, session: string) {
    this.client = client
    this.#session = session
  }

  /** Runs a command, once it was allowed. */
  exec(command: string, { record = false }: { readonly record?: boolean } = {}) {
    return this.call({ tool: 'exec', input: { command }, record })
  }

  call(params: Omit<ParamsOf<'tools.call'>, 'session'>) {
    return this.client.request('tools.call', { session: this.#session, ...params })
  }
}
