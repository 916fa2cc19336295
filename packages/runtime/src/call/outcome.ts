import type { AuditApproval } from '@poundlock/audit'
import type { PolicyDecision } from '@poundlock/policy'
import type { ProcessResult } from '@poundlock/process'
import type { SandboxDenial, SandboxStatus } from '@poundlock/sandbox'
import type { ChangeSet, Conflict, ViewKind } from '@poundlock/sandbox/try'
import type { PoundlockError } from '@poundlock/spec'
import type { ToolOutput } from '@poundlock/tools'

/**
 * How a call ended:
 * `ran`: the tool ran, see `output`, or `run` for a command; `denied`: the policy refused it; `unapproved`: it needed
 * approval and did not get it; `invalid`: there is no such tool, or the input does not fit it; `unavailable`: the
 * sandbox cannot contain here; `failed`: something of ours broke. Nothing ran, unless it is `ran`, or `failed` with a
 * `run` or a `runId`.
 */
export type CallStatus = 'ran' | 'denied' | 'unapproved' | 'invalid' | 'unavailable' | 'failed'

/** How a command went, and what it was refused meanwhile. */
export interface RunReport extends ProcessResult {
  /** What its records are found by. */
  readonly runId: string
  readonly denials: readonly SandboxDenial[]
  /** Why the end of it could not be recorded; absent when it was. */
  readonly unrecorded?: PoundlockError
}

/** A command that goes on in the background; `process` looks after it. */
export interface JobReport {
  readonly id: string
  /** Absolute path of its output: both streams, in order of arrival. */
  readonly log: string
  /** How long the call waited for its end, in milliseconds. */
  readonly waitedMs: number
}

/** What a command did to a view of the workspace, and what became of that. */
export interface TryReport {
  readonly id: string
  readonly view: ViewKind
  readonly changeSet: ChangeSet
  /** `conflicting`: the workspace had changed meanwhile; nothing was applied, and it is kept. */
  readonly settled: 'applied' | 'discarded' | 'kept' | 'conflicting'
  /** Who or what decided that. */
  readonly by: string
  readonly conflicts: readonly Conflict[]
}

/** What became of a call, whole: the person's view, the model's text and the record are made of it. */
export interface CallOutcome {
  readonly callId: string
  /** The tool's own name; as the call wrote it where there is no such tool. */
  readonly tool: string
  readonly status: CallStatus
  /** What the person and the model can act on; several lines. */
  readonly message: string
  readonly decision: PolicyDecision | null
  /** Who or what let it pass, or refused it. */
  readonly approval: AuditApproval | null
  readonly sandbox: SandboxStatus | null
  /** What the records of the run are found by; `null` where nothing ran. */
  readonly runId: string | null
  /** What the tool has to say; `null` for commands, see `run` and `job`, and where nothing ran. */
  readonly output: ToolOutput | null
  /** `null` also of a command that was tried and not approved: its output is for nobody but who was asked. */
  readonly run: RunReport | null
  /** What else the model should read: what hooks have to say. */
  readonly notes: readonly string[]
  /** Set where a hook keeps the result back: then `output` and `run` hold nothing of it. */
  readonly withheld: { readonly by: string; readonly reason: string } | null
  /** `null` where no command goes on in the background. */
  readonly job: JobReport | null
  /** `null` where the command did not run in a view of the workspace. */
  readonly tried: TryReport | null
  readonly error: PoundlockError | null
}
