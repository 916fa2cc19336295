import type { AuditApproval } from '@poundlock/audit'
import type { PolicyDecision } from '@poundlock/policy'
import type { ProcessResult } from '@poundlock/process'
import type { SandboxDenial, SandboxStatus } from '@poundlock/sandbox'
import type { PoundlockError } from '@poundlock/spec'
import type { ToolOutput } from '@poundlock/tools'
import type { ChangeSet, Conflict, GuardedResult, ViewKind } from '@poundlock/try'

/**
 * How a call ended:
 * `ran`: the tool ran, see `output`, or `run` for a command; `denied`: the policy refused it; `unapproved`: it needed
 * approval and did not get it; `invalid`: there is no such tool, or the input does not fit it; `unavailable`: the
 * sandbox cannot contain here; `failed`: something of ours broke. Nothing ran, unless it is `ran`, or `failed` with a
 * `run`, a `runId`, or an error with the code `RUN_OUTCOME_UNKNOWN`: a command was started, and its end is not known.
 */
export type CallStatus = 'ran' | 'denied' | 'unapproved' | 'invalid' | 'unavailable' | 'failed'

/** How a command ended, and what its sandbox refused. */
export interface RunReport extends ProcessResult {
  /** The id of the run in the records. */
  readonly runId: string
  /** What the sandbox refused it, as far as that is known. */
  readonly denials: readonly SandboxDenial[]
  /** Why the end of it could not be recorded; absent when it was. */
  readonly unrecorded?: PoundlockError
}

/** A command that goes on in the background; `process` looks after it. */
export interface JobReport {
  /** What `process` takes. */
  readonly id: string
  /** Absolute path of its output: both streams, in order of arrival. */
  readonly log: string
  /** How long the call waited for its end, in milliseconds. */
  readonly waitedMs: number
}

/** The changes of a try run, and whether they were applied. */
export interface TryReport {
  /** What `try` takes to apply or discard it. */
  readonly id: string
  /** How the workspace was shown to it: an overlay, or a copy. */
  readonly view: ViewKind
  /** What it changed there. */
  readonly changeSet: ChangeSet
  /** `conflicting`: the workspace changed during the run, so nothing was applied and the changes are kept. */
  readonly settled: 'applied' | 'discarded' | 'kept' | 'conflicting'
  /** Who or what decided that. */
  readonly by: string
  /** Paths that changed in the workspace meanwhile, so that nothing was applied. */
  readonly conflicts: readonly Conflict[]
  /** Paths that were applied and then quarantined, as after any command. */
  readonly quarantined: GuardedResult['quarantined']
  /** False when the workspace has more folders than are searched after an apply. */
  readonly complete: boolean
}

/** What became of a call, whole: the person's view, the model's text and the record are made of it. */
export interface CallOutcome {
  /** The id that the call came with, by which its records are found. */
  readonly callId: string
  /** The tool's own name; as the call wrote it where there is no such tool. */
  readonly tool: string
  /** How it ended. */
  readonly status: CallStatus
  /** What the person and the model can act on; several lines. */
  readonly message: string
  /** `null` where it ended before there was one: no such tool, or an input that does not fit. */
  readonly decision: PolicyDecision | null
  /** Who or what let it pass, or refused it. */
  readonly approval: AuditApproval | null
  /** Of the sandbox for it; `null` where it needs none, or did not get that far. */
  readonly sandbox: SandboxStatus | null
  /** What the records of the run are found by; `null` where nothing ran. */
  readonly runId: string | null
  /** What the tool has to say; `null` for commands, see `run` and `job`, and where nothing ran. */
  readonly output: ToolOutput | null
  /** `null` also for a command that was tried and not approved: only the approver sees its output. */
  readonly run: RunReport | null
  /** More text for the model, from hooks. */
  readonly notes: readonly string[]
  /** Set where a hook withholds the result: then `output` and `run` are empty. */
  readonly withheld: { readonly by: string; readonly reason: string } | null
  /** `null` where no command goes on in the background. */
  readonly job: JobReport | null
  /** `null` where the command did not run in a view of the workspace. */
  readonly tried: TryReport | null
  /** What broke; `null` where nothing did. */
  readonly error: PoundlockError | null
}
