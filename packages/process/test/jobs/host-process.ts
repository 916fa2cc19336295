import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startProcess, startTerminal } from '../../src/index.ts'
import { serveJobs } from '../../src/jobs/index.ts'

const [folder, limits] = process.argv.slice(2)

interface Work {
  readonly script: string
  readonly timeoutMs?: number
  readonly terminal?: boolean
}

await serveJobs({
  folder: folder!,
  idleMs: 1000,
  ...(JSON.parse(limits!) as object),
  async start({ work }) {
    const { script, timeoutMs, terminal } = work as Work
    const command = {
      file: '/bin/sh',
      args: ['-c', script],
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdin: 'pipe',
    } as const
    const limit = timeoutMs === undefined ? {} : { timeoutMs }
    if (!terminal) return { handle: startProcess(command), ...limit }
    const handle = await startTerminal(command)
    return { handle, ...limit, resize: (columns, rows) => handle.resize(columns, rows) }
  },
})

// What is held, without what a collector has not come to yet.
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  globalThis.gc?.()
  const file = join(folder!, '..', 'memory.json')
  writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()))
  renameSync(`${file}.new`, file)
})
