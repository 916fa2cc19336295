import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { openRequestStore } from '@poundlock/approvals/node'
import { verifyAuditLog } from '@poundlock/audit/node'
import { ROLE_SCOPES } from '@poundlock/protocol'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { connectTest, type TestConnection, type TestKey } from '../support/test-client.ts'
import { openTestGateway } from '../support/test-gateway.ts'
import { ASKING, eventsOf, exec, newKey, watch } from '../support/work-scene.ts'

/** A few rounds; `bench/` makes hundreds, with approvals. */
const ROUNDS = process.env['POUNDLOCK_THOROUGH'] === '1' ? 20 : 3

interface Device {
  readonly key: TestKey
  readonly token: string
  readonly role: 'agent' | 'operator'
}

/** A gateway in a process of its own, and what outlives it. */
interface Killable {
  readonly stateFolder: string
  readonly workspace: string
  readonly agent: Device
  readonly operator: Device
  session: string
  start(): Promise<void>
  kill(): Promise<void>
  connect(device: Device): Promise<TestConnection>
}

let bundled: Promise<string> | undefined

/** The program as one file: it starts several times faster than the sources. */
function bundle(): Promise<string> {
  return (bundled ??= (async () => {
    const outfile = join(fileURLToPath(new URL('../../node_modules/.cache', import.meta.url)), 'gateway-process.mjs')
    await build({
      entryPoints: [fileURLToPath(new URL('../fixtures/gateway-process.ts', import.meta.url))],
      outfile,
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
    return outfile
  })())
}

/** Pairs an agent and an operator with a gateway in this process, and leaves the folder to others. */
async function openKillable(): Promise<Killable> {
  const workspace = join(temporaryFolder(), 'workspace')
  mkdirSync(workspace)
  const stateFolder = join(temporaryFolder(), 'state')
  mkdirSync(stateFolder, { mode: 0o700 })
  writeFileSync(join(stateFolder, 'poundlock.json'), JSON.stringify(ASKING), { mode: 0o600 })
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
    async start() {
      child = spawn(process.execPath, [file, stateFolder, workspace], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...process.env,
          POUNDLOCK_HOME: stateFolder,
          // Compiling takes most of a start.
          NODE_COMPILE_CACHE: join(dirname(file), 'code'),
        },
      })
      const lines = createInterface({ input: child.stdout! })
      const ended = once(child, 'exit').then(() => Promise.reject(new Error('the gateway did not start')))
      ended.catch(() => undefined)
      ;[port] = (await Promise.race([once(lines, 'line'), ended])) as [string]
    },
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

async function begin(scene: Killable): Promise<TestConnection> {
  await scene.start()
  const agent = await scene.connect(scene.agent)
  const { result } = await agent.call('sessions.create', {}, { idempotencyKey: newKey() })
  scene.session = result.session.id
  return agent
}

const lost = (error: Error) => ({ ok: false, error: { code: 'LOST', message: error.message } })
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [])

describe('GW-30-a: a gateway that is killed', () => {
  test('while a call waits: the request is still answered, and the call runs exactly once when it is made again', async () => {
    const scene = await openKillable()
    const agent = await begin(scene)
    const anna = await scene.connect(scene.operator)
    const waiting = eventsOf(anna)
    await watch(anna)
    const key = newKey()
    const call = (connection: TestConnection) => exec(connection, scene.session, 'tee -a ran < /etc/hostname', { key })
    const first = call(agent).catch(lost)
    const { id } = (await waiting.next('approvals.waiting')).data.approval
    await scene.kill()
    expect(await first).toMatchObject({ error: { code: 'LOST' } })
    const store = openRequestStore(join(scene.stateFolder, 'approvals', 'requests'))
    expect(store.pending().map(({ request }) => request.id)).toEqual([id])

    await scene.start()
    const back = await scene.connect(scene.operator)
    const watched = await watch(back)
    expect(watched.pending).toMatchObject([{ id, state: 'pending' }])
    const again = await scene.connect(scene.agent)
    expect((await again.call('tools.status', { call: { key } })).result).toMatchObject({
      state: 'waiting',
      approval: id,
    })
    expect((await back.call('approvals.answer', { id, decision: 'allow-once' })).result).toMatchObject({ counts: true })
    const { result } = await call(again)
    expect(result).toMatchObject({ status: 'ran', approval: { requestId: id } })
    expect((await call(again)).result).toEqual(result)
    expect(store.all()).toHaveLength(1)
    expect(linesOf(join(scene.workspace, 'ran'))).toHaveLength(1)
  })

  test('while a call runs: its outcome is unknown, with what is known of it, and it never runs again', async () => {
    const scene = await openKillable()
    const agent = await begin(scene)
    const events = eventsOf(agent)
    const key = newKey()
    const call = (connection: TestConnection) =>
      exec(connection, scene.session, 'echo x >> ran; echo begun; sleep 60', { key, stream: true })
    const first = call(agent).catch(lost)
    await events.next('tools.output')
    await scene.kill()
    await first
    await scene.start()
    const again = await scene.connect(scene.agent)
    const { result } = await call(again)
    expect(result).toMatchObject({ status: 'unknown', message: expect.stringContaining('begun') })
    expect(result!.runId).toBeDefined()
    expect((await call(again)).result).toEqual(result)
    expect(linesOf(join(scene.workspace, 'ran'))).toEqual(['x'])
    const { result: page } = await again.call('sessions.events', { session: scene.session })
    expect(page.events.at(-1)).toMatchObject({ kind: 'call-ended', status: 'unknown' })
  })

  test(`at any moment under load, ${ROUNDS} times: nothing runs twice, and every caller learns the truth`, async () => {
    const scene = await openKillable()
    await begin(scene)
    const calls = new Map<string, { command: string; ended: any }>()
    for (let round = 0; round < ROUNDS; round++) {
      const agent = await scene.connect(scene.agent)
      const running = Array.from({ length: 5 }, (_, index) => {
        const [key, name] = [newKey(), `${round}-${index}`]
        const command = `echo ${name} >> ran; echo ${name}`
        calls.set(key, { command, ended: null })
        return exec(agent, scene.session, command, { key }).catch(lost)
      })
      const ready = Promise.withResolvers<void>()
      setTimeout(() => ready.resolve(), Math.random() * 120)
      await ready.promise
      await scene.kill()
      await Promise.all(running)
      await scene.start()
    }
    const agent = await scene.connect(scene.agent)
    for (const [key, call] of calls) call.ended = (await exec(agent, scene.session, call.command, { key })).result
    const lines = linesOf(join(scene.workspace, 'ran'))
    expect(new Set(lines).size).toBe(lines.length)
    for (const { command, ended } of calls.values()) {
      expect(['ran', 'unknown']).toContain(ended.status)
      if (ended.status === 'ran') expect(lines, command).toContain(command.slice(command.lastIndexOf(' ') + 1))
    }
    const verified = await verifyAuditLog(join(scene.stateFolder, 'audit'))
    expect(verified.problems).toEqual([])
  }, 600_000)
})
