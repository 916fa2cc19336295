import {
  type AbandonedFindings,
  createWorkspaceGuard,
  type EgressProxy,
  entriesNow,
  explainDenials,
  type FinishedCommand,
  type Quarantined,
  type Sandbox,
  type SandboxCommand,
  type SandboxDenial,
  SandboxError,
  type SandboxStatus,
  type SweepFolders,
  watchHidden,
  type WorkspaceGuard,
} from '@poundlock/sandbox'
import type { ProcessHandle } from '@poundlock/spec'
import { fitting, type Recipe, type StartedSandbox, startSandbox, type WaitingSandbox } from '../pool/sandbox-build.ts'
import type { SandboxPool } from '../pool/sandbox-pool.ts'
import { egressEnvironment } from './egress.ts'

export interface UnshareSandboxOptions {
  readonly recipe: Recipe
  readonly status: SandboxStatus
  /** Where built sandboxes wait, under a key that stands for the recipe; `null` for none. */
  readonly pool: { readonly sandboxes: SandboxPool; readonly key: string } | null
  /** Where what appears at protected paths goes, and where it is written down what has to be looked for. */
  readonly sweeps: Pick<SweepFolders, 'quarantine' | 'ledger'>
  /** What earlier runs left that were killed with Poundlock; told with the first command. */
  readonly left: AbandonedFindings | null
}

/** What a sweep found after a run. */
interface SweepFindings {
  readonly quarantined: Quarantined[]
  readonly unsearched: string[]
  readonly replaced: string[]
}

/** An open sandbox: every command gets namespaces of its own, nothing is kept between them but the policy. */
export class UnshareSandbox implements Sandbox {
  readonly status: SandboxStatus
  readonly #options: UnshareSandboxOptions
  /** Absent where the workspace itself cannot be written. */
  readonly #guard: WorkspaceGuard | null
  readonly #running = new Set<ProcessHandle>()
  readonly #egress = new Map<ProcessHandle, EgressProxy>()
  readonly #found = new Map<ProcessHandle, SweepFindings>()
  #left: AbandonedFindings | null
  #closed = false

  constructor(options: UnshareSandboxOptions) {
    this.#options = options
    this.#left = options.left
    this.status = options.status
    const { workspace, writePaths, protectedPaths, hiddenPaths, workspaceView } = options.recipe.policy
    const { quarantine, ledger } = options.sweeps
    const { mounts: mounted } = options.recipe.renderer
    this.#guard =
      workspaceView === undefined
        ? createWorkspaceGuard({ workspace, writePaths, protectedPaths, hiddenPaths, quarantine, ledger, mounted })
        : null
  }

  async run(given: SandboxCommand): Promise<ProcessHandle> {
    if (this.#closed) throw refused('The sandbox is closed.', 'Open a new one.')
    checkCommand(given)
    const command = { ...given, env: { ...given.env, ...egressEnvironment(this.#options.recipe.policy) } }
    const guard = await this.#guard?.begin()
    const found: SweepFindings = { quarantined: [], unsearched: [], replaced: [] }
    // In a view, what is covered lies elsewhere.
    const { policy } = this.#options.recipe
    const isView = policy.workspaceView !== undefined
    const exposed = new AbortController()
    const hidden = isView ? null : watchHidden({ policy, onReplaced: () => exposed.abort() })
    const sweep = async (): Promise<void> => {
      hidden?.close()
      found.replaced.push(...(hidden?.replaced() ?? []))
      if (guard === undefined) return
      const { quarantined, unsearched } = await guard.sweep()
      found.quarantined.push(...quarantined)
      found.unsearched.push(...unsearched)
    }
    try {
      const started = await this.#start(command, sweep)
      this.#found.set(started, found)
      found.quarantined.push(...(this.#left?.quarantined ?? []))
      found.unsearched.push(...(this.#left?.unsearched ?? []))
      this.#left = null
      this.#running.add(started)
      // It was closed while this one started.
      if (this.#closed || exposed.signal.aborted) started.kill('SIGKILL')
      exposed.signal.addEventListener('abort', () => started.kill('SIGKILL'))
      void this.#forgetAtEnd(started)
      return started
    } catch (error) {
      await sweep()
      throw error
    }
  }

  async #start(command: SandboxCommand, afterEnd: () => Promise<void>): Promise<ProcessHandle> {
    const waited = this.#take(command)
    if (waited !== null) {
      try {
        return this.#watch(await tell(waited, command, afterEnd), waited)
      } catch (error) {
        // It was ended by somebody while it waited: nothing was executed, and it was not the command's fault.
        if (!waited.process.wasUnused || !isWithoutStep(error)) throw error
      }
    }
    const sandbox = startSandbox(this.#options.recipe, command, entriesNow())
    const { process, cleanUp } = sandbox
    const clean = async (): Promise<void> => {
      await cleanUp()
      await afterEnd()
    }
    try {
      return this.#watch(await process.execute({ program: null, closeInput: false, afterEnd: clean }), sandbox)
    } catch (error) {
      await cleanUp()
      throw error
    }
  }

  #watch(started: ProcessHandle, { egress }: StartedSandbox): ProcessHandle {
    if (egress !== null) this.#egress.set(started, egress)
    return started
  }

  /** A sandbox that waits with streams like those of the command. */
  #take({ stdin, output }: SandboxCommand): WaitingSandbox | null {
    const { pool } = this.#options
    if (pool === null || stdin === 'inherit' || output === 'inherit') return null
    return pool.sandboxes.take(pool.key)
  }

  async #forgetAtEnd(started: ProcessHandle): Promise<void> {
    await Promise.allSettled([started.exited])
    this.#running.delete(started)
    const found = Object.values(this.#found.get(started) ?? {}).flat()
    if (found.length === 0) this.#found.delete(started)
    // Without a word there is nothing to keep.
    if (this.#egress.get(started)?.denials().length === 0) this.#egress.delete(started)
  }

  explain(finished: FinishedCommand): readonly SandboxDenial[] {
    const { process } = finished
    const known = process === undefined ? [...this.#found.values()] : [this.#found.get(process)]
    const proxies = process === undefined ? [...this.#egress.values()] : [this.#egress.get(process)]
    const refused = proxies.flatMap((proxy) => proxy?.denials() ?? [])
    const explained = explainDenials(finished, {
      policy: this.#options.recipe.policy,
      quarantined: known.flatMap((found) => found?.quarantined ?? []),
      unsearched: known.flatMap((found) => found?.unsearched ?? []),
      replaced: known.flatMap((found) => found?.replaced ?? []),
    })
    return [...refused, ...explained]
  }

  async close(): Promise<void> {
    this.#closed = true
    const running = [...this.#running]
    for (const process of running) process.kill('SIGKILL')
    await Promise.allSettled(running.map((process) => process.exited))
    this.#guard?.close()
  }
}

async function tell(
  { process, tell: programFor }: WaitingSandbox,
  command: SandboxCommand,
  afterEnd: () => Promise<void>,
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

/** True when a sandbox ended for a reason that its programs do not know. */
function isWithoutStep(error: unknown): boolean {
  return SandboxError.isInstance(error) && 'complaint' in error.details
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
