import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Sandbox, SandboxBackend, SandboxCommand, SandboxPolicy } from '@poundlock/sandbox'
import type { ProcessExit } from '@poundlock/spec'
import { afterAll, onTestFinished } from 'vitest'
import { createDockerBackend, type DockerBackendOptions, manageContainers } from '../src/index.ts'
import { anybody, isRoot } from './container-engine.ts'

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-docker-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Kept for all tests of a file: one proof, and containers that stay warm from test to test. */
const shared = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-docker-state-')))
/** Where the engine's proof is kept. */
export const sharedCache = join(shared, 'cache')
afterAll(async () => {
  const manager = await manageContainers({ stateDirectory: shared }).catch(() => null)
  await manager?.remove()
  rmSync(shared, { recursive: true, force: true })
})

export interface TestGround {
  readonly folder: string
  readonly workspace: string
  readonly state: string
  readonly backend: SandboxBackend
}

/** A workspace that belongs to nobody special, and a backend for it. */
export function testGround(options: Partial<DockerBackendOptions> = {}): TestGround {
  const folder = temporaryFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  if (isRoot) chownSync(workspace, anybody, anybody)
  return { folder, workspace, state: shared, backend: backendFor(options) }
}

export function backendFor(options: Partial<DockerBackendOptions> = {}): SandboxBackend {
  return createDockerBackend({
    cacheDirectory: sharedCache,
    stateDirectory: shared,
    scope: 'session',
    agent: 'main',
    session: 'main',
    ...options,
  })
}

export function policyFor(workspace: string, changes: Partial<SandboxPolicy> = {}): SandboxPolicy {
  return {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: [],
    hiddenPaths: [],
    network: 'off',
    limits: {},
    ...changes,
  }
}

export interface Finished extends ProcessExit {
  readonly stdout: string
  readonly stderr: string
}

export async function run(sandbox: Sandbox, command: SandboxCommand): Promise<Finished> {
  const started = await sandbox.run(command)
  const [stdout, stderr, exit] = await Promise.all([
    text(started.stdout as Readable),
    text(started.stderr as Readable),
    started.exited,
  ])
  return { ...exit, stdout, stderr }
}

export const shellCommand = (line: string, cwd: string): SandboxCommand => ({
  file: '/bin/sh',
  args: ['-c', line],
  cwd,
  env: { PATH },
})

/** Opens a sandbox for one shell line, and closes it. */
export async function shell(
  { backend, workspace }: Pick<TestGround, 'backend' | 'workspace'>,
  line: string,
  changes: Partial<SandboxPolicy> = {},
): Promise<Finished> {
  const sandbox = await backend.open(policyFor(workspace, changes))
  try {
    return await run(sandbox, shellCommand(line, workspace))
  } finally {
    await sandbox.close()
  }
}
