// A Poundlock that runs commands without end and says each step that it has come to. It is killed at one of them.
import { mkdirSync } from 'node:fs'
import type { SandboxPolicy } from '@poundlock/sandbox'
import { openBackend } from './victim-backend.ts'

const [folder = '', way = '', mark = ''] = process.argv.slice(2)
const say = (step: string): void => void process.stdout.write(`${step}\n`)
say('loaded')
const WORKSPACE = `${folder}/workspace`
mkdirSync(WORKSPACE, { recursive: true })
const backend = await openBackend(way, folder)
const POLICY: SandboxPolicy = {
  fileMode: 'workspace-only',
  workspace: WORKSPACE,
  readPaths: [],
  writePaths: [],
  protectedPaths: ['.git/hooks', '.mcp.json'],
  hiddenPaths: [],
  network: 'off',
  limits: { processes: 50, memoryBytes: 1 << 28 },
}
// It leaves a process in a session of its own, and plants what is taken out after it.
const LINE = `echo planted > .mcp.json; (setsid sleep ${mark} >/dev/null 2>&1 &); echo ran; sleep 0.01`
for (;;) {
  const sandbox = await backend.open(POLICY)
  say('opened')
  const running = await sandbox.run({
    file: '/bin/sh',
    args: ['-c', LINE],
    cwd: WORKSPACE,
    env: { PATH: '/usr/bin:/bin' },
  })
  say('begun')
  for await (const chunk of running.stdout ?? []) if (chunk.length > 0) say('running')
  say('ended')
  await running.exited
  say('swept')
  await sandbox.close()
}
