import { spawn, type ChildProcess } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { connectDevice, sha256, type Device } from './device-connection.ts'

export const LAUNCHER = fileURLToPath(new URL('../../../apps/cli/dist/poundlock.cjs', import.meta.url))

/** Reading is allowed, `echo` too; what no rule covers is asked about. Nothing is contained: the gateway is measured. */
const CONFIGURATION = {
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', allow: ['echo', 'printf'] } },
}

const IDENTITY = join('gateway', 'identity.json')

/** A gateway of the built command, with folders of its own. */
export interface GatewayScene {
  readonly state: string
  readonly workspace: string
  /** Of the process that runs now. */
  readonly child: ChildProcess
  readonly port: number
  readonly url: string
  /** Pairs a device, with a name of its own. */
  pair(role: 'agent' | 'operator' | 'node'): Promise<Device>
  start(): Promise<void>
  /** Ends the process as a crash does. */
  kill(): Promise<void>
  close(): Promise<void>
}

/**
 * @param limits of `gateway.limits`
 * @param exec of `tools.exec`, beside what is said above
 * @param others of `gateway`
 * @param like the state of a gateway whose identity it shares
 */
export async function openGatewayScene(
  limits: object = {},
  exec: object = {},
  others: object = {},
  like?: string,
): Promise<GatewayScene> {
  const base = realpathSync(mkdtempSync(join(process.env['POUNDLOCK_BENCH_FOLDER'] ?? tmpdir(), 'poundlock-gateway-')))
  const [state, workspace] = [join(base, 'state'), join(base, 'workspace')]
  mkdirSync(state, { mode: 0o700 })
  mkdirSync(join(workspace, '.git'), { recursive: true })
  writeFileSync(join(workspace, 'note.txt'), 'a line of text\n'.repeat(200))
  // Of no program that is known, so that people are asked.
  writeFileSync(join(base, 'leave-mark'), '#!/bin/sh\necho ran >> "$1"\n', { mode: 0o755 })
  const gateway = { bind: 'loopback', port: 0, name: 'measured', limits, ...others }
  writeFileSync(
    join(state, 'poundlock.json'),
    JSON.stringify({
      ...CONFIGURATION,
      tools: { exec: { ...CONFIGURATION.tools.exec, ...exec }, loopDetection: { enabled: false } },
      gateway,
    }),
    { mode: 0o600 },
  )
  if (like !== undefined) {
    mkdirSync(join(state, 'gateway'), { mode: 0o700 })
    copyFileSync(join(like, IDENTITY), join(state, IDENTITY))
  }
  let running: Awaited<ReturnType<typeof startGateway>>
  let devices = 0
  const scene: GatewayScene = {
    state,
    workspace,
    get child() {
      return running.child
    },
    get port() {
      return running.port
    },
    get url() {
      return `ws://127.0.0.1:${running.port}/ws`
    },
    async start() {
      running = await startGateway(state, workspace)
    },
    async pair(role) {
      const number = devices++
      const owner = await connectDevice(`ws+unix://${join(state, 'gateway', 'gateway.sock')}:/ws`, ownerDevice(state))
      // Each an agent of its own: one may make so many calls at once.
      const more = role === 'agent' ? { agent: `coder-${number}` } : {}
      const { code } = await owner.request('devices.invite', { role, scopes: ROLE_SCOPES[role], ...more })
      owner.close()
      const device = { ...newDevice(), role, scopes: ROLE_SCOPES[role] }
      const auth = { kind: 'setup-code', codeId: code.slice(0, 8), name: `${role} ${number}` } as const
      const first = await connectDevice(scene.url, { ...device, token: code }, { auth })
      first.close()
      const paired = { ...device, token: first.hello.token! }
      // A token counts from its first use.
      ;(await connectDevice(scene.url, paired)).close()
      return paired
    },
    kill: () => ended(running.child, 'SIGKILL'),
    async close() {
      await ended(running.child, 'SIGTERM')
      rmSync(base, { recursive: true, force: true })
    },
  }
  await scene.start()
  return scene
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** `poundlock gateway run`, once it says that it is ready. */
export async function startGateway(state: string, workspace: string) {
  const begin = performance.now()
  const child = spawn(process.execPath, [LAUNCHER, 'gateway', 'run', '--json'], {
    cwd: workspace,
    env: { ...process.env, POUNDLOCK_HOME: state },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  child.once('exit', (code, signal) => reject(new Error(`the gateway ended: ${String(code ?? signal)}`)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { event, addresses = [] } = JSON.parse(line) as { event: string; addresses?: readonly string[] }
    if (event === 'ready') resolve(Number(/:(\d+)$/.exec(addresses.at(-1)!)![1]))
  })
  const port = await promise
  return { child, port, readyMs: performance.now() - begin }
}

/** The device of the user that the gateway runs as. */
export function ownerDevice(state: string): Device {
  const stored = JSON.parse(readFileSync(join(state, 'gateway', 'owner.json'), 'utf8')) as {
    readonly key: { readonly publicKey: string; readonly privateKey: string }
    readonly token: string
  }
  const { publicKey, privateKey } = stored.key
  const key = { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey }
  return {
    ...deviceOf(createPrivateKey({ format: 'jwk', key }), publicKey),
    role: 'operator',
    scopes: ROLE_SCOPES.operator,
    token: stored.token,
  }
}

function newDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return deviceOf(privateKey, publicKey.export({ format: 'jwk' }).x!)
}

const deviceOf = (privateKey: KeyObject, publicKey: string) => ({
  privateKey,
  publicKey,
  id: sha256(Buffer.from(publicKey, 'base64url')),
})
