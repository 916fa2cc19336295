import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Runner } from '../measure/measure-runners.ts'
import { expectHi } from './read-output.ts'

const PACKAGES = ['@anthropic-ai/sandbox-runtime@0.0.83', '@openai/codex@0.169.0']
const folder = join(tmpdir(), 'poundlock-bench-peers')
const binaries = join(folder, 'node_modules/.bin')

export interface Peers {
  readonly runners: readonly Runner[]
  readonly close: () => Promise<void>
}

/** What is used of the library. */
interface SandboxRuntime {
  readonly SandboxManager: {
    initialize(configuration: object): Promise<void>
    wrapWithSandbox(command: string): Promise<string>
    reset(): Promise<void>
  }
}

/** Other sandboxes for commands: 400 MB that nobody should have to install who measures nothing. */
export async function openPeers(workspace: string): Promise<Peers> {
  if (!existsSync(binaries)) {
    mkdirSync(folder, { recursive: true })
    const args = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES]
    const { status } = spawnSync('npm', args, { stdio: 'inherit' })
    if (status !== 0) throw new Error('the peers could not be installed')
  }
  const start =
    (name: string, file: string, args: readonly string[], shell = false): Runner['run'] =>
    () =>
      expectHi(name, spawn(file, args, { cwd: workspace, shell, stdio: ['ignore', 'pipe', 'pipe'] }))
  const entry = join(folder, 'node_modules/@anthropic-ai/sandbox-runtime/dist/index.js')
  const { SandboxManager } = (await import(entry)) as SandboxRuntime
  await SandboxManager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: ['~/.ssh'], allowWrite: [workspace], denyWrite: [] },
  })
  const command = ['--', '/bin/sh', '-c', 'echo hi']
  return {
    runners: [
      {
        name: 'sandbox-runtime, library',
        run: async () => start('sandbox-runtime', await SandboxManager.wrapWithSandbox(`sh -c 'echo hi'`), [], true)(),
      },
      { name: 'sandbox-runtime, command', run: start('srt', join(binaries, 'srt'), command) },
      { name: 'codex sandbox, command', run: start('codex', join(binaries, 'codex'), ['sandbox', ...command]) },
    ],
    close: () => SandboxManager.reset(),
  }
}

/** A container that is warm, where a daemon answers: its image is busybox, and nothing has to be fetched. */
export function openDocker(): Peers | null {
  const docker = (...args: readonly string[]): string | null => {
    const { status, stdout } = spawnSync('docker', args, { encoding: 'utf8' })
    return status === 0 ? stdout.trim() : null
  }
  const busybox = ['/bin/busybox', '/usr/bin/busybox'].find((path) => existsSync(path))
  if (busybox === undefined || docker('version') === null) return null
  const pack = `tar -c --transform 's,.*,bin/sh,' ${busybox} | docker import - poundlock-bench`
  if (spawnSync('/bin/sh', ['-c', pack], { stdio: 'ignore' }).status !== 0) return null
  const container = docker(
    'run',
    '-d',
    '--rm',
    '--network',
    'none',
    'poundlock-bench',
    '/bin/sh',
    '-c',
    'while :; do sleep 1000; done',
  )
  if (container === null) return null
  const args = ['exec', container, '/bin/sh', '-c', 'echo hi']
  return {
    runners: [
      {
        name: 'docker exec, warm container',
        run: () => expectHi('docker', spawn('docker', args, { stdio: ['ignore', 'pipe', 'pipe'] })),
      },
    ],
    close: async () => {
      docker('rm', '-f', container)
      docker('rmi', 'poundlock-bench')
    },
  }
}
