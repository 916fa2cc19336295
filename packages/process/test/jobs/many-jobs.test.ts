import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { tries } from '@poundlock/tooling/tries'
import { expect, test, vi } from 'vitest'
import { readProcessTable } from '../../src/tree/process-table.ts'
import { hostPid, isAlive, newJobs, order } from './fixtures.ts'

const DAY = 86_400_000
const AT_A_TIME = 20

test(
  'however many jobs are started and end, no process, descriptor or memory stays behind',
  { timeout: 900_000 },
  async () => {
    const { jobs, folder } = newJobs({ keepAtLeastMs: 0 })
    // All ten thousand take minutes: they run where they are asked for.
    const total = tries(Number(process.env['POUNDLOCK_JOBS'] ?? 1000))
    const warm = Math.min(total / 5, 1000)
    let started = 0
    let ended = 0
    const worker = async (until: number) => {
      while (started < until) {
        const { id } = await jobs.start(order(`echo ${started++}`))
        const job = await jobs.wait(id, DAY)
        if (job?.result?.exitCode === 0) ended++
      }
    }
    const runTo = (until: number) => Promise.all(Array.from({ length: AT_A_TIME }, () => worker(until)))
    await runTo(warm)
    const pid = hostPid(folder)
    const before = await standing(pid, folder)
    await runTo(total)
    expect(ended).toBe(started)
    expect(hostPid(folder)).toBe(pid)
    const after = await standing(pid, folder)
    expect(after.children).toBe(0)
    // A look at a file that goes on just now has one, too.
    await expect
      .poll(async () => (await standing(pid, folder)).descriptors, { timeout: 60_000, interval: 200 })
      .toBeLessThanOrEqual(before.descriptors)
    // A leak of as little as a kilobyte a job would be 9 MB of this; the rest is what a collector leaves lying.
    expect(after.memory - before.memory).toBeLessThan(60 * 1024 * 1024)
    // The end of a job is on disk before others are removed for it.
    await expect.poll(async () => (await jobs.list()).length, { timeout: 60_000, interval: 200 }).toBe(50)
    jobs.close()
  },
)

test('when who started fifty jobs is killed, each is listed afterwards, goes on and can be read and ended', async () => {
  const { jobs, folder } = newJobs()
  const starter = spawn(
    process.execPath,
    ['--conditions=@poundlock/source', fileURLToPath(new URL('./starter-process.ts', import.meta.url)), folder, '50'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [line] = (await once(starter.stdout.setEncoding('utf8'), 'data')) as [string]
  const ids = (JSON.parse(line) as string[]).toSorted()
  starter.kill('SIGKILL')
  await once(starter, 'exit')

  const listed = await jobs.list()
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids)
  expect(listed.map(({ phase }) => phase)).toEqual(ids.map(() => 'running'))
  const pids: number[] = []
  for (const { id } of listed) {
    const log = await vi.waitFor(() => {
      const text = Buffer.from(jobs.readLog(id, 0, 100)).toString()
      expect(text).toMatch(/^\d+ \d+\n$/)
      return text
    })
    pids.push(Number(log.split(' ')[1]))
  }
  expect(pids.filter(isAlive)).toHaveLength(50)
  await Promise.all(listed.map(({ id }) => jobs.end(id)))
  for (const { id } of listed) expect(await jobs.wait(id, DAY)).toMatchObject({ phase: 'ended' })
  expect(pids.filter(isAlive)).toEqual([])
  jobs.close()
})

async function standing(pid: number, folder: string) {
  const file = join(folder, '..', 'memory.json')
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  const memory = await vi.waitFor(() => JSON.parse(readFileSync(file, 'utf8')) as NodeJS.MemoryUsage, 30_000)
  return {
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    memory: memory.heapUsed + memory.external + memory.arrayBuffers,
    children: readProcessTable().filter((row) => row.parent === pid && !row.isZombie).length,
  }
}
