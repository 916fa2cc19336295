import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { RENDERER_NAMES } from '../../src/index.ts'
import { PATH, policyFor, shell, testGround } from './test-sandbox.ts'

const holder = fileURLToPath(new URL('../fixtures/hold-command.ts', import.meta.url))

/** Host processes whose command line holds this text. */
function processesWith(text: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'latin1').includes(text)
    } catch {
      return false
    }
  })
}

const mark = (): string => `9${String(process.pid)}${String(Math.trunc(performance.now()))}`

test('nothing survives the command, whatever it left behind', async () => {
  const number = mark()
  await shell(
    testGround(),
    `setsid sleep ${number} & (nohup sleep ${number} >/dev/null 2>&1 &) ; (trap "" TERM HUP; sleep ${number}) & sleep 0.05`,
  )
  expect(processesWith(number)).toEqual([])
})

test('a signal that can be caught reaches the command, which may end in its own way', async () => {
  const { backend, workspace } = testGround()
  const sandbox = await backend.open(policyFor(workspace))
  const args = ['-c', 'trap "echo caught; exit 9" TERM; echo ready; while :; do sleep 0.01; done']
  const started = await sandbox.run({ file: '/bin/sh', args, cwd: workspace, env: { PATH } })
  let output = ''
  for await (const chunk of started.stdout!) {
    output += Buffer.from(chunk).toString()
    if (output === 'ready\n') started.kill('SIGTERM')
  }
  expect(output).toBe('ready\ncaught\n')
  expect(await started.exited).toEqual({ code: 9, signal: null })
  started.kill()
  await sandbox.close()
})

test('closing the sandbox ends what runs in it', async () => {
  const { backend, workspace } = testGround()
  const number = mark()
  const sandbox = await backend.open(policyFor(workspace))
  const started = await sandbox.run({
    file: '/bin/sh',
    args: ['-c', `setsid sleep ${number} & sleep ${number}`],
    cwd: workspace,
    env: { PATH },
  })
  await sandbox.close()
  expect(await started.exited).toEqual({ code: null, signal: 'SIGKILL' })
  expect(processesWith(number)).toEqual([])
})

/** What is mounted where a sandbox mounts things, below folders of the test and over those of every machine. */
const mountsOf = (folder: string): readonly string[] =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((target) => target.startsWith(folder) || /^\/(?:tmp|proc|dev|usr|etc|home|root)?$/.test(target))

test.each([...RENDERER_NAMES.map((name) => [name, 'off'] as const), ['namespaces', 'allowlist'] as const])(
  'killing Node leaves no process, no mount and no folder, with %s and the network %s',
  async (renderer, network) => {
    const { folder, workspace } = testGround({ own: true })
    const number = mark()
    const before = mountsOf(folder)
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', holder, folder, number, renderer, network],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    await once(child.stdout, 'data')
    expect(processesWith(number).length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await vi.waitFor(() => expect(processesWith(number)).toEqual([]), { timeout: 60_000, interval: 5 })
    expect(mountsOf(folder)).toEqual(before)
    expect(readdirSync(workspace)).toEqual([])
    expect(
      readdirSync(join(folder, 'cache')).filter((name) => name.startsWith('probe-') && !name.endsWith('.json')),
    ).toEqual([])
  },
)

test('descriptors that leaked into Node do not reach the command', async () => {
  const { folder } = testGround()
  writeFileSync(join(folder, 'secret'), 'SECRET')
  const [file, directory] = [openSync(join(folder, 'secret'), 'r'), openSync(folder, 'r')]
  const stdio = [
    'ignore' as const,
    'pipe' as const,
    'inherit' as const,
    ...Array.from({ length: 60 }, () => 'ignore' as const),
    file,
    directory,
  ]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', holder, folder, 'descriptors'], {
    stdio,
  })
  let output = ''
  child.stdout!.on('data', (data: Buffer) => (output += data.toString()))
  await once(child, 'close')
  closeSync(file)
  closeSync(directory)
  expect(output.trim().split('\n')).toEqual(['0', '1', '2', '3'])
})

test('nothing is left in the state folder by a command that behaved', async () => {
  const ground = testGround()
  await shell(ground, 'echo x > file')
  // Where it is written down what to look for after a kill, and nothing in it.
  expect(readdirSync(ground.state, { recursive: true })).toEqual(['sweeps'])
})
