import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readProcessStat } from '@poundlock/state-files/node'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startProcess, supervise } from '../../src/index.ts'
import { fixture, shell } from '../sample-commands.ts'

const isAlive = (pid: number): boolean => readProcessStat(pid)?.isZombie === false

/** The processes of a tree, which are ended with the test whatever it found. */
function membersIn(file: string): number[] {
  const pids = readFileSync(file, 'utf8').trim().split('\n').map(Number)
  onTestFinished(() => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  return pids
}

async function untilDead(pids: readonly number[]): Promise<void> {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 2))
}

/** Starts a tree and waits until all of it runs. */
async function startTree(way: string) {
  const file = join(temporaryFolder(), 'pids')
  const { writeFileSync } = await import('node:fs')
  writeFileSync(file, '')
  const handle = startProcess(fixture('tree.sh', file, way))
  const controller = new AbortController()
  let ready = (): void => {}
  const running = new Promise<void>((resolve) => (ready = resolve))
  const result = supervise(handle, { abortSignal: controller.signal, killGraceMs: 30, onOutput: () => ready() })
  await running
  const pids = membersIn(file)
  expect(pids.length).toBe(2)
  expect(pids.every(isAlive)).toBe(true)
  return { handle, pids, abort: () => controller.abort(), result }
}

describe('ending a command', () => {
  test.each(['child', 'stubborn', 'double-fork', 'setsid', 'daemon', 'deep'])(
    'ends what it started as %s, although that ignores SIGTERM',
    async (way) => {
      const { pids, abort, result } = await startTree(way)
      abort()
      expect(await result).toMatchObject({ reason: 'aborted', interrupted: true })
      await untilDead(pids)
    },
  )

  test('by kill() alone, with SIGKILL, reaches all of it at once', async () => {
    const { handle, pids, result } = await startTree('daemon')
    handle.kill('SIGKILL')
    handle.kill('SIGKILL')
    expect(await result).toMatchObject({ reason: 'signal', signal: 'SIGKILL', interrupted: false })
    await untilDead(pids)
    handle.kill()
  })
})

/**
 * A line that leaves a program running in a session of its own, prints its number, and exits once there is input: what its
 * output leads to can be read as long as it lives.
 */
const leaving = (program: string): string =>
  `setsid sh -c 'echo $$ > "$0"; exec ${program}' "$1" & while [ ! -s "$1" ]; do sleep 0.01; done; cat "$1"; read go`

describe('what a command leaves in its group', () => {
  test('is ended with it', async () => {
    const result = await supervise(startProcess(shell('sleep 1000 >/dev/null 2>&1 & echo $!')))
    expect(result).toMatchObject({ reason: 'exit', exitCode: 0, outputOpen: false })
    await untilDead([Number(result.stdout)])
  })

  test('is ended also when it ignores SIGTERM', async () => {
    const line = `sh -c 'trap "" TERM; echo $$; while :; do sleep 1000 & wait; done' & read ready`
    const handle = startProcess({ ...shell(line), stdin: 'pipe' })
    let pid = 0
    const result = await supervise(handle, {
      onOutput: ({ text }) => {
        pid = Number(text)
        handle.stdin?.end('go\n')
      },
    })
    expect(result.reason).toBe('exit')
    await untilDead([pid])
  })

  test('is left alone where that was asked for', async () => {
    const result = await supervise(
      startProcess({ ...shell('sleep 1000 >/dev/null 2>&1 & echo $!'), leftovers: 'keep' }),
    )
    const pid = Number(result.stdout)
    onTestFinished(() => void process.kill(pid, 'SIGKILL'))
    expect(isAlive(pid)).toBe(true)
  })

  test('may hold its output from a session of its own: the result comes all the same', async () => {
    const handle = startProcess({ ...shell(leaving('sleep 1000'), join(temporaryFolder(), 'pid')), stdin: 'pipe' })
    const result = await supervise(handle, { drainGraceMs: 20, input: 'go\n' })
    expect(result).toMatchObject({ reason: 'exit', exitCode: 0, outputOpen: true })
    const pid = Number(result.stdout)
    expect(isAlive(pid)).toBe(true)
    handle.kill('SIGKILL')
    await untilDead([pid])
  })

  test('may go on writing without an end: the result comes all the same', async () => {
    const handle = startProcess({ ...shell(leaving('yes'), join(temporaryFolder(), 'pid')), stdin: 'pipe' })
    const result = await supervise(handle, { drainGraceMs: 20, input: 'go\n' })
    expect(result).toMatchObject({ reason: 'exit', exitCode: 0, outputOpen: true })
    // Its reader is gone, and it with that.
    await untilDead([Number(/\d+/.exec(result.stdout)?.[0])])
  })
})
