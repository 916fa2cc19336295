import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readProcessStat } from '@poundlock/state-files/node'
import { expect, onTestFinished, test } from 'vitest'
import { readProcessTable } from '../../src/tree/process-table.ts'

const FIXTURE = fileURLToPath(new URL('../fixtures/watched.ts', import.meta.url))
const isAlive = (pid: number): boolean => readProcessStat(pid)?.isZombie === false

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A process that is killed with the test, whose first command is over and two of whose commands run. */
async function startWatched() {
  const child = spawn(process.execPath, [FIXTURE], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { left, running } = JSON.parse(String(line)) as { readonly left: number; readonly running: readonly number[] }
  onTestFinished(() => {
    for (const pid of [child.pid!, left, ...running]) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
  })
  return { child, left, running }
}

/** Shells that the process started, in sessions of their own. */
const shellsOf = (parent: number, commands: readonly number[]): readonly number[] =>
  readProcessTable().flatMap((row) => (row.parent === parent && !commands.includes(row.pid) ? [row.pid] : []))

test.runIf(process.platform === 'linux')(
  'one shell watches all commands; what is over is left alone, what runs is ended with the process that is killed',
  async () => {
    const { child, left, running } = await startWatched()
    expect(shellsOf(child.pid!, running)).toHaveLength(1)
    child.kill('SIGKILL')
    await until(() => !running.some(isAlive))
    expect(isAlive(left)).toBe(true)
  },
)

test.runIf(process.platform === 'linux')('a shell that was killed is started again, and knows what runs', async () => {
  const { child, running } = await startWatched()
  const [shell] = shellsOf(child.pid!, running)
  // One that dies at once would be started again and again.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  process.kill(shell!, 'SIGKILL')
  const isShell = (pid: number) => readFileSync(`/proc/${pid}/comm`, 'latin1') === 'sh\n'
  await until(() => shellsOf(child.pid!, running).some((pid) => pid !== shell && isShell(pid)))
  // It gets the list right after its start; nothing outside of the two shows when.
  await new Promise((resolve) => setTimeout(resolve, 1000))
  child.kill('SIGKILL')
  await until(() => !running.some(isAlive))
})
