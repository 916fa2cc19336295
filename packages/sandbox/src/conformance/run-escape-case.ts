import { spawnSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { PROTECTED_PATHS, type ProcessHandle } from '@poundlock/spec'
import type { SandboxBackend } from '../contract.ts'
import type { SandboxPolicy } from '../policy.ts'
import type { EscapeCase } from './escape-case.ts'
import type { EscapeScene } from './escape-scene.ts'

/** The result of an attempt. */
export interface EscapeOutcome {
  /** The attempt that was made. */
  readonly case: EscapeCase
  /** True when the sandbox held. */
  readonly passed: boolean
  /** The end of what the attempt printed. */
  readonly output: string
}

/** Enough for every attempt; those that hang are ended, which is a way of holding. */
const LONGEST_SECONDS = 20
const SHOWN_OUTPUT = 2000

/** The policy under which attempts are made: the workspace, no network, and limits that an ordinary build stays below. */
export function escapePolicy(workspace: string): SandboxPolicy {
  return {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: PROTECTED_PATHS.map(({ path }) => path),
    hiddenPaths: [],
    network: 'off',
    limits: { processes: 200, memoryBytes: 512 * 1024 ** 2, openFiles: 1024, fileBytes: 200 * 1024 ** 2 },
  }
}

/**
 * Makes one attempt in a sandbox of its own, and looks for its traces inside and outside.
 *
 * The attempts are real attacks: without containment they succeed, so run them on disposable machines.
 *
 * @param changes changes the network of the policy, where that is not `off`
 */
export async function runEscapeCase(
  backend: SandboxBackend,
  scene: EscapeScene,
  attempt: EscapeCase,
  changes: Partial<Pick<SandboxPolicy, 'network' | 'egress'>> = {},
): Promise<EscapeOutcome> {
  scene.reset()
  const sandbox = await backend.open({ ...escapePolicy(scene.workspace), ...changes })
  const deadline = new AbortController()
  try {
    const command = scene.fill(attempt.command)
    const started = await sandbox.run({
      file: '/bin/sh',
      args: ['-c', command],
      cwd: scene.workspace,
      env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' },
    })
    void endAfter(started, deadline.signal)
    const output = readAll(started)
    const signal = /SIG(?:KILL|TERM) to the wrapper/.exec(attempt.note ?? '')?.[0].slice(0, 7)
    if (signal !== undefined) await strike(started, scene.fill(attempt.command), signal as NodeJS.Signals)
    const [text] = await Promise.all([output, started.exited])
    return { case: attempt, passed: !(await succeeded(scene, attempt, text)), output: text.slice(-SHOWN_OUTPUT) }
  } finally {
    deadline.abort()
    await sandbox.close()
  }
}

async function endAfter(started: ProcessHandle, signal: AbortSignal): Promise<void> {
  await setTimeout(LONGEST_SECONDS * 1000, undefined, { signal }).catch(() => {})
  if (!signal.aborted) started.kill('SIGKILL')
}

/**
 * Signals only the first process, once the command runs, as a supervisor that knows no sandboxes would. Where the
 * command is no child on this machine, as in a container, it requests the end.
 */
async function strike(started: ProcessHandle, command: string, signal: NodeJS.Signals): Promise<void> {
  for (let tries = 0; tries < 200 && !onHost(`pgrep -f "^${command}$" >/dev/null`); tries += 1) await setTimeout(10)
  if (started.pid === undefined) started.kill(signal as 'SIGKILL' | 'SIGTERM')
  else process.kill(started.pid, signal)
}

async function succeeded(scene: EscapeScene, attempt: EscapeCase, output: string): Promise<boolean> {
  const [, kind, test] = /^(?<kind>host|stdout): (?<test>[^]*)$/.exec(attempt.probe) ?? []
  if (test === undefined) throw new TypeError(`${attempt.id} has an unknown kind of probe: ${attempt.probe}`)
  if (kind === 'stdout') return new RegExp(test).test(output)
  const found = () => onHost(scene.fill(test))
  // On a busy machine a tree that was killed takes its time to die, and is not yet one that got away.
  for (let tries = 0; test.includes('pgrep ') && tries < 20; tries += 1) {
    if (!found()) return false
    await setTimeout(100)
  }
  return found()
}

function onHost(test: string): boolean {
  return spawnSync('/bin/sh', ['-c', test], { stdio: 'ignore' }).status === 0
}

async function readAll(started: ProcessHandle): Promise<string> {
  let text = ''
  for await (const chunk of started.stdout ?? []) text = (text + Buffer.from(chunk).toString()).slice(-SHOWN_OUTPUT * 4)
  return text
}
