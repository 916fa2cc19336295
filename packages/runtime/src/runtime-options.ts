import type { GrantLimits } from '@poundlock/approvals/node'
import type { FindExecutable } from '@poundlock/plan'
import type { Grant, HostApprovals, Policy, PolicyDecision, PolicyRequest } from '@poundlock/policy'
import type { Jobs } from '@poundlock/process/jobs'
import type { ToolHandler } from '@poundlock/tools'
import type { AskForApproval } from './call/approval.ts'
import type { OfferedGrant } from './call/offer-grants.ts'
import type { WriteRecord } from './call/records.ts'
import type { ContainmentOptions } from './contain/containment.ts'
import type { CallListener } from './events/call-event.ts'
import type { Notices } from './events/notices.ts'
import type { Hook } from './hooks/hook.ts'
import type { ExecHost } from './hosts/exec-host.ts'
import type { LoopLimits } from './loops/loop-detector.ts'
import type { OpenRecording } from './recording/recorder.ts'
import type { ChangeKeeper } from './undo/change-keeper.ts'

/** The options of a runtime; the same for all of its calls. */
export interface RuntimeOptions {
  /** Decides every call. */
  readonly policy: Policy
  /** Where commands run, and what holds where that is not possible. */
  readonly containment: ContainmentOptions
  /** Finds the program that a name stands for, in `path`. */
  readonly findExecutable: FindExecutable
  /** The environment that Poundlock itself was started with. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>
  /** Names of further variables that pass; see the policy's `environment`. */
  readonly passEnvironment: readonly string[]
  /** Folders for programs, absolute. */
  readonly path: readonly string[]
  /** The home folder of the user: what `~` stands for in a command line. */
  readonly userHome: string
  /** Absolute path of bash, which is the shell that command lines are read for. */
  readonly shell: string
  /** Milliseconds; a call can name fewer. */
  readonly timeoutMs: number
  /** Where output goes that is too long to keep in memory, absolute; without it, the middle is dropped. */
  readonly spillDirectory?: string
  /** Writes a record; a call whose record cannot be written does not run. */
  readonly record: WriteRecord
  /** Opens recordings of what commands print. Without it, a call that is to be recorded does not run. */
  readonly openRecording?: OpenRecording
  /** Records every command. */
  readonly recordsAll?: boolean
  /** Keeps what calls change in the workspace. Without it, nothing can be undone. */
  readonly undo?: ChangeKeeper
  /** Makes the id of a run; never the same twice. */
  readonly newRunId: () => string
  /** Handlers of the built-in tools besides `exec`. */
  readonly handlers?: readonly ToolHandler[]
  /** What the owner of this host laid down, if anything. */
  readonly approvals?: HostApprovals
  /** Runs commands in the background. Absent where there is no such thing: every call waits for its end then. */
  readonly jobs?: Jobs
  /** Runs commands on other machines. Without it, calls for a node are denied. */
  readonly nodeHost?: ExecHost
  /** Asks for approval. Absent where no person can be asked. A call can have its own. */
  readonly ask?: AskForApproval
  /** The standing grants for this agent on this host; read for each decision. */
  readonly grants?: (agent: string, host: string, session?: string) => readonly Grant[]
  /** Hooks before and after calls. */
  readonly hooks?: readonly Hook[]
  /** Redacts the results of tools. Records are always redacted. Default: false. */
  readonly redactResults?: boolean
  /** Receives the events of calls. */
  readonly onEvent?: CallListener
  /**
   * Which events about background commands a session gets. Default: when they have ended, and when they still run after
   * ten seconds.
   */
  readonly notices?: Notices
  /** When a call is refused that is made again and again with the same result; `false` for never. */
  readonly loops?: LoopLimits | false
  /** Stores standing grants. Without it, none are offered. */
  readonly keepGrants?: (offered: readonly OfferedGrant[], given: GrantGiven) => void
  /**
   * Uses one use of a standing grant, right before the call runs.
   *
   * @returns false where the grant no longer holds: then the call does not run
   */
  readonly usedGrants?: (request: PolicyRequest, decision: PolicyDecision) => boolean
  /** Called when a command starts, to note which rules are used. It runs in parallel; its errors are ignored. */
  readonly usedRules?: (request: PolicyRequest, decision: PolicyDecision) => Promise<void>
  /** What granting would have saved until now, as a line for the person; `null` where nothing can be said. */
  readonly previewGrants?: (
    offered: readonly OfferedGrant[],
    where: Pick<GrantGiven, 'agent' | 'host'>,
  ) => Promise<string | null>
}

/** The agent, the host, the approver and the limits of a standing grant. */
export interface GrantGiven extends GrantLimits {
  /** Id of the agent that it is for. */
  readonly agent: string
  /** Of the commands that it is for. */
  readonly host: string
  /** Who gave it. */
  readonly by: string
  /** The one session that it holds in; absent where it holds in all. */
  readonly session?: string
}
