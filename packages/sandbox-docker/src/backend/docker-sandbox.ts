import { statSync } from 'node:fs'
import {
  type AbandonedFindings,
  compileMountPlan,
  createWorkspaceGuard,
  entriesNow,
  entryAt,
  explainDenials,
  type FinishedCommand,
  type MountPlan,
  type Quarantined,
  type Sandbox,
  type SandboxCommand,
  type SandboxDenial,
  SandboxError,
  type SandboxPolicy,
  type SandboxStatus,
  type SweepFolders,
  type SystemFacts,
  watchHidden,
  type WorkspaceGuard,
} from '@poundlock/sandbox'
import type { ProcessHandle } from '@poundlock/spec'
import type { Bind } from '../binds/parse-bind.ts'
import type { CommandUser } from '../container/command-user.ts'
import { containerMounts, mountPoints } from '../container/container-mounts.ts'
import type { ContainerPool, Member } from '../container/container-pool.ts'
import { type ContainerSettings, containerSettings, type SettingsFacts } from '../container/container-settings.ts'
import { emptyContainer } from '../container/empty-container.ts'
import type { OwnFiles } from '../container/own-files.ts'
import { statusOf } from '../engine/engine-error.ts'
import type { ExecSettings } from '../process/ready-shell.ts'
import { startCommand, wasEndedBefore } from '../process/start-command.ts'
import { commandEnvironment } from './command-environment.ts'

export interface DockerSandboxOptions extends Pick<
  SettingsFacts,
  'image' | 'user' | 'cpus' | 'network' | 'seccomp' | 'readOnlyRoot' | 'endsWithOwner' | 'userProcesses' | 'isPodman'
> {
  /** Checked. */
  readonly policy: SandboxPolicy
  readonly status: SandboxStatus
  readonly pool: ContainerPool
  readonly system: SystemFacts
  readonly binds: readonly Bind[]
  readonly files: OwnFiles
  readonly user: CommandUser
  readonly scratchBytes: number
  readonly scratchHasOwner: boolean
  /** Where what appears at protected paths goes, and where it is written down what has to be looked for. */
  readonly sweeps: Pick<SweepFolders, 'quarantine' | 'ledger'>
  /** What earlier runs left that were killed with Poundlock; told with the first command. */
  readonly left: AbandonedFindings | null
}

/** What is looked at before a command, and after it. */
interface Watch {
  /** Nothing is run before this is done. */
  readonly begun: Promise<unknown>
  readonly sweep: () => Promise<void>
}

/** An open sandbox: its commands run in warm containers of its scope. */
export class DockerSandbox implements Sandbox {
  readonly status: SandboxStatus
  readonly #options: DockerSandboxOptions
  /** What is tried in a view of the workspace is looked at by who applies it. */
  readonly #guard: WorkspaceGuard | null
  readonly #running = new Set<ProcessHandle>()
  readonly #found = new Map<ProcessHandle, readonly Quarantined[]>()
  /** Hidden paths that were replaced while a command ran, which was ended for that. */
  readonly #exposed = new Map<ProcessHandle, readonly string[]>()
  #left: readonly Quarantined[]
  #closed = false

  constructor(options: DockerSandboxOptions) {
    this.#options = options
    this.status = options.status
    const { workspace, protectedPaths, hiddenPaths, workspaceView } = options.policy
    const { quarantine, ledger } = options.sweeps
    this.#left = options.left?.quarantined ?? []
    this.#guard =
      workspaceView === undefined
        ? createWorkspaceGuard({ workspace, protectedPaths, hiddenPaths, quarantine, ledger })
        : null
  }

  async run(command: SandboxCommand): Promise<ProcessHandle> {
    if (this.#closed) throw refused('The sandbox is closed.', 'Open a new one.')
    checkCommand(command)
    const guard = this.#guard?.begin()
    const found: Quarantined[] = []
    const replaced: string[] = []
    const { policy } = this.#options
    const exposed = new AbortController()
    // In a view, what is covered lies elsewhere.
    const isView = policy.workspaceView !== undefined
    const hidden = isView ? null : watchHidden({ policy, onReplaced: () => exposed.abort() })
    const sweep = async (): Promise<void> => {
      hidden?.close()
      replaced.push(...(hidden?.replaced() ?? []))
      const begun = await guard
      if (begun !== undefined) found.push(...(await begun.sweep()).quarantined)
    }
    let started: ProcessHandle
    try {
      const { plan, settings } = this.#compile()
      // The engine is told meanwhile what it will start.
      started = await this.#start(command, plan, settings, { begun: Promise.resolve(guard), sweep })
    } catch (error) {
      await sweep()
      throw error
    }
    found.push(...this.#left)
    this.#left = []
    this.#found.set(started, found)
    this.#exposed.set(started, replaced)
    this.#running.add(started)
    if (exposed.signal.aborted) started.kill('SIGKILL')
    exposed.signal.addEventListener('abort', () => started.kill('SIGKILL'))
    const forget = (): boolean => this.#running.delete(started)
    void started.exited.then(forget, forget)
    return started
  }

  async #start(
    command: SandboxCommand,
    plan: MountPlan,
    settings: ContainerSettings,
    watch: Watch,
  ): Promise<ProcessHandle> {
    const { pool } = this.#options
    const member = await pool.take(settings)
    try {
      return await this.#startIn(member, command, plan, watch)
    } catch (error) {
      await pool.discard(member)
      const status = statusOf(error)
      // The container was removed or had ended while it waited, or something in it was still being ended: nothing was run.
      if (status !== 404 && status !== 409 && !wasEndedBefore(error)) throw error
    }
    const fresh = await pool.take(settings)
    try {
      return await this.#startIn(fresh, command, plan, watch)
    } catch (error) {
      await pool.discard(fresh)
      throw error
    }
  }

  async #startIn(
    member: Member,
    command: SandboxCommand,
    plan: MountPlan,
    { begun, sweep }: Watch,
  ): Promise<ProcessHandle> {
    const { pool, policy, image, endsWithOwner } = this.#options
    const user = this.#user()
    const { set: environment, unset } = commandEnvironment(command.env, policy, plan, image.variables)
    const settings: ExecSettings = { user, cwd: command.cwd, environment }
    const folder = identityOf(command.cwd, policy.workspace)
    return startCommand({
      container: member.container,
      command,
      settings,
      unset,
      ready: folder === null ? null : await member.ready.take(settings, folder),
      endsWithConnection: !endsWithOwner,
      begun,
      destroy: () => pool.discard(member),
      async afterEnd(told) {
        if (await emptyContainer(member, user)) {
          pool.release(member)
          if (folder !== null) member.ready.prepare(settings, folder)
        } else {
          await told.catch(() => {})
          await pool.discard(member)
        }
        await sweep()
      },
    })
  }

  explain(finished: FinishedCommand): readonly SandboxDenial[] {
    const { process } = finished
    const quarantined = process === undefined ? [...this.#found.values()].flat() : (this.#found.get(process) ?? [])
    const replaced = process === undefined ? [...this.#exposed.values()].flat() : (this.#exposed.get(process) ?? [])
    return explainDenials(finished, { policy: this.#options.policy, quarantined, replaced })
  }

  async close(): Promise<void> {
    this.#closed = true
    const running = [...this.#running]
    for (const process of running) process.kill('SIGKILL')
    await Promise.allSettled(running.map((process) => process.exited))
    this.#guard?.close()
  }

  #user(): string {
    const { uid, gid } = this.#options.user
    return `${String(uid)}:${String(gid)}`
  }

  #compile(): { readonly plan: MountPlan; readonly settings: ContainerSettings } {
    const { policy, system, user, scratchBytes, binds, files } = this.#options
    if (entryAt(policy.workspace) !== 'folder') {
      throw refused(`The workspace ${JSON.stringify(policy.workspace)} is not there any more.`, 'Put it back.')
    }
    const plan = compileMountPlan(policy, { system, user, scratchBytes, entryAt: entriesNow() })
    const { workspace, workspaceView: view } = policy
    const context = {
      files,
      user,
      mountPoints: mountPoints(),
      scratchBytes,
      scratchHasOwner: this.#options.scratchHasOwner,
      workspace,
      ...(view && { view }),
    }
    const mounts = containerMounts(plan, binds, context)
    return { plan, settings: containerSettings({ ...this.#options, mounts, limits: policy.limits }) }
  }
}

/**
 * Which very folder a command starts in: one of that name that is made later is another one. `null` where the path means
 * something else in the container than here.
 */
function identityOf(folder: string, workspace: string): string | null {
  if (folder !== workspace && !folder.startsWith(`${workspace}/`)) return null
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats === undefined ? null : `${String(stats.dev)}:${String(stats.ino)}`
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
