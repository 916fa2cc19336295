import { statSync } from 'node:fs'
import {
  compileMountPlan,
  entriesNow,
  entryAt,
  type GuardedRun,
  type MountPlan,
  refusedRun,
  type SandboxCommand,
  type SandboxPolicy,
  type StartedCommand,
  type SystemFacts,
} from '@poundlock/sandbox'
import type { ProcessHandle } from '@poundlock/spec'
import type { Bind } from '../binds/parse-bind.ts'
import type { CommandUser } from '../container/command-user.ts'
import { containerMounts, mountPoints } from '../container/container-mounts.ts'
import type { ContainerPool, Member } from '../container/container-pool.ts'
import { type ContainerSetup, containerSettings, type SettingsFacts } from '../container/container-settings.ts'
import { emptyContainer } from '../container/empty-container.ts'
import type { OwnFiles } from '../container/own-files.ts'
import { statusOf } from '../engine/engine-error.ts'
import type { ShellSettings } from '../process/ready-shell.ts'
import { startCommand, wasEndedBefore } from '../process/start-command.ts'
import { commandEnvironment } from './command-environment.ts'

export interface ContainerStartOptions extends Pick<
  SettingsFacts,
  'image' | 'user' | 'cpus' | 'network' | 'seccomp' | 'readOnlyRoot' | 'endsWithOwner' | 'userProcesses' | 'isPodman'
> {
  /** Checked. */
  readonly policy: SandboxPolicy
  readonly pool: ContainerPool
  readonly system: SystemFacts
  readonly binds: readonly Bind[]
  readonly files: OwnFiles
  readonly user: CommandUser
  readonly scratchBytes: number
  readonly scratchHasOwner: boolean
}

/** A command, and its container. */
interface ContainerStart extends ContainerStartOptions {
  readonly command: SandboxCommand
  readonly plan: MountPlan
  readonly settings: ContainerSetup
  readonly run: GuardedRun
}

/** Starts a command in a warm container of the scope. The request to the engine is prepared while the run begins. */
export async function startInContainer(
  options: ContainerStartOptions,
  command: SandboxCommand,
  run: GuardedRun,
): Promise<StartedCommand> {
  const start: ContainerStart = { ...options, ...compile(options), command, run }
  const process = (await startInKnown(start)) ?? (await startInMember(start, await options.pool.take(start.settings)))
  return { process }
}

/** `null` when the container had ended while it waited: nothing was run. */
async function startInKnown(start: ContainerStart): Promise<ProcessHandle | null> {
  const member = await start.pool.take(start.settings)
  try {
    return await startInMember(start, member)
  } catch (error) {
    const status = statusOf(error)
    // The container was removed or had ended while it waited, or something in it was still being ended.
    if (status === 404 || status === 409 || wasEndedBefore(error)) return null
    throw error
  }
}

/** A container in which the command did not start is discarded. */
async function startInMember(start: ContainerStart, member: Member): Promise<ProcessHandle> {
  try {
    return await startIn(start, member)
  } catch (error) {
    await start.pool.discard(member)
    throw error
  }
}

async function startIn(start: ContainerStart, member: Member): Promise<ProcessHandle> {
  const { pool, policy, image, endsWithOwner, command, plan, run } = start
  const user = `${String(start.user.uid)}:${String(start.user.gid)}`
  const { set: environment, unset } = commandEnvironment(command.env, policy, plan, image.variables)
  const settings: ShellSettings = { user, cwd: command.cwd, environment }
  const folder = identityOf(command.cwd, policy.workspace)
  return startCommand({
    container: member.container,
    command,
    settings,
    unset,
    ready: folder === null ? null : await member.ready.take(settings, folder),
    endsWithConnection: !endsWithOwner,
    begun: run.begun,
    destroy: () => pool.discard(member),
    async afterEnd(reported) {
      if (await emptyContainer(member, user)) {
        pool.release(member)
        if (folder !== null) member.ready.prepare(settings, folder)
      } else {
        await reported.catch(() => {})
        await pool.discard(member)
      }
      await run.afterEnd()
    },
  })
}

function compile(options: ContainerStartOptions): Pick<ContainerStart, 'plan' | 'settings'> {
  const { policy, system, user, scratchBytes, scratchHasOwner, binds, files } = options
  const { workspace, workspaceView: view, limits } = policy
  if (entryAt(workspace) !== 'folder') {
    throw refusedRun(`The workspace ${JSON.stringify(workspace)} is not there any more.`, 'Put it back.')
  }
  const plan = compileMountPlan(policy, { system, user, scratchBytes, entryAt: entriesNow() })
  const context = { files, user, mountPoints: mountPoints(), scratchBytes, scratchHasOwner, workspace }
  const mounts = containerMounts(plan, binds, view === undefined ? context : { ...context, view })
  return { plan, settings: containerSettings({ ...options, mounts, limits }) }
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
