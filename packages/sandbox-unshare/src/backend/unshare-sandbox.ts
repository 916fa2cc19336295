import {
  compileMountPlan,
  entryAt,
  type FinishedCommand,
  type Sandbox,
  type SandboxCommand,
  type SandboxDenial,
  SandboxError,
  type SandboxPolicy,
  type SandboxStatus,
  type SystemFacts,
} from '@poundlock/sandbox'
import type { ProcessHandle } from '@poundlock/spec'
import type { LoaderFile } from '../loader/loader-file.ts'
import { startProcess } from '../process/sandbox-process.ts'
import { innerProgram } from '../program/inner-program.ts'
import { outerProgram } from '../program/outer-program.ts'
import { commandFilter } from '../seccomp/command-filter.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import { usersFor } from './inside-user.ts'
import { unshareArguments } from './unshare-arguments.ts'

export interface UnshareSandboxOptions {
  readonly architecture: Architecture
  /** Checked. */
  readonly policy: SandboxPolicy
  readonly status: SandboxStatus
  readonly system: SystemFacts
  readonly scratchBytes: number
  /** Absolute path of unshare(1). */
  readonly unshare: string
  readonly loader: LoaderFile
}

/** An open sandbox: every command gets namespaces of its own, nothing is kept between them but the policy. */
export class UnshareSandbox implements Sandbox {
  readonly status: SandboxStatus
  readonly #options: UnshareSandboxOptions
  readonly #running = new Set<ProcessHandle>()
  #closed = false

  constructor(options: UnshareSandboxOptions) {
    this.#options = options
    this.status = options.status
  }

  async run(command: SandboxCommand): Promise<ProcessHandle> {
    if (this.#closed) throw refused('The sandbox is closed.', 'Open a new one.')
    checkCommand(command)
    const { architecture, policy, system, scratchBytes, unshare, loader } = this.#options
    const users = usersFor(policy.workspace)
    const plan = compileMountPlan(policy, { system, user: users.inside, scratchBytes, entryAt })
    const process_ = await startProcess({
      loader,
      stdin: command.stdin ?? 'ignore',
      output: command.output ?? 'pipe',
      programs: {
        outer: outerProgram({
          architecture,
          parent: process.pid,
          user: users.host,
          controlGroups: [],
          tool: unshare,
          args: unshareArguments(policy),
        }),
        inner: innerProgram({
          architecture,
          plan,
          user: users.inside,
          limits: policy.limits,
          ownNetwork: policy.network === 'off',
          filter: commandFilter(architecture, { unixSockets: false }),
          command: { ...command, env: privateEnvironment(command.env, policy, plan) },
        }),
      },
      afterEnd: async () => {},
    })
    this.#running.add(process_)
    void process_.exited.finally(() => this.#running.delete(process_))
    return process_
  }

  explain(_finished: FinishedCommand): readonly SandboxDenial[] {
    return []
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    for (const running of this.#running) running.kill('SIGKILL')
    await Promise.all([...this.#running].map((running) => running.exited))
    this.#options.loader.close()
  }
}

/** HOME and TMPDIR name the private folders, unless they already name something that the command may write to. */
function privateEnvironment(
  env: Readonly<Record<string, string>>,
  policy: SandboxPolicy,
  plan: { readonly home: string | null; readonly temporary: string | null },
): Readonly<Record<string, string>> {
  if (plan.home === null || plan.temporary === null) return env
  const writable = [...policy.writePaths, ...(policy.fileMode === 'workspace-only' ? [policy.workspace] : [])]
  const keeps = (value: string | undefined): boolean =>
    value !== undefined && writable.some((path) => value.startsWith(`${path}/`))
  return {
    ...env,
    ...(keeps(env['HOME']) ? {} : { HOME: plan.home }),
    ...(keeps(env['TMPDIR']) ? {} : { TMPDIR: plan.temporary }),
  }
}

function checkCommand(command: SandboxCommand): void {
  const texts = [command.file, ...command.args, command.cwd, ...Object.entries(command.env).flat()]
  if (texts.some((text) => text.includes('\0'))) {
    throw refused('The command holds a NUL byte, which no argument, path or variable can.', 'Take it out.')
  }
  for (const path of [command.file, command.cwd]) {
    if (path.startsWith('/')) continue
    throw refused(`The path ${JSON.stringify(path)} of the command is not absolute.`, 'Resolve it first.')
  }
}

function refused(message: string, remedy: string): SandboxError {
  return new SandboxError(`${message} Nothing was run.`, { code: 'SANDBOX_FAILED', remedy })
}
