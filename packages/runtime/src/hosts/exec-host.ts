import type { Binding } from '@poundlock/approvals'
import type { PlannedLine } from '@poundlock/plan'
import type {
  ChooseNode,
  Containment,
  Denials,
  HostApprovals,
  PolicyDecision,
  PolicyRequest,
  RequestContext,
} from '@poundlock/policy'
import type { SandboxStatus } from '@poundlock/sandbox'
import type { ExecHostName } from '@poundlock/spec'
import type { CallEnd, CallOrder } from '../call/prepared-call.ts'
import type { ExecRequest } from '../exec/exec-request.ts'

/** The state of a host when a command is decided. */
export interface HostState {
  /** `null` where nothing contains. */
  readonly status: SandboxStatus | null
  /** True when what should contain cannot, and nothing may run without it. */
  readonly unavailable: boolean
  /** The containment that the policy counts on. */
  readonly containment?: Containment
  /** What the owner of that machine laid down; they are asked again there. */
  readonly approvals?: HostApprovals
  /** Where it works, in paths of that machine; where it is left out, as on this one. */
  readonly place?: Pick<RequestContext, 'cwd' | 'workspace' | 'home'>
}

/** A decided command on its way. */
export interface ExecOrder extends CallOrder, ExecRequest {
  /** The line as it was read and decided. */
  readonly line: PlannedLine
  /** What contains it; `null` where it runs without a sandbox. */
  readonly status: SandboxStatus | null
  /** What the policy said of it, and to which request. */
  readonly decided: { readonly decision: PolicyDecision; readonly request: PolicyRequest }
  /** The hosts, as `example.org:443`, that a person allowed before the start. */
  readonly contacts?: readonly string[]
  /** The denials that the policy relied on the sandbox to enforce. */
  readonly denied?: Denials
}

/**
 * Runs commands. The runtime has `sandbox` and `gateway`, both on this machine; an app that reaches other machines adds
 * one for `node`. The policy chooses the host; the host inspects itself, and runs what was decided.
 */
export interface ExecHost {
  /** The names of the nodes that can be reached now; for `node` alone. */
  readonly nodes?: () => readonly string[]
  /** Which node is meant; for `node` alone. */
  readonly chooseNode?: ChooseNode
  /** Reads a line as that machine would: its programs, its files. */
  plan(request: ExecRequest): Promise<PlannedLine>
  /** Called for each decision. @throws PoundlockError for a command that cannot run on the host */
  inspect(request: ExecRequest): Promise<HostState>
  /** What an approval of a line holds for, looked up at this moment. */
  binding(line: PlannedLine, request: ExecRequest): Binding
  /** Asks before the start about the hosts that a line names. @returns those that it may contact, or why it may not start */
  askContacts?(order: ExecOrder): Promise<{ readonly allowed: readonly string[] } | { readonly refused: string }>
  /** Runs a line that was decided, at most once, and records its start and its end. It waits for `order.noted` before. */
  run(order: ExecOrder): Promise<CallEnd>
}

/** The hosts of a runtime. */
export type ExecHosts = Readonly<Record<Exclude<ExecHostName, 'node'>, ExecHost>> & { readonly node?: ExecHost }
