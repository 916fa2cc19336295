import { spawn } from 'node:child_process'
import { mkdtempSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readProcessStat } from '@poundlock/state-files/node'
import { openJobs, type Jobs } from '../../src/jobs/index.ts'

const HOST = fileURLToPath(new URL('./host-process.ts', import.meta.url))

/** Jobs in a new folder, with hosts that are processes of their own. */
export function newJobs(limits: object = {}): {
  readonly folder: string
  readonly jobs: Jobs
  readonly open: () => Jobs
} {
  const folder = join(mkdtempSync(join(tmpdir(), 'jobs-')), 'jobs')
  const open = () => openJobs({ folder, launchHost: () => launchHost(folder, limits), launchMs: 60_000 })
  return { folder, jobs: open(), open }
}

export function launchHost(folder: string, limits: object = {}): void {
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--conditions=@poundlock/source', HOST, folder, JSON.stringify(limits)],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  child.unref()
}

/** The process id of who serves the folder. */
export const hostPid = (folder: string): number => Number(/\d+/.exec(readlinkSync(join(folder, 'host')))?.[0])

export const order = (script: string, more: object = {}) => ({
  title: script.slice(0, 60),
  agent: 'main',
  session: 'main',
  work: { script, ...more },
})

/** A zombie has ended; who collects it is not our affair. */
export const isAlive = (pid: number): boolean => readProcessStat(pid)?.isZombie === false
