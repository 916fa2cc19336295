import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Sandbox, SandboxBackend, SandboxCommand, SandboxPolicy } from '@poundlock/sandbox'
import type { ProcessExit } from '@poundlock/spec'
import { needsProgram } from '@poundlock/tooling/programs'
import { afterAll, onTestFinished } from 'vitest'
import {
  createUnshareBackend,
  type RendererName,
  RENDERER_NAMES,
  type UnshareBackend,
  type UnshareBackendOptions,
} from '../../src/index.ts'

export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A folder of the test's own, removed after it. Not below /tmp inside, so that a private /tmp hides nothing by chance. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-unshare-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TestGround {
  readonly folder: string
  readonly workspace: string
  readonly state: string
  readonly backend: SandboxBackend
}

/** Where the answer of the probe is kept, so that it is proven once a file and not once a test. */
const sharedCache = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-unshare-cache-')))
afterAll(() => rmSync(sharedCache, { recursive: true, force: true }))

/** The tests of a backend hold for each of its renderers: this variable names one for them all. */
const rendererOfAll = RENDERER_NAMES.find((name) => name === process.env['POUNDLOCK_TEST_RENDERER'])

export interface GroundOptions extends Pick<UnshareBackendOptions, 'pool'> {
  /** Whether the cache folder lies in the ground's own. */
  readonly own?: boolean
  readonly renderer?: RendererName | undefined
}

export function testGround({ own = false, renderer = rendererOfAll, pool }: GroundOptions = {}): TestGround & {
  readonly backend: UnshareBackend
} {
  if (renderer === 'bubblewrap') needsProgram('bwrap')
  const folder = temporaryFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  const state = join(folder, 'state')
  return {
    folder,
    workspace,
    state,
    backend: createUnshareBackend({
      cacheDirectory: own ? join(folder, 'cache') : sharedCache,
      stateDirectory: state,
      ...(renderer === undefined ? {} : { renderer }),
      ...(pool && { pool }),
    }),
  }
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

/** Opens a sandbox for one shell line, and closes it. */
export async function shell(
  { backend, workspace }: TestGround,
  line: string,
  changes: Partial<SandboxPolicy> & { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Finished> {
  const { cwd = workspace, env = {}, ...policy } = changes
  const sandbox = await backend.open(policyFor(workspace, policy))
  try {
    return await run(sandbox, { file: '/bin/sh', args: ['-c', line], cwd: realpathSync(cwd), env: { PATH, ...env } })
  } finally {
    await sandbox.close()
  }
}
