import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
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
const state = join(shared, 'state')
/** Where the engine's proof is kept. */
export const sharedCache = join(shared, 'cache')
afterAll(async () => {
  const manager = await manageContainers({ stateDirectory: state }).catch(() => null)
  await manager?.remove()
  rmSync(shared, { recursive: true, force: true })
})

export interface TestGround {
  readonly folder: string
  readonly workspace: string
  readonly state: string
  readonly backend: SandboxBackend
}

const grounds = new Map<string, TestGround>()

/**
 * An empty workspace that belongs to nobody special, and a backend for it. Tests of a file that ask for the same get the
 * same, so that its container stays warm.
 */
export function testGround(options: Partial<DockerBackendOptions> = {}): TestGround {
  const key = JSON.stringify(options)
  const known = grounds.get(key)
  if (known !== undefined) {
    for (const name of readdirSync(known.workspace)) rmSync(join(known.workspace, name), { recursive: true })
    return known
  }
  const folder = mkdtempSync(join(shared, 'ground-'))
  // The owner of the workspace must get there.
  for (const path of [shared, folder]) chmodSync(path, 0o711)
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  if (isRoot) chownSync(workspace, anybody, anybody)
  const ground = { folder, workspace, state, backend: backendFor(options) }
  grounds.set(key, ground)
  return ground
}

export function backendFor(options: Partial<DockerBackendOptions> = {}): SandboxBackend {
  return createDockerBackend({
    cacheDirectory: sharedCache,
    stateDirectory: state,
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
