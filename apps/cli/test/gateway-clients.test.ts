import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'
import { runGateway } from './running-gateway.ts'

/** What no rule covers is asked about; commands run on the machine itself. */
const ASKING = {
  mode: 'allow',
  sandbox: { mode: 'off' },
  tools: {
    exec: { host: 'gateway', security: 'allowlist', proven: 'off', ask: 'on-miss', allow: ['echo', 'false', 'sleep'] },
  },
}

function gatewayScene(gateway: object = { name: 'office', bind: 'none' }): Scene {
  const scene = openScene()
  scene.configure({ ...ASKING, gateway })
  return scene
}

/** Nothing proves what it does, so that somebody is asked. */
const MAKE = `node -e "require('fs').mkdirSync('made')" && echo done`

/** A terminal of another user: a state folder of its own, paired with a setup code. */
async function pairedTerminal(gateway: Scene, role: 'agent' | 'operator'): Promise<Scene> {
  const terminal = openScene()
  const invited = await gateway.run(['gateway', 'pair', '--role', role, '--name', `${role} terminal`, '--json'])
  const { code, link } = invited.json() as { code: string; link: string | null }
  const paired = await terminal.run(
    ['gateway', 'connect', ...(link === null ? [socketOf(gateway)] : []), '--role', role],
    { input: `${link ?? code}\n` },
  )
  expect([paired.code, paired.stderr]).toEqual([0, ''])
  return terminal
}

const socketOf = (gateway: Scene) => join(gateway.state, 'gateway', 'gateway.sock')

/** A command that goes on, and the lines that it prints. */
function start(scene: Scene, args: readonly string[]) {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += String(chunk)))
  const ended = once(child, 'exit')
  return {
    child,
    line: async () => (await lines.next()).value as string,
    json: async (): Promise<any> => JSON.parse((await lines.next()).value as string),
    ended: async () => ({ code: (await ended)[0] as number, stderr }),
    /** The first text of standard error. */
    said: () => (stderr === '' ? once(child.stderr, 'data').then(() => stderr) : Promise.resolve(stderr)),
  }
}

test('a stranger starts a gateway, pairs terminals, and one allows what the agent of another one does', async () => {
  const gateway = gatewayScene({ name: 'office', port: 0 })
  await runGateway(gateway)
  const agent = await pairedTerminal(gateway, 'agent')
  const person = await pairedTerminal(gateway, 'operator')
  const watching = start(person, ['approvals', 'watch', '--gateway', 'office', '--json'])
  expect(await watching.json()).toEqual({ version: 1, event: 'watching', serves: false, gateway: 'office' })
  const call = start(agent, ['exec', '--gateway', 'office', '--', MAKE])
  const { event, request } = await watching.json()
  expect([event, request.binding.text]).toEqual(['waiting', MAKE])
  expect(request.warnings).toContain('asked by agent terminal (agent)')
  expect(await call.said()).toContain(`waits for approval ${request.id.slice(0, 8)}`)
  const made = join(gateway.workspace, 'made')
  expect(existsSync(made)).toBe(false)
  const listed = await person.run(['approvals', 'list', '--gateway', 'office', '--json'])
  expect(listed.json().requests).toMatchObject([{ id: request.id }])
  const resolved = await person.run([
    'approvals',
    'resolve',
    request.id.slice(0, 8),
    'allow-once',
    '--gateway',
    'office',
  ])
  expect(resolved.stdout).toContain('answered: allow-once')
  expect(await watching.json()).toMatchObject({ event: 'settled', id: request.id, state: 'answered' })
  expect(await call.line()).toBe('done')
  expect((await call.ended()).code).toBe(0)
  expect(existsSync(made)).toBe(true)
  watching.child.kill('SIGTERM')
  expect((await watching.ended()).code).toBe(0)
  const [session] = (await person.run(['sessions', 'list', '--gateway', 'office', '--json'])).json().sessions
  const following = start(person, ['sessions', 'follow', session.id, '--gateway', 'office', '--json'])
  expect([await following.json(), await following.json()]).toMatchObject([
    { kind: 'created', by: { name: 'agent terminal' } },
    { kind: 'call-requested', tool: 'exec' },
  ])
  const verified = await gateway.run(['audit', 'verify', '--json'])
  expect(verified.code, verified.stdout).toBe(0)
})

test('who asks to be paired waits until an operator at another terminal lets them in', async () => {
  const gateway = gatewayScene()
  await runGateway(gateway)
  const manager = openScene()
  const invited = await gateway.run(['gateway', 'pair', '--scope', 'all', '--json'])
  await manager.run(['gateway', 'connect', socketOf(gateway)], { input: invited.json().code })
  await manager.run(['gateway', 'use', 'office'])
  const asking = openScene()
  const connect = start(asking, ['gateway', 'connect', '--ask', socketOf(gateway), '--name', 'new laptop', '--json'])
  const { event, request } = await connect.json()
  expect(event).toBe('waiting')
  const { pending } = (await manager.run(['devices', 'list', '--json'])).json()
  expect(pending).toMatchObject([{ request, name: 'new laptop' }])
  const approved = await manager.run(['devices', 'approve', 'new laptop', '--scope', 'status.read', '--json'])
  expect(approved.json()).toMatchObject({ device: { name: 'new laptop', scopes: ['status.read'] } })
  expect(await connect.json()).toMatchObject({ paired: { gateway: { name: 'office' }, scopes: ['status.read'] } })
  const env = { POUNDLOCK_GATEWAY: 'office' }
  expect((await asking.run(['gateway', 'status', '--json'], { env })).json()).toMatchObject({ state: 'ready' })
  const refused = await asking.run(['devices', 'revoke', 'new laptop'], { env })
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('devices.manage')])
  expect((await manager.run(['devices', 'revoke', 'new laptop'])).code).toBe(0)
  const out = await asking.run(['gateway', 'status', '--json'], { env })
  expect([out.code, out.json().error.code]).toEqual([1, 'GATEWAY_REFUSED'])
})

test('key and token are for their owner alone, and another gateway at the same address is refused', async () => {
  const gateway = gatewayScene()
  const first = await runGateway(gateway)
  const agent = await pairedTerminal(gateway, 'agent')
  const folder = join(agent.state, 'gateways')
  const [file = ''] = readdirSync(folder)
  expect([statSync(folder).mode & 0o777, statSync(join(folder, file)).mode & 0o777]).toEqual([0o700, 0o600])
  const { token, key } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const shown = await agent.run(['gateway', 'list', '--json'])
  expect(shown.json().gateways).toMatchObject([{ gateway: { name: 'office' }, role: 'agent', chosen: false }])
  expect(shown.stdout).not.toContain(token)
  expect(shown.stdout).not.toContain(key.privateKey)
  const ended = once(first.child, 'exit')
  await gateway.run(['gateway', 'stop'])
  await ended
  const absent = await agent.run(['exec', '--gateway', 'office', '--json', '--', 'echo hello'])
  expect([absent.code, absent.json().error.code]).toEqual([1, 'GATEWAY_ABSENT'])
  rmSync(join(gateway.state, 'gateway'), { recursive: true })
  await runGateway(gateway)
  const other = await agent.run(['exec', '--gateway', 'office', '--json', '--', 'echo hello'])
  expect([other.code, other.json().error.code]).toEqual([1, 'GATEWAY_UNVERIFIED'])
})

test('exit codes, options and refusals of a gateway are those of this machine', async () => {
  const gateway = gatewayScene()
  await runGateway(gateway)
  const agent = await pairedTerminal(gateway, 'agent')
  await agent.run(['gateway', 'use', 'office'])
  const exec = (...args: string[]) => agent.run(['exec', ...args])
  expect(await exec('--', 'echo hello')).toMatchObject({ code: 0, stdout: 'hello\n', stderr: '' })
  expect((await exec('--', 'false')).code).toBe(1)
  expect((await exec('--timeout', '1', '--', 'sleep 30')).code).toBe(67)
  const denied = await exec('--security', 'deny', '--', 'echo hello')
  expect([denied.code, denied.stdout]).toEqual([64, ''])
  expect((await exec('--json', '--', 'echo hello')).json()).toMatchObject({ status: 'ran', exit: { code: 0 } })
  for (const flag of ['--try', '--no-prompts']) {
    const local = await exec(flag, '--', 'echo hello')
    expect([local.code, local.stderr], flag).toEqual([2, expect.stringContaining('--gateway local')])
  }
  const several = await exec('--all', '--no-prompts', '--', 'echo hello')
  expect([several.code, several.stderr]).toEqual([2, expect.stringContaining('--no-prompts is not for')])
  expect((await agent.run(['sessions', 'list', '--json'])).json().sessions).toHaveLength(1)
  const role = await agent.run(['approvals', 'list'])
  expect([role.code, role.stderr]).toEqual([2, expect.stringContaining('--role operator')])
  const unknown = await exec('--gateway', 'elsewhere', '--', 'echo hello')
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('poundlock gateway connect')])
  await agent.run(['gateway', 'forget', 'office'])
  expect(readdirSync(join(agent.state, 'gateways'))).toEqual([])
  expect((await exec('--', 'echo here')).stdout).toBe('here\n')
})

test('what is not known to a gateway is refused with the one list that would show it', async () => {
  const gateway = gatewayScene()
  await runGateway(gateway)
  const person = await pairedTerminal(gateway, 'operator')
  for (const [line, list, scene = gateway] of [
    ['nodes describe nothere', 'nodes list'],
    ['exec --nodes role=web -- uptime', 'nodes list'],
    ['devices revoke nothere', 'devices list'],
    ['sessions follow nothere', 'sessions list'],
    ['approvals resolve 0123abcd deny --gateway office', 'approvals pending', person],
  ] as const) {
    const { code, stderr } = await scene.run(line.split(' '))
    expect([code, stderr.match(/See poundlock .*/)?.[0]], `${line}: ${stderr}`).toEqual([2, `See poundlock ${list}.`])
  }
})

test('a secret is taken from the input alone, and an address without TLS only of this machine', async () => {
  const terminal = openScene()
  const code = `0123abcd-${'0'.repeat(32)}`
  const link = `http://127.0.0.1:1/#gateway=${'0'.repeat(64)}&code=${code}`
  const connect = (args: readonly string[], input = '') => terminal.run(['gateway', 'connect', ...args], { input })
  const inArgument = await connect([link])
  expect([inArgument.code, inArgument.stderr]).toEqual([2, expect.stringContaining('standard input')])
  expect(inArgument.stderr).not.toContain(code)
  expect((await connect([], '')).stderr).toContain('no setup code')
  expect((await connect([], code)).stderr).toContain('Give its address')
  for (const address of ['http://gateway.example', 'ws://10.0.0.5:4748', 'http://127.0.0.1.example:4748']) {
    expect((await connect([address], code)).stderr, address).toContain('without TLS')
  }
  expect((await connect(['https://user:secret@gateway.example'], code)).code).toBe(2)
  expect(existsSync(join(terminal.state, 'gateways'))).toBe(false)
})
