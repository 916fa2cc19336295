import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'
import { startServe } from './serve-client.ts'

const UNCONTAINED = { mode: 'danger-full-access', tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } } }
const WAIT = { timeout: 60_000 }

/** Programs that sleep for this long, as nobody else's do. */
function sleeping(seconds: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1') === `sleep\0${seconds}\0` ? [Number(pid)] : []
      } catch {
        return []
      }
    })
}

/** So often one after the other it has to be seen waiting: a moment of that is no end of its work. */
const LOOKS = 4

/**
 * Waits until it sleeps: the helper that ends its command with it is set up right after the start, and a test can be
 * quicker.
 */
async function untilWaiting(pid: number): Promise<void> {
  for (let seen = 0; seen < LOOKS;) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    // Behind the name, which may hold anything.
    const isWaiting = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.startsWith('S')
    seen = isWaiting ? seen + 1 : 0
  }
}

let last = 0
/** A number of seconds of this test alone, of which nothing is left after it. */
function newMark(): string {
  const mark = `6${process.pid}${++last}`
  onTestFinished(() => {
    for (const pid of sleeping(mark)) process.kill(pid, 'SIGKILL')
  })
  return mark
}

async function startExec(scene: Scene, command: string): Promise<number> {
  const child = spawn(process.execPath, [LAUNCHER, 'exec', '--', command], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
    stdio: 'ignore',
    detached: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child.pid!
}

async function startCall(scene: Scene, command: string, more: object = {}): Promise<number> {
  const client = startServe(scene)
  await client.introduce()
  client.begin('tools/call', { name: 'exec', arguments: { command, ...more } })
  return client.pid
}

const LINES: Readonly<Record<string, (mark: string) => string>> = {
  alone: (mark) => `sleep ${mark}`,
  'with another beside it': (mark) => `sleep ${mark} & sleep ${mark}`,
  'with one in a group of its own': (mark) => `set -m; sleep ${mark} & set +m; sleep ${mark}`,
  'that heeds no signal': (mark) => `trap '' TERM HUP INT; sleep ${mark}; sleep ${mark}`,
  'in a subshell of a subshell': (mark) => `(bash -c 'sleep ${mark}; true'); true`,
}

/** Processes that leave the session of the command, in every way that a daemon does. */
const ELSEWHERE: typeof LINES = {
  'with one in a session of its own': (mark) => `setsid sleep ${mark} & sleep ${mark}`,
  'with one whose parent has ended': (mark) => `(setsid sleep ${mark} &); sleep ${mark}`,
  'with one that closed its output too': (mark) => `(setsid sleep ${mark} </dev/null >/dev/null 2>&1 &); sleep ${mark}`,
  'with one that has no environment': (mark) => `(env -i setsid sleep ${mark} &); sleep ${mark}`,
  'with one below another session': (mark) => `(setsid bash -c 'setsid sleep ${mark}; true' &); sleep ${mark}`,
}

const CASES = Object.entries({ contained: {}, uncontained: UNCONTAINED }).flatMap(([where, config]) =>
  Object.entries({ exec: startExec, 'mcp serve': startCall }).flatMap(([by, start]) =>
    Object.entries({ ...LINES, ...ELSEWHERE }).map(([what, line]) => ({ where, config, by, start, what, line })),
  ),
)

test.each(CASES)(
  'SIGKILL of $by leaves no $where command behind: one $what',
  async ({ config, where, start, line }) => {
    const scene = openScene()
    scene.configure(config)
    const mark = newMark()
    const pid = await start(scene, line(mark))
    await vi.waitFor(() => expect(sleeping(mark)).not.toEqual([]), WAIT)
    if (where === 'uncontained') await untilWaiting(pid)
    process.kill(pid, 'SIGKILL')
    await vi.waitFor(() => expect(sleeping(mark)).toEqual([]), WAIT)
  },
)

test('what runs in the background goes on when mcp serve is killed', async () => {
  const scene = openScene()
  scene.configure(UNCONTAINED)
  const mark = newMark()
  const client = startServe(scene)
  await client.introduce()
  const result = await client.call('exec', { command: `sleep ${mark}`, yieldMs: 500 })
  expect(result.content[0].text).toMatch(/goes on in the background/)
  const asked = await client.call('exec', { command: `sleep ${mark}`, background: true })
  expect(asked.content[0].text).toMatch(/goes on in the background/)
  expect(sleeping(mark)).toHaveLength(2)
  process.kill(client.pid, 'SIGKILL')
  await client.exited
  // One that was waited for ends: by then, the host has seen that its caller is gone.
  const other = newMark()
  const pid = await startCall(scene, `sleep ${other}`)
  await vi.waitFor(() => expect(sleeping(other)).not.toEqual([]), WAIT)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(sleeping(other)).toEqual([]), WAIT)
  expect(sleeping(mark)).toHaveLength(2)
})

test('SIGKILL of mcp serve leaves nothing of a terminal behind that heeds no hangup', async () => {
  const scene = openScene()
  scene.configure(UNCONTAINED)
  const mark = newMark()
  const line = `trap '' HUP TERM; (setsid sleep ${mark} </dev/null >/dev/null 2>&1 &); sleep ${mark}; sleep ${mark}`
  const pid = await startCall(scene, line, { pty: true })
  await vi.waitFor(() => expect(sleeping(mark)).toHaveLength(2), WAIT)
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(sleeping(mark)).toEqual([]), WAIT)
})
