import type { EgressProxy } from '@poundlock/egress'
import { entriesNow, type GuardedRun, type SandboxCommand, SandboxError, type StartedCommand } from '@poundlock/sandbox'
import type { ProcessHandle } from '@poundlock/spec'
import { fitting, type Recipe, startSandbox, type WaitingSandbox } from '../pool/sandbox-build.ts'
import type { SandboxPool } from '../pool/sandbox-pool.ts'
import { egressEnvironment } from './egress.ts'

export interface UnsharedStartOptions {
  readonly recipe: Recipe
  /** Where built sandboxes wait, under a key that stands for the recipe; `null` for none. */
  readonly pool: { readonly sandboxes: SandboxPool; readonly key: string } | null
}

/** Starts a command in namespaces of its own: in a sandbox that waited, or in one that is built for it. */
export async function startUnshared(
  { recipe, pool }: UnsharedStartOptions,
  given: SandboxCommand,
  { begun, afterEnd }: GuardedRun,
): Promise<StartedCommand> {
  const command = { ...given, env: { ...given.env, ...egressEnvironment(recipe.policy) } }
  await begun
  const waiting = takeWaiting(pool, command)
  if (waiting !== null) {
    limitEgress(waiting.egress, recipe, command)
    try {
      return startedCommand(await startInWaiting(waiting, command, afterEnd), waiting.egress)
    } catch (error) {
      // It was ended while it waited: nothing was executed, and the command is not at fault.
      if (!waiting.process.wasUnused || !isWithoutStep(error)) throw error
    }
  }
  return startInNew(recipe, command, afterEnd)
}

/** A sandbox that waits with streams like those of the command. */
function takeWaiting(pool: UnsharedStartOptions['pool'], { stdin, output }: SandboxCommand): WaitingSandbox | null {
  if (pool === null || stdin === 'inherit' || output === 'inherit') return null
  return pool.sandboxes.take(pool.key)
}

async function startInWaiting(
  { process, tell: programFor }: WaitingSandbox,
  command: SandboxCommand,
  afterEnd: GuardedRun['afterEnd'],
): Promise<ProcessHandle> {
  const closeInput = command.stdin !== 'pipe'
  try {
    const program = fitting(() => programFor(command))
    return await process.execute({ program, closeInput, afterEnd })
  } catch (error) {
    process.discard()
    throw error
  }
}

async function startInNew(
  recipe: Recipe,
  command: SandboxCommand,
  afterEnd: GuardedRun['afterEnd'],
): Promise<StartedCommand> {
  const { process, egress, cleanUp } = startSandbox(recipe, command, entriesNow())
  limitEgress(egress, recipe, command)
  const cleanUpAndLook = async (): Promise<void> => {
    await cleanUp()
    await afterEnd()
  }
  try {
    const started = await process.execute({ program: null, closeInput: false, afterEnd: cleanUpAndLook })
    return startedCommand(started, egress)
  } catch (error) {
    await cleanUp()
    throw error
  }
}

/** Before the command runs: its first connection may be one to ask about. */
function limitEgress(egress: EgressProxy | null, { policy }: Recipe, { askEgress, sends }: SandboxCommand): void {
  if (sends === true) egress?.limitToSending()
  if (policy.egress?.asks === true && askEgress) egress?.askWith(askEgress)
}

function startedCommand(process: ProcessHandle, egress: EgressProxy | null): StartedCommand {
  return egress === null ? { process } : { process, refused: egress.denials }
}

/** True when a sandbox ended for a reason that its programs do not know. */
function isWithoutStep(error: unknown): boolean {
  return SandboxError.isInstance(error) && 'complaint' in error.details
}
