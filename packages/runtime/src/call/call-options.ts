import type { Binding } from '@poundlock/approvals'
import type { PolicyDecision } from '@poundlock/policy'
import type { SuperviseOptions } from '@poundlock/process'
import type { SandboxCommand } from '@poundlock/sandbox'
import type { ToolContext } from '@poundlock/tools'
import type { TryRequest } from '../try/try-request.ts'
import type { AskForApproval } from './approval.ts'

/** A call that is about to run. */
export interface CallStart {
  /** What its records are found by. */
  readonly runId: string
  /** What the rules said. */
  readonly decision: PolicyDecision
  /** Its tool reads and does nothing else: doing it again does no harm. */
  readonly onlyReads: boolean
  /** What an approval of it holds for, looked up at this moment. */
  readonly binding: () => Binding
  /**
   * Nothing of the call runs before this has settled, or at all where it rejects. What is written for the call meanwhile
   * goes to the disk at the same time; what `beforeRun` itself waits for comes before all that.
   */
  readonly waitUntil: (noted: Promise<unknown>) => void
}

/** The caller's options for one call. */
export interface CallOptions extends Pick<SuperviseOptions, 'abortSignal' | 'onOutput'>, Pick<ToolContext, 'onUpdate'> {
  /** Replaces the runtime's `ask` for this call; `null` asks no person. */
  readonly ask?: AskForApproval | null
  /**
   * People cannot answer while a command runs: they are asked about the hosts that it names before it starts, and any
   * other host is refused.
   */
  readonly asksBeforeStart?: boolean
  /**
   * Called once, right before something of the call runs and after everything that could refuse it. When it rejects,
   * nothing runs: a caller notes here, for good, that from now on the call may have had effects.
   */
  readonly beforeRun?: (start: CallStart) => Promise<void>
  /** The standard input of a command. Empty unless set. */
  readonly stdin?: SandboxCommand['stdin']
  /** Records what a command prints; see `openRecording` of the runtime. */
  readonly recorded?: boolean
  /** Runs commands on a view of the workspace, and settles the changes afterwards. */
  readonly try?: TryRequest
}
