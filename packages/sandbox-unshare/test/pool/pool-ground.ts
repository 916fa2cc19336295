import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox, SandboxPolicy } from '@poundlock/sandbox'
import { onTestFinished } from 'vitest'
import type { PoolOptions, UnshareBackend } from '../../src/index.ts'
import { type Finished, PATH, policyFor, run, type TestGround, testGround } from '../backend/test-sandbox.ts'

/** Loaders that this process has started: those that wait, and those that run something. */
export function loaders(): readonly number[] {
  const children = readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').map(Number),
  )
  return children.filter((pid) => pid > 0 && commandLine(pid).includes('/loader-'))
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

export interface PoolGround extends TestGround {
  readonly backend: UnshareBackend
  readonly policy: SandboxPolicy
  readonly sandbox: Sandbox
}

/** A ground with an open sandbox whose pool is full, closed after the test. */
export async function poolGround(
  prepare: (workspace: string) => Partial<SandboxPolicy> | void = () => {},
  pool: PoolOptions = { size: 1 },
): Promise<PoolGround> {
  const ground = testGround({ pool })
  const policy = policyFor(ground.workspace, { protectedPaths: PROTECTED_HERE, ...prepare(ground.workspace) })
  const sandbox = await ground.backend.open(policy)
  onTestFinished(async () => {
    await sandbox.close()
    await ground.backend.close()
  })
  await ground.backend.warm(policy)
  return { ...ground, policy, sandbox }
}

const PROTECTED_HERE = ['.git/hooks', '.git/config', 'kept/secret', 'kept/file']

/** The folders and files that the protected paths of the ground name. */
export function makeProtected(workspace: string): void {
  for (const folder of ['.git/hooks', 'kept/secret']) mkdirSync(join(workspace, folder), { recursive: true })
}

/** Runs a shell line, and tells whether the sandbox had been waiting for it. */
export async function shellInPool(
  { sandbox, workspace }: Pick<PoolGround, 'sandbox' | 'workspace'>,
  line: string,
): Promise<Finished & { readonly pooled: boolean }> {
  const waiting = loaders()
  let pid: number | undefined
  const finished = await run(
    {
      ...sandbox,
      run: async (command) => {
        const started = await sandbox.run(command)
        pid = started.pid
        return started
      },
    },
    { file: '/bin/sh', args: ['-c', line], cwd: workspace, env: { PATH } },
  )
  return { ...finished, pooled: pid !== undefined && waiting.includes(pid) }
}
