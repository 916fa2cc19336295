import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startProcess } from '../../src/index.ts'
import { openJobFolder } from '../../src/jobs/job-folder.ts'
import { newJobId } from '../../src/jobs/job-id.ts'
import type { JobState } from '../../src/jobs/job.ts'
import { runJob } from '../../src/jobs/run-job.ts'
import { settleLost } from '../../src/jobs/settle-lost.ts'
import { isAlive, order } from './fixtures.ts'

/** A folder where a state is not written while `isFull` says so. */
function fillingFolder(isFull: (state: JobState) => boolean) {
  const folder = openJobFolder(mkdtempSync(join(tmpdir(), 'jobs-')))
  return {
    ...folder,
    setState(id: string, state: JobState) {
      if (isFull(state)) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      folder.setState(id, state)
    },
  }
}

const started: number[] = []

function run(folder: ReturnType<typeof fillingFolder>, script: string) {
  const given = { ...order(script), id: newJobId(), createdAt: 0 }
  const start = async () => {
    const handle = startProcess({ file: '/bin/sh', args: ['-c', script], cwd: '/', env: { PATH: '/usr/bin:/bin' } })
    started.push(handle.pid!)
    return { handle }
  }
  return { id: given.id, ...runJob(given, { folder, host: 'a host', maxLogBytes: 1000, start }) }
}

test('the end of a job is written as soon as there is room for it', async () => {
  let full = 1
  const folder = fillingFolder(({ phase }) => phase === 'ended' && full-- > 0)
  const { id, job } = run(folder, 'echo done')
  await job.done
  expect(folder.read(id)).toMatchObject({ phase: 'ended', result: { exitCode: 0 } })
  expect(folder.output(id)).toMatchObject({ stdout: 'done\n' })
})

test('what cannot be written down does not run on', async () => {
  const folder = fillingFolder(({ phase }) => phase === 'running')
  const { id, job } = run(folder, 'sleep 1000')
  await job.done
  expect(folder.read(id)).toMatchObject({ phase: 'ended', result: { reason: 'spawn-failed' } })
  await expect.poll(() => isAlive(started.at(-1)!)).toBe(false)
})

test('what nobody waits for any more when its turn comes is not started', async () => {
  const folder = openJobFolder(mkdtempSync(join(tmpdir(), 'jobs-')))
  const given = { ...order('true'), id: newJobId(), createdAt: 0 }
  const start = () => Promise.reject(new Error('it was started'))
  await runJob(given, { folder, host: 'a host', maxLogBytes: 1000, start, signal: AbortSignal.abort() }).job.done
  expect(folder.read(given.id)).toMatchObject({
    phase: 'ended',
    result: { message: expect.stringContaining('gave it up before') },
  })
})

test('what cannot be kept at all is not started, and leaves nothing', () => {
  const folder = fillingFolder(() => true)
  const before = started.length
  expect(() => run(folder, 'true')).toThrow('ENOSPC')
  expect([started.length - before, readdirSync(folder.path)]).toEqual([0, []])
})

test('a job whose folder is gone ends all the same', async () => {
  const folder = fillingFolder(() => false)
  const { id, job, started: begun } = run(folder, 'sleep 1000')
  await begun
  folder.remove(id)
  job.end()
  await job.done
  expect(folder.list()).toEqual([])
})

test('a lost job that cannot be marked keeps no host from serving', async () => {
  const folder = fillingFolder(({ phase }) => phase === 'lost')
  folder.create({ ...order('true'), id: newJobId(), createdAt: 0 })
  await settleLost(folder)
  expect(folder.list()).toMatchObject([{ phase: 'starting' }])
})
