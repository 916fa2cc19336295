import { spawn, type ChildProcess } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

const EXEC = { security: 'allowlist', ask: 'off', allow: ['echo', 'sleep', 'seq'] }
const settings = (host: string) => ({ mode: 'allow', sandbox: { mode: 'off' }, tools: { exec: { ...EXEC, host } } })
const fixture = (name: string) => fileURLToPath(new URL(`../../gateway/test/fixtures/tls/${name}.pem`, import.meta.url))

/** What serves on each machine. */
const serving = new Map<Scene, ChildProcess>()

/** A machine that is paired over TLS, with the certificate pinned, approved, and serves. */
async function startNode(gateway: Scene, name: string): Promise<Scene> {
  const node = openScene()
  node.configure(settings('gateway'))
  const invited = await gateway.run(['gateway', 'pair', '--role', 'node', '--json'])
  const { fingerprint256 } = new X509Certificate(readFileSync(fixture('cert')))
  const certificate = fingerprint256.replaceAll(':', '').toLowerCase()
  const pairing = ['node', 'pair', '--name', name, '--certificate', certificate]
  const paired = await node.run(pairing, { input: `${invited.json().link}\n` })
  expect([paired.code, paired.stderr]).toEqual([0, ''])
  await serve(node)
  expect((await gateway.run(['nodes', 'approve', name])).code).toBe(0)
  return node
}

async function serve(node: Scene): Promise<void> {
  const child = spawn(process.execPath, [LAUNCHER, 'node', 'run', '--json', '--label', 'role=web'], {
    cwd: node.workspace,
    env: { ...process.env, POUNDLOCK_HOME: node.state },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  serving.set(node, child)
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"attached"')) break
  child.stdout.resume()
}

test('an operator runs commands on nodes that are connected over TLS', async () => {
  const gateway = openScene()
  const key = join(gateway.root, 'key.pem')
  copyFileSync(fixture('key'), key)
  chmodSync(key, 0o600)
  const tls = { cert: fixture('cert'), key }
  gateway.configure({ ...settings('node'), gateway: { name: 'office', port: 0, tls } })
  const { log } = await runGateway(gateway)
  expect(log[0]!.addresses!.some((address) => address.startsWith('https://'))).toBe(true)
  const [one, two] = [await startNode(gateway, 'one'), await startNode(gateway, 'two')]

  mkdirSync(join(two.workspace, 'sub'))
  const single = await gateway.run([
    'exec',
    '--node',
    'two',
    '--record',
    '--cwd',
    'sub',
    '--',
    'echo here > made; echo said',
  ])
  expect([single.code, single.stdout]).toEqual([0, 'said\n'])
  expect(existsSync(join(two.workspace, 'sub', 'made'))).toBe(true)

  const recorded = /poundlock audit play (run_[\w-]+)/.exec(single.stderr)?.[1] ?? ''
  expect((await gateway.run(['audit', 'play', recorded])).stdout).toBe('said\n')

  const dry = await gateway.run(['exec', '--nodes', 'role=web', '--dry-run', '--', 'echo x > made'])
  expect(dry.code, dry.stderr).toBe(0)
  expect(dry.stdout).toContain('2 nodes: allow; nothing was run')
  const denied = await gateway.run(['exec', '--all', '--dry-run', '--json', '--', 'touch made'])
  expect(denied.code).toBe(64)
  expect(denied.lines()).toMatchObject([{ state: 'denied' }, { state: 'denied' }])

  const ran = await gateway.run(['exec', '--nodes', 'role=web', '--', 'echo x > made; seq 2'])
  expect(ran.code, ran.stderr).toBe(0)
  expect(ran.stdout.split('\n').toSorted().join(' ').trim()).toBe('one | 1 one | 2 two | 1 two | 2')
  expect(ran.stderr).toMatch(/one +ran +0 +\d/)
  expect([one, two].map(({ workspace }) => existsSync(join(workspace, 'made')))).toEqual([true, true])
  const json = await gateway.run(['exec', '--all', '--json', '--', 'echo x'])
  expect(json.lines().map(({ state, code, output }) => [state, code, output])).toEqual([
    ['ran', 0, 'x\n'],
    ['ran', 0, 'x\n'],
  ])

  for (const wrong of [
    ['--nodes', 'role=db'],
    ['--nodes', ''],
    ['--nodes', 'one', '--all'],
    ['--all', '--background'],
    ['--all', '--max-errors', '-1'],
    ['--all', '--max-concurrency', '0'],
    ['--yes'],
    ['--node', 'one', '--host', 'gateway'],
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await gateway.run(['exec', ...wrong, '--', 'echo x'])).code, wrong.join(' ')).toBe(2)
  }

  // The records of both machines are copied to the gateway.
  const verified = async () => gateway.run(['audit', 'verify', '--all', '--json'])
  await expect
    .poll(async () => (await verified()).json().origins.map(({ ok }: { ok: boolean }) => ok))
    .toEqual([true, true])
  expect((await verified()).code).toBe(0)
  expect((await gateway.run(['audit', 'verify', '--all'])).stdout).toMatch(/whole: node one \(.*\): \d+ records/)
  expect((await gateway.run(['audit', 'verify', '--gateway', 'local'])).stdout).toMatch(/^whole: \d+ records, head /)
  const onOne = ['audit', 'tail', '--node', 'one', '--type', 'run-start', '--json']
  expect((await gateway.run(onOne)).lines().map(({ data }) => data.args.at(-1))).toEqual([
    'echo x > made; seq 2',
    'echo x',
  ])
  const both = await gateway.run(['audit', 'tail', '--gateway', 'local', '--decision', 'allow', '--text', 'seq 2'])
  expect([both.code, both.stdout]).toEqual([0, expect.stringMatching(/ allow echo x > made; seq 2 /)])
  expect((await gateway.run(['audit', 'tail', '--node', 'three'])).code).toBe(2)
  expect((await gateway.run(['audit', 'tail', '--node', 'one', '--follow'])).code).toBe(2)

  // An interrupt ends what runs.
  const command = 'echo begun > begun; sleep 600; echo late > late'
  const child = spawn(process.execPath, [LAUNCHER, 'exec', '--all', '--', command], {
    cwd: gateway.workspace,
    env: { ...process.env, POUNDLOCK_HOME: gateway.state },
    stdio: 'ignore',
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const begun = () => [one, two].every(({ workspace }) => existsSync(join(workspace, 'begun')))
  await expect.poll(begun).toBe(true)
  child.kill('SIGINT')
  expect(await exited).toBe(130)
  const busy = async () =>
    (await gateway.run(['nodes', 'list', '--json'])).json().nodes.map(({ runs }: { runs: number }) => runs)
  expect(await busy()).toEqual([0, 0])
})

test('of two nodes with one key the older one ends, and no service manager starts it again', async () => {
  const gateway = openScene()
  const key = join(gateway.root, 'key.pem')
  copyFileSync(fixture('key'), key)
  chmodSync(key, 0o600)
  gateway.configure({ ...settings('node'), gateway: { name: 'office', port: 0, tls: { cert: fixture('cert'), key } } })
  await runGateway(gateway)
  const node = await startNode(gateway, 'one')
  const again = await node.run(['node', 'run'])
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringMatching(/calls\.sqlite is held by another node: process \d+/),
  ])
  const ended = once(serving.get(node)!, 'exit')
  const copy = openScene()
  copy.configure(settings('gateway'))
  mkdirSync(join(copy.state, 'gateways'), { mode: 0o700 })
  cpSync(join(node.state, 'gateways'), join(copy.state, 'gateways'), { recursive: true })
  await serve(copy)
  // RestartPreventExitStatus of the service.
  expect(await ended).toEqual([2, null])
})

test('no node could run it: that is said, and not asked about', { timeout: 240_000 }, async () => {
  const gateway = openScene()
  gateway.configure({ ...settings('node'), gateway: { name: 'office', port: 0 } })
  await runGateway(gateway)
  // Not approved by an operator: each is denied.
  for (let count = 0; count < 11; count++) {
    const node = openScene()
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { link } = (await gateway.run(['gateway', 'pair', '--role', 'node', '--json'])).json()
    // oxlint-disable-next-line no-await-in-loop -- the same
    const paired = await node.run(['node', 'pair', '--name', `away-${count}`], { input: `${link}\n` })
    expect([paired.code, paired.stderr]).toEqual([0, ''])
  }
  const refused = await gateway.run(['exec', '--all', '--', 'echo x'])
  expect([refused.code, refused.stdout]).toEqual([64, ''])
  expect(refused.stderr).toContain('11 nodes: all of them deny it, or cannot run it; nothing was run')
  const json = await gateway.run(['exec', '--all', '--json', '--', 'echo x'])
  expect([json.code, json.lines().length]).toEqual([64, 11])
  expect(json.lines().every(({ state, isError }) => state === 'denied' && isError === true)).toBe(true)
})
