import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { connectDevice } from '../gateway/device-connection.ts'
import { LAUNCHER, ownerDevice, type GatewayScene } from '../gateway/scene.ts'

/** What runs on the node itself, without a sandbox: the way there is measured. */
const CONFIGURATION = {
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: {
    exec: { host: 'gateway', security: 'allowlist', ask: 'off', allow: ['true', 'yes', 'head', 'sleep'] },
    loopDetection: { enabled: false },
  },
}

/**
 * A node of the built command, paired with the gateway, approved and connected.
 *
 * @param others gateways that share the identity of that one
 */
export async function startNode(
  scene: GatewayScene,
  folder: string,
  others: readonly GatewayScene[] = [],
): Promise<ChildProcess> {
  const [state, workspace] = [join(folder, 'state'), join(folder, 'workspace')]
  mkdirSync(state, { recursive: true, mode: 0o700 })
  mkdirSync(join(workspace, '.git'), { recursive: true })
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify(CONFIGURATION), { mode: 0o600 })
  const env = { ...process.env, POUNDLOCK_HOME: state }
  const owner = await connectDevice(
    `ws+unix://${join(scene.state, 'gateway', 'gateway.sock')}:/ws`,
    ownerDevice(scene.state),
  )
  const { code } = await owner.request('devices.invite', { role: 'node', scopes: ['status.read', 'nodes.serve'] })
  const pairing = ['node', 'pair', join(scene.state, 'gateway', 'gateway.sock'), '--name', 'box']
  execFileSync(process.execPath, [LAUNCHER, ...pairing], { env, cwd: workspace, input: `${code}\n`, stdio: 'pipe' })
  const addresses = others.flatMap(({ state: other }) => ['--address', join(other, 'gateway', 'gateway.sock')])
  const child = spawn(process.execPath, [LAUNCHER, 'node', 'run', '--json', ...addresses], {
    env,
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"attached"')) break
  child.stdout.resume()
  await owner.request('nodes.approve', { node: 'box' })
  owner.close()
  return child
}
