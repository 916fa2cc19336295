import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { quote } from '@poundlock/shell'
import { execa } from 'execa'
import { describe, expect, onTestFinished, test } from 'vitest'
import { LAUNCHER, openScene, type Scene } from './poundlock.ts'

interface Running {
  readonly process: ChildProcess
  /** The number that the command sleeps for: nothing else on this machine does. */
  readonly mark: string
}

/** Runs a command that sleeps in several processes, and waits until it says that they are there. */
async function startSleepers(scene: Scene, script: (sleep: string) => string): Promise<Running> {
  const mark = String(100_000 + Math.floor(Math.random() * 1e9))
  const child = spawn(process.execPath, [LAUNCHER, 'exec', '--', script(`sleep ${mark}`)], {
    cwd: scene.workspace,
    env: { ...process.env, POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await expect.poll(() => sleepers(mark)).toBeGreaterThan(0)
  return { process: child, mark }
}

/** How many processes of the machine sleep for that long. */
function sleepers(mark: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8') === `sleep\0${mark}\0`
    } catch {
      return false
    }
  }).length
}

const records = async (scene: Scene) => (await scene.run(['audit', 'tail', '--json', '-n', '100'])).lines()

describe('a signal', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s ends the whole tree, is recorded, and is the answer', async (signal, code) => {
    const scene = openScene()
    const running = await startSleepers(scene, (sleep) => `${sleep} & (setsid ${sleep} &) ; echo go; ${sleep}`)
    running.process.kill(signal)
    expect(await once(running.process, 'exit')).toEqual([code, null])
    expect(sleepers(running.mark)).toBe(0)
    expect((await records(scene)).at(-1)).toMatchObject({ type: 'run-end', data: { outcome: 'aborted' } })
  })

  test('that the command ignores ends it all the same', async () => {
    const scene = openScene()
    const running = await startSleepers(scene, (sleep) => `trap '' INT TERM HUP; echo go; ${sleep}`)
    running.process.kill('SIGTERM')
    expect(await once(running.process, 'exit')).toEqual([143, null])
    expect(sleepers(running.mark)).toBe(0)
  })

  test('that cannot be caught leaves nothing running, and the next start records that the outcome is unknown', async () => {
    const scene = openScene()
    const running = await startSleepers(scene, (sleep) => `(setsid ${sleep} &) ; echo go; ${sleep}`)
    running.process.kill('SIGKILL')
    await once(running.process, 'exit')
    await expect.poll(() => sleepers(running.mark)).toBe(0)
    expect((await records(scene)).map(({ type }: { type: string }) => type)).toEqual(['decision', 'run-start'])

    // Several start at once: one of them says it.
    await Promise.all([1, 2, 3].map(() => scene.run(['exec', '--', 'true'])))
    const all = await records(scene)
    const { runId, callId } = all[1].data
    const ends = all.filter((record: any) => record.type === 'run-end' && record.data.runId === runId)
    expect(ends).toMatchObject([{ data: { callId, outcome: 'unknown', exitCode: null } }])
    expect(await scene.run(['audit', 'verify'])).toMatchObject({ code: 0 })
    expect(readdirSync(join(scene.state, 'running'))).toEqual([])
  })

  test('does not make a run that still goes on an unknown one', async () => {
    const scene = openScene()
    const running = await startSleepers(scene, (sleep) => `echo go; ${sleep}`)
    await scene.run(['exec', '--', 'true'])
    const types = (await records(scene)).map(({ type }: { type: string }) => type)
    expect(types).toEqual(['decision', 'run-start', 'decision', 'run-start', 'run-end'])
    running.process.kill('SIGTERM')
    await once(running.process, 'exit')
  })
})

describe('output', () => {
  const shell = (scene: Scene, line: string) =>
    execa('bash', ['-c', line, 'bash', process.execPath, LAUNCHER], {
      cwd: scene.workspace,
      env: { POUNDLOCK_HOME: scene.state, NO_COLOR: '1' },
      reject: false,
      stdin: 'ignore',
    })

  test('whose reader goes away ends an endless command', async () => {
    const scene = openScene()
    const ran = await shell(scene, '"$@" exec -- yes | head -1; exit "${PIPESTATUS[0]}"')
    expect(ran).toMatchObject({ stdout: 'y', stderr: '', exitCode: 141 })
    expect((await records(scene)).at(-1)).toMatchObject({ type: 'run-end', data: { outcome: 'aborted' } })
  })

  test('whose reader goes away ends an endless batch', async () => {
    const scene = openScene()
    const rows = `while :; do echo '{"command":"ls"}'; done`
    expect((await shell(scene, `${rows} | "$@" parse --jsonl - | head -1`)).stdout).toContain('"ok":true')
  })

  test.each([
    ['exec', '--', 'echo hi'],
    ['exec', '--json', '--', 'echo hi'],
    ['check', '--', 'ls'],
    ['--version'],
    ['--help'],
  ])('that nothing can take is an error and no trace: %s', async (...args) => {
    const scene = openScene()
    const ran = await shell(scene, `"$@" ${quote(args)} > /dev/full`)
    expect(ran.stderr).toMatch(/^poundlock: the output cannot be written: .*ENOSPC/)
    expect(ran.stderr).not.toMatch(/\n +at /)
    expect(ran.exitCode).toBe(70)
  })

  test('of many megabytes to a slow reader comes whole, without a word and without a file', async () => {
    const scene = openScene()
    const command = 'head -c 40000000 /dev/urandom > data; touch begun; cat data'
    const ran = await shell(scene, `"$@" exec -- '${command}' | (until [ -e begun ]; do :; done; sha1sum)`)
    const { stdout } = await execa('sha1sum', { inputFile: join(scene.workspace, 'data') })
    expect(ran).toMatchObject({ stdout, stderr: '' })
    expect(readdirSync(scene.state)).not.toContain('output')
  })

  test('that a JSON result leaves out is kept in a file, and the files do not pile up', async () => {
    const scene = openScene()
    const ran = (await scene.run(['exec', '--json', '--', `head -c 300000 /dev/zero | tr '\\0' x`])).json()
    expect(ran.run).toMatchObject({ truncated: true, spillComplete: true })
    expect(readFileSync(ran.run.spillFile, 'utf8')).toBe('x'.repeat(300_000))
  })
})

test('many at once leave one whole chain and nothing else behind', { timeout: 600_000 }, async () => {
  const scene = openScene()
  await scene.run(['exec', '--', 'true'])
  const before = readdirSync(scene.state).toSorted()
  const runs = await Promise.all(Array.from({ length: 8 }, (_, index) => scene.run(['exec', '--', `echo ${index}`])))
  expect(runs.map(({ code, stdout }) => [code, stdout])).toEqual(runs.map((_, index) => [0, `${index}\n`]))
  expect(await scene.run(['audit', 'verify'])).toMatchObject({ code: 0, stdout: expect.stringContaining('27 records') })
  expect(readdirSync(scene.state).toSorted()).toEqual(before)
  expect(readdirSync(join(scene.state, 'running'))).toEqual([])
  expect(
    readdirSync(join(scene.state, 'cache/sandbox')).filter(
      (name) => name.startsWith('probe-') && !name.endsWith('.json'),
    ),
  ).toEqual([])
  expect(readdirSync(scene.workspace)).toEqual([])
})
