import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { SandboxBackend, SandboxPolicy } from '@poundlock/sandbox'
import { openTry, type Tried, TryStore } from '@poundlock/try'
import { type Finished, PATH, policyFor, run, type TestGround } from '../backend/test-sandbox.ts'

export interface TriedLine {
  readonly finished: Finished
  readonly tried: Tried
}

export function storeFor(ground: TestGround): TryStore {
  return new TryStore({ folder: join(ground.state, 'try'), holder: 'test', isGone: () => false })
}

/** As where no overlay can be mounted. */
export function withoutOverlay(backend: SandboxBackend): SandboxBackend {
  return { ...backend, views: { owner: (workspace) => backend.views!.owner(workspace) } }
}

/** Tries one shell line in the workspace of a ground. */
export async function tryLine(
  ground: TestGround,
  line: string,
  changes: Partial<SandboxPolicy> = {},
  store: TryStore = storeFor(ground),
): Promise<TriedLine> {
  const opened = await openTry({
    backend: ground.backend,
    policy: policyFor(ground.workspace, changes),
    store,
    command: line,
    startedAt: Date.now(),
  })
  const started = await opened.sandbox.run({
    file: '/bin/bash',
    args: ['-c', line],
    cwd: ground.workspace,
    env: { PATH },
  })
  const [stdout, stderr, exit] = await Promise.all([
    text(started.stdout as Readable),
    text(started.stderr as Readable),
    started.exited,
  ])
  return { finished: { ...exit, stdout, stderr }, tried: await opened.read() }
}

/** All that can be seen of a tree without reading times: names as escaped bytes, kinds, modes, links and contents. */
export function treeOf(folder: string): string {
  const script = `LC_ALL=C find . -printf '%y %m %s %l %p\\0' | sed -z 's/^d \\([0-7]*\\) [0-9]*/d \\1/' | sort -z | tr '\\0' '\\n'; LC_ALL=C find . -type f -print0 | sort -z | xargs -0r sha256sum`
  return execFileSync('/bin/bash', ['-c', script], { cwd: folder, encoding: 'latin1' })
}

/** Runs one shell line in the workspace itself, contained. */
export async function runLine({ backend, workspace }: TestGround, line: string): Promise<void> {
  const sandbox = await backend.open(policyFor(workspace))
  await run(sandbox, { file: '/bin/bash', args: ['-c', line], cwd: workspace, env: { PATH } })
  await sandbox.close()
}
