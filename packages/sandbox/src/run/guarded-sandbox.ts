import { existsSync } from 'node:fs'
import { foldersBetween, isWithin, type ProcessHandle } from '@poundlock/spec'
import type { AbandonedFindings, SweepFolders, WorkspaceGuard } from '@poundlock/workspace-guard'
import { usableCache } from '../caches/usable-cache.ts'
import type { FinishedCommand, Sandbox, SandboxCommand, SandboxDenial } from '../contract.ts'
import { explainDenials } from '../denial/explain-denials.ts'
import { coverDenied, type CoveredPolicy, checkCovered, isSameCover, withNamesOf } from '../denied/cover-denied.ts'
import type { SandboxPolicy } from '../policy.ts'
import { foldsNames } from '../protection/folds-names.ts'
import { SandboxError } from '../sandbox-error.ts'
import type { SandboxStatus } from '../status.ts'
import { checkCommand, refusedRun } from './check-command.ts'
import { guardWorkspace } from './guard-workspace.ts'
import { type RunFindings, watchRun } from './run-watch.ts'

/** A command that a backend has started. */
export interface StartedCommand {
  /** Its `exited` settles after `afterEnd`. */
  readonly process: ProcessHandle
  /** The refusals of its egress proxy so far, if it has one. */
  readonly refused?: () => readonly SandboxDenial[]
}

/** The constraints of one command for a backend. */
export interface GuardedRun {
  /** The policy of the sandbox, with the files of this moment in the place of patterns. */
  readonly policy: SandboxPolicy
  /** Nothing may be executed before this settles; its failure is the command's. */
  readonly begun: Promise<void>
  /** To be called once everything of the command has ended, before `exited` settles. */
  readonly afterEnd: () => Promise<void>
}

/** The parts that differ between backends. */
export interface GuardedSandboxOptions {
  /** Checked. */
  readonly policy: SandboxPolicy
  /** What was proven of the sandbox when it was opened. */
  readonly status: SandboxStatus
  /** The folders for quarantined entries, and for the ledger of checks that are due. */
  readonly sweeps: Pick<SweepFolders, 'quarantine' | 'ledger' | 'histories'>
  /** What earlier runs left that were killed with Poundlock; reported with the first command. */
  readonly left: AbandonedFindings | null
  /** False where commands run without mounts that keep protected paths read-only. */
  readonly mounted?: boolean
  /**
   * Whether the file system of a folder is case-insensitive, so that a mount over a path leaves it open under
   * another spelling. The file system is asked unless given.
   */
  readonly foldsNames?: (folder: string) => boolean
  /** Why the backend cannot keep a policy, each with its remedy; absent where it can keep every one. */
  readonly refusals?: (policy: SandboxPolicy) => readonly string[]
  /**
   * Starts a checked command and settles when it is about to be executed. An earlier failure throws, after all
   * processes of the attempt have ended.
   */
  readonly start: (command: SandboxCommand, run: GuardedRun) => Promise<StartedCommand>
}

/**
 * The run that backends share: the guard records the workspace, the command runs, and the guard checks what it left.
 */
export function openGuardedSandbox(options: GuardedSandboxOptions): Sandbox {
  return new GuardedSandbox(options)
}

/** The settings of commands as long as the patterns match the same files. */
interface Cover extends CoveredPolicy {
  /** `null` where the workspace cannot be written: the caller checks a try's changes before applying them. */
  readonly guard: WorkspaceGuard | null
}

/** The report of a run. */
interface RunReport {
  readonly started: StartedCommand
  /** In the order in which it was found. */
  readonly findings: RunFindings[]
}

class GuardedSandbox implements Sandbox {
  readonly status: SandboxStatus
  readonly #options: GuardedSandboxOptions
  #cover: Cover | null = null
  readonly #running = new Set<ProcessHandle>()
  readonly #reports = new Map<ProcessHandle, RunReport>()
  #left: AbandonedFindings | null
  #closed = false

  constructor(options: GuardedSandboxOptions) {
    this.#options = options
    this.status = options.status
    this.#left = options.left
  }

  async run(command: SandboxCommand): Promise<ProcessHandle> {
    if (this.#closed) throw refusedRun('The sandbox is closed.', 'Open a new one.')
    checkCommand(command)
    const cover = this.#covered()
    const { policy, guard } = cover
    const { start } = this.#options
    if (policy.cachePath !== undefined) usableCache(policy.cachePath, policy.workspace)
    const watch = watchRun({ policy, guard, releases: command.releases })
    // Nothing may be executed once a link leads elsewhere than when it was covered.
    const begun = watch.begun.then(() => checkCovered(cover))
    begun.catch(() => undefined)
    const findings: RunFindings[] = []
    const afterEnd = async (): Promise<void> => {
      findings.push(await watch.end())
    }
    let started: StartedCommand
    try {
      started = await start(command, { policy, begun, afterEnd })
    } catch (error) {
      await afterEnd()
      throw error
    }
    const { process } = started
    findings.push(...this.#takeLeft())
    this.#running.add(process)
    this.#reports.set(process, { started, findings })
    // It was closed, or a hidden path replaced, while this one started.
    if (this.#closed || watch.exposed.aborted) process.kill('SIGKILL')
    watch.exposed.addEventListener('abort', () => process.kill('SIGKILL'))
    void this.#forgetAtEnd(process)
    return process
  }

  explain(finished: FinishedCommand): readonly SandboxDenial[] {
    const { process } = finished
    const reports = process === undefined ? [...this.#reports.values()] : [this.#reports.get(process)]
    const known = reports.filter((report) => report !== undefined)
    const findings = known.flatMap((report) => report.findings)
    const refused = known.flatMap(({ started }) => started.refused?.() ?? [])
    const explained = explainDenials(finished, {
      policy: (this.#cover ?? this.#options).policy,
      quarantined: findings.flatMap((found) => found.quarantined),
      unsearched: findings.flatMap((found) => found.unsearched),
      replaced: findings.flatMap((found) => found.replaced),
      appeared: findings.flatMap((found) => found.appeared ?? []),
    })
    return [...refused, ...explained]
  }

  async close(): Promise<void> {
    this.#closed = true
    const running = [...this.#running]
    for (const process of running) process.kill('SIGKILL')
    await Promise.allSettled(running.map((process) => process.exited))
    this.#cover?.guard?.close()
  }

  /** @throws SandboxError when denials cannot be enforced for a command here */
  #covered(): Cover {
    const found = coverDenied(this.#options.policy)
    // A command that runs may have pointed a link elsewhere, which is put back when it ends.
    const covered = this.#running.size > 0 && this.#cover !== null ? withNamesOf(found, this.#cover) : found
    if (this.#cover !== null && isSameCover(this.#cover, covered)) return this.#cover
    const reasons = covered.denied === null ? [] : (this.#options.refusals?.(covered.policy) ?? [])
    if (reasons.length > 0) throw unavailable(reasons)
    const folds = onceEach(this.#options.foldsNames ?? foldsNames)
    refuseHidden(covered.policy, folds)
    const { workspace, writePaths } = covered.policy
    const open = [workspace, ...writePaths].some(folds)
    this.#cover?.guard?.close()
    const isView = covered.policy.workspaceView !== undefined
    return (this.#cover = {
      ...covered,
      guard: isView ? null : guardWorkspace(guardOptions(this.#options, covered, open)),
    })
  }

  /** Once: with the first command. */
  #takeLeft(): readonly RunFindings[] {
    const left = this.#left
    this.#left = null
    return left === null ? [] : [{ ...left, replaced: [] }]
  }

  async #forgetAtEnd(process: ProcessHandle): Promise<void> {
    await Promise.allSettled([process.exited])
    this.#running.delete(process)
    const { started, findings } = this.#reports.get(process)!
    const isSilent = findings.every((found) => Object.values(found).flat().length === 0)
    if (isSilent && (started.refused?.() ?? []).length === 0) this.#reports.delete(process)
  }
}

/** @param open whether mounts leave protected paths open under another spelling: then they are put back after the run */
function guardOptions(options: GuardedSandboxOptions, { policy, denied }: CoveredPolicy, open: boolean) {
  const { workspace, writePaths, protectedPaths, hiddenPaths } = policy
  const { quarantine, ledger, histories } = options.sweeps
  const mounted = options.mounted !== false && !open
  return { workspace, writePaths, protectedPaths, hiddenPaths, quarantine, ledger, histories, mounted, denied }
}

/** @throws SandboxError `SANDBOX_POLICY` for a hidden file that another spelling would show where a command can go */
function refuseHidden(policy: SandboxPolicy, folds: (folder: string) => boolean): void {
  for (const path of policy.hiddenPaths) {
    if (!existsSync(path)) continue
    const folder = foldersTo(path, policy).find(folds)
    if (folder === undefined) continue
    throw new SandboxError(
      `${path} cannot be hidden: the file system of ${folder} takes small letters and capitals for the same, so that another spelling would show it. Nothing was run.`,
      {
        code: 'SANDBOX_POLICY',
        remedy:
          'Work on a file system that tells them apart (in WSL one of Linux, such as ~/project), or keep the file outside of what commands see.',
        details: { path },
      },
    )
  }
}

/** The folders through which a command gets to a path, from what the policy makes visible down. */
function foldersTo(path: string, policy: SandboxPolicy): readonly string[] {
  const { fileMode, workspace, readPaths, writePaths } = policy
  const visible = fileMode === 'off' ? ['/'] : [...readPaths, ...writePaths]
  if (fileMode === 'workspace-only') visible.push(workspace)
  return visible
    .filter((root) => root !== path && isWithin(path, root))
    .flatMap((root) => [root, ...foldersBetween(root, path)])
}

/** Each file system is asked once. */
function onceEach(folds: (folder: string) => boolean): (folder: string) => boolean {
  const known = new Map<string, boolean>()
  return (folder) => {
    const answer = known.get(folder) ?? folds(folder)
    known.set(folder, answer)
    return answer
  }
}

function unavailable(reasons: readonly string[]): SandboxError {
  return new SandboxError(`This machine cannot contain commands. ${reasons.join(' ')}`, {
    code: 'SANDBOX_UNAVAILABLE',
    details: { reasons },
    remedy: 'Do what the reasons say, or choose another backend (sandbox.backend).',
  })
}
