import type { Job, Jobs } from '@poundlock/process/jobs'
import { expect, test } from 'vitest'
import { takeJobEvents } from '../../src/events/job-events.ts'
import type { HookList } from '../../src/hooks/hook-list.ts'

const ENDED: Job = {
  id: 'job_1',
  title: 'make',
  agent: 'main',
  session: 'main',
  createdAt: 0,
  work: null,
  phase: 'ended',
  log: '/log',
  logSize: 4,
}

const take = (jobs: Partial<Jobs>) => {
  const read: Pick<Jobs, 'list' | 'readLog'> = {
    list: () => Promise.resolve([ENDED, { ...ENDED, id: 'job_2' }]),
    readLog: () => Buffer.from('done'),
  }
  return takeJobEvents({ ...read, ...jobs } as Jobs, 'main', {
    hooks: { concernsResults: () => false } as unknown as HookList,
    notices: { onExit: true, runningMs: 0 },
    reportedRunning: new Set(),
  })
}

test('ends are told also where it cannot be noted that they were', async () => {
  const told = await take({ notice: () => Promise.reject(new Error('the disk is full')) })
  expect(told).toEqual([
    'Exec finished (node=gateway, id=job_1, code=unknown)\ndone',
    'Exec finished (node=gateway, id=job_2, code=unknown)\ndone',
  ])
})

test('what cannot be listed now is told the next time, and takes nothing else along', async () => {
  expect(await take({ list: () => Promise.reject(new Error('nobody runs jobs')) })).toEqual([])
})
