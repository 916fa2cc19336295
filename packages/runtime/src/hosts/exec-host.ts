import type { Binding } from '@poundlock/approvals'
import type { Containment, HostApprovals } from '@poundlock/policy'
import type { SandboxStatus } from '@poundlock/sandbox'
import type { ExecHost as ExecHostName, ExecInput } from '@poundlock/spec'
import type { CallEnd, CallOrder } from '../call/subject.ts'
import type { CallContext } from '../create-runtime.ts'
import type { PlannedLine } from '../plan/plan-command.ts'

/** A command, as far as it is known before it is read. */
export interface AskedCommand {
  readonly input: ExecInput
  readonly context: CallContext
  /** Absolute: where it starts. */
  readonly cwd: string
  /** With the host `node`: which one. */
  readonly node?: string
}

/** What a host has to say before a command is decided. */
export interface HostState {
  /** `null` where nothing contains. */
  readonly status: SandboxStatus | null
  /** True when what should contain cannot, and nothing may run without it. */
  readonly unavailable: boolean
  /** What the policy is told of it. */
  readonly containment?: Containment
  /** What the owner of that machine laid down; they are asked again there. */
  readonly approvals?: HostApprovals
}

/** A decided command on its way. */
export interface ExecOrder extends CallOrder, AskedCommand {
  readonly line: PlannedLine
  readonly status: SandboxStatus | null
}

/**
 * Where commands run. The runtime serves `sandbox` and `gateway`, which are this machine; whoever reaches others gives
 * one for `node`. The policy decides which, the host says what is true there, and runs what was decided.
 */
export interface ExecHost {
  /** The names of the nodes that can be reached now; for `node` alone. */
  readonly nodes?: () => readonly string[]
  /** Reads a line as that machine would: its programs, its files. */
  plan(asked: AskedCommand): Promise<PlannedLine>
  /** Looked at for each decision. @throws PoundlockError for what could not run there at all */
  inspect(asked: AskedCommand): Promise<HostState>
  /** What an approval of a line holds for, looked up at this moment. */
  binding(line: PlannedLine, asked: AskedCommand): Binding
  /** Runs a line that was decided, at most once, and records its start and its end. */
  run(order: ExecOrder): Promise<CallEnd>
}

/** The hosts of a runtime. */
export type ExecHosts = Readonly<Record<Exclude<ExecHostName, 'node'>, ExecHost>> & { readonly node?: ExecHost }
