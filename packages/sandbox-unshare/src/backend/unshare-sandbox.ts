import {
  compileMountPlan,
  createWorkspaceGuard,
  entryAt,
  explainDenials,
  type FinishedCommand,
  type Quarantined,
  type Sandbox,
  type SandboxCommand,
  type SandboxDenial,
  SandboxError,
  type SandboxLimits,
  type SandboxPolicy,
  type SandboxStatus,
  type SystemFacts,
  type WorkspaceGuard,
} from '@poundlock/sandbox'
import type { ProcessHandle } from '@poundlock/spec'
import type { CommandGroups, ControlGroups } from '../control-groups/control-groups.ts'
import { startProcess } from '../process/sandbox-process.ts'
import { withinHardLimits } from '../program/hard-limits.ts'
import type { Renderer, Rendering } from '../renderers/renderer.ts'
import type { Architecture } from '../system-calls/system-calls.ts'
import type { Users } from './inside-user.ts'

export interface UnshareSandboxOptions {
  readonly architecture: Architecture
  readonly renderer: Renderer
  /** Checked. */
  readonly policy: SandboxPolicy
  readonly users: Users
  readonly status: SandboxStatus
  readonly system: SystemFacts
  readonly scratchBytes: number
  readonly groups: ControlGroups
  /** Absolute path of the loader. */
  readonly loader: string
  /** Where what appears at protected paths goes. */
  readonly quarantine: string
}

/** An open sandbox: every command gets namespaces of its own, nothing is kept between them but the policy. */
export class UnshareSandbox implements Sandbox {
  readonly status: SandboxStatus
  readonly #options: UnshareSandboxOptions
  /** Absent where the workspace itself cannot be written. */
  readonly #guard: WorkspaceGuard | null
  readonly #running = new Set<ProcessHandle>()
  readonly #found = new Map<ProcessHandle, readonly Quarantined[]>()
  #closed = false

  constructor(options: UnshareSandboxOptions) {
    this.#options = options
    this.status = options.status
    const { workspace, protectedPaths, hiddenPaths, workspaceView } = options.policy
    const { quarantine, renderer } = options
    this.#guard =
      workspaceView === undefined
        ? createWorkspaceGuard({ workspace, protectedPaths, hiddenPaths, quarantine, mounted: renderer.mounts })
        : null
  }

  async run(command: SandboxCommand): Promise<ProcessHandle> {
    if (this.#closed) throw refused('The sandbox is closed.', 'Open a new one.')
    checkCommand(command)
    const guard = await this.#guard?.begin()
    const found: Quarantined[] = []
    const groups = this.#options.groups.make(this.#options.policy.limits)
    const rendering = this.#render(command, groups)
    const started = await this.#start(command, rendering, groups, async () => {
      groups.remove()
      await rendering.cleanUp?.()
      if (guard !== undefined) found.push(...(await guard.sweep()).quarantined)
    })
    this.#found.set(started, found)
    this.#running.add(started)
    void this.#forgetAtEnd(started)
    return started
  }

  async #start(
    command: SandboxCommand,
    rendering: Rendering,
    groups: CommandGroups,
    afterEnd: () => Promise<void>,
  ): Promise<ProcessHandle> {
    try {
      return await startProcess({
        loader: this.#options.loader,
        stdin: command.stdin ?? 'ignore',
        output: command.output ?? 'pipe',
        programs: rendering.programs,
        afterEnd,
      })
    } catch (error) {
      groups.remove()
      await rendering.cleanUp?.()
      throw error
    }
  }

  async #forgetAtEnd(started: ProcessHandle): Promise<void> {
    await Promise.allSettled([started.exited])
    this.#running.delete(started)
  }

  explain(finished: FinishedCommand): readonly SandboxDenial[] {
    const { process } = finished
    const quarantined = process === undefined ? [...this.#found.values()].flat() : (this.#found.get(process) ?? [])
    return explainDenials(finished, { policy: this.#options.policy, quarantined })
  }

  async close(): Promise<void> {
    this.#closed = true
    const running = [...this.#running]
    for (const process of running) process.kill('SIGKILL')
    await Promise.allSettled(running.map((process) => process.exited))
  }

  #render(command: SandboxCommand, groups: CommandGroups): Rendering {
    const { architecture, renderer, loader, policy, users, system, scratchBytes } = this.#options
    const plan = compileMountPlan(policy, { system, user: users.inside, scratchBytes, entryAt })
    try {
      return renderer.render({
        architecture,
        loader,
        policy,
        system,
        users,
        plan,
        controlGroups: groups.entrances,
        limits: this.#ownLimits(),
        command,
      })
    } catch (cause) {
      groups.remove()
      if (!(cause instanceof RangeError)) throw cause
      throw refused(
        'The arguments and the environment of the command are too large.',
        'Pass large data through a file.',
      )
    }
  }

  /** A group counts the memory that is used, a process's own limit also what it only reserves, as sanitizers do. */
  #ownLimits(): SandboxLimits {
    const { policy, groups } = this.#options
    const own = Object.entries(policy.limits).filter(([name]) => name !== 'memoryBytes' || !groups.limits.has(name))
    return withinHardLimits(Object.fromEntries(own))
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
