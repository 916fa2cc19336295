import type { EgressProxy, ResolveHost } from '@poundlock/egress'
import {
  compileMountPlan,
  type MountFacts,
  type SandboxCommand,
  SandboxError,
  type SandboxLimits,
  type SandboxPolicy,
  type SystemFacts,
} from '@poundlock/sandbox'
import { openEgress, takeListeners } from '../backend/egress.ts'
import type { Users } from '../backend/inside-user.ts'
import type { CommandGroups, ControlGroups } from '../control-groups/control-groups.ts'
import { SandboxProcess } from '../process/sandbox-process.ts'
import { withinHardLimits } from '../program/hard-limits.ts'
import type { BuildRendering, BuildRequest, Renderer } from '../renderers/renderer.ts'
import type { Architecture } from '../system-calls/system-calls.ts'

/** All that a sandbox is built from, but for the host as it is at that moment. */
export interface Recipe {
  readonly architecture: Architecture
  readonly renderer: Renderer
  /** Checked. */
  readonly policy: SandboxPolicy
  readonly users: Users
  readonly system: SystemFacts
  readonly scratchBytes: number
  readonly groups: ControlGroups
  /** Absolute path of the loader. */
  readonly loader: string
  /** Looks up names for commands whose network is an allowlist; that of this machine unless set. */
  readonly resolveHost?: ResolveHost
}

/** A sandbox that builds itself, or runs its command. */
export interface StartedSandbox extends Pick<BuildRequest, 'plan'> {
  readonly process: SandboxProcess
  /** The proxy of this sandbox, where its network is an allowlist. */
  readonly egress: EgressProxy | null
}

/** A sandbox that builds itself, and then waits. */
export interface WaitingSandbox extends StartedSandbox {
  readonly tell: BuildRendering['tell']
}

/**
 * Starts a sandbox that runs this command.
 *
 * @param entryAt the kind of entry at a path of the host
 * @throws SandboxError `SANDBOX_FAILED` when the command is too large
 * @throws the error of the file system when its control groups cannot be made
 */
export function startSandbox(
  recipe: Recipe,
  command: SandboxCommand,
  entryAt: MountFacts['entryAt'],
): StartedSandbox & { readonly cleanUp: () => Promise<void> } {
  const request = requestFor(recipe, entryAt)
  return withGroups(recipe, (groups) => {
    const egress = openEgress(recipe)
    const rendering = fitting(() => recipe.renderer.render({ ...request, controlGroups: groups.entrances, command }))
    const process = new SandboxProcess({
      loader: recipe.loader,
      programs: rendering.programs,
      stdin: command.stdin ?? 'ignore',
      output: command.output ?? 'pipe',
      ...(egress && { onListener: takeListeners(egress, recipe.policy) }),
    })
    // A folder that cannot be removed now is removed at the next start.
    const cleanUp = async (): Promise<void> => rendering.cleanUp?.().catch(() => {})
    return { process, egress, plan: request.plan, cleanUp }
  })
}

/**
 * Starts a sandbox whose command is not known yet; `null` where the renderer cannot do that.
 *
 * @throws the error of the file system when its control groups cannot be made
 */
export function startWaiting(recipe: Recipe, entryAt: MountFacts['entryAt']): WaitingSandbox | null {
  const { renderer, loader } = recipe
  if (renderer.build === undefined) return null
  const request = requestFor(recipe, entryAt)
  const build = renderer.build.bind(renderer)
  return withGroups(recipe, (groups) => {
    const { programs, tell } = build({ ...request, controlGroups: groups.entrances })
    const egress = openEgress(recipe)
    return {
      process: new SandboxProcess({
        loader,
        programs,
        stdin: 'pipe',
        output: 'pipe',
        ...(egress && { onListener: takeListeners(egress, recipe.policy) }),
      }),
      egress,
      plan: request.plan,
      tell,
    }
  })
}

/** Turns the loader's range error into one for the user. */
export function fitting<Value>(make: () => Value): Value {
  try {
    return make()
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new SandboxError('The arguments and the environment of the command are too large. Nothing was run.', {
      code: 'SANDBOX_FAILED',
      remedy: 'Pass large data through a file.',
      cause,
    })
  }
}

function requestFor(recipe: Recipe, entryAt: MountFacts['entryAt']): Omit<BuildRequest, 'controlGroups'> {
  const { architecture, loader, policy, system, users, scratchBytes } = recipe
  const plan = compileMountPlan(policy, { system, user: users.inside, scratchBytes, entryAt })
  return { architecture, loader, policy, system, users, plan, limits: ownLimits(recipe) }
}

/** Makes control groups, and removes them when nothing of the sandbox is left. */
function withGroups<Sandbox extends StartedSandbox>(
  recipe: Recipe,
  start: (groups: CommandGroups) => Sandbox,
): Sandbox {
  const groups = recipe.groups.make(recipe.policy.limits)
  try {
    const started = start(groups)
    void started.process.gone.then(() => {
      started.egress?.close()
      groups.remove()
    })
    return started
  } catch (error) {
    groups.remove()
    throw error
  }
}

/** A control group counts used memory; a limit of a process also counts reserved memory, which sanitizers need. */
function ownLimits({ policy, groups }: Recipe): SandboxLimits {
  const own = Object.entries(policy.limits).filter(([name]) => name !== 'memoryBytes' || !groups.limits.has(name))
  return withinHardLimits(Object.fromEntries(own))
}
