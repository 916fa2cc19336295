// The public declarations of @poundlock/runtime, written by `pnpm api`.

// index.d.ts
export type { ApprovalAnswer, ApprovalRequest, AskForApproval, NoAnswer } from './call/approval.ts';
export { askThroughStore, type AskingSurface, type ShownRequest } from './call/ask-through-store.ts';
export { offerGrants, type OfferedGrant } from './call/offer-grants.ts';
export { refusalMessage, remedies } from './call/messages.ts';
export type { CallOutcome, CallStatus, JobReport, RunReport, TryReport } from './call/outcome.ts';
export type { RecordType, WriteRecord } from './call/records.ts';
export { commandEnvironment, type EnvironmentOptions } from './contain/environment.ts';
export { containmentAsked, containmentOf, type ContainmentOptions } from './contain/containment.ts';
export { unavailableMessage } from './call/describe-call.ts';
export { createRuntime, type CallContext, type CheckedCall, type GrantGiven, type GrantLimits, type LiveOptions, type Runtime, type RuntimeOptions, } from './create-runtime.ts';
export { calledAs } from './exec/command-tools.ts';
export { commandProblem } from './exec/exec-subject.ts';
export type { CallEvent, CallListener } from './events/call-event.ts';
export { createSessionEvents, execDenied, execFinished, execRunning, execStarted, type ExecPlace, type SessionEvents, } from './events/session-events.ts';
export type { AskedCommand, ExecHost, ExecOrder, HostState } from './hosts/exec-host.ts';
export type { Speaker } from './session/direct.ts';
export type { CallEnd, CallOrder } from './call/subject.ts';
export { LOOP_LIMITS, type LoopLimits } from './loops/loop-detector.ts';
export { commandHook, type CommandHookOptions } from './hooks/command-hook.ts';
export type { Hook, HookAnswer, HookCall, HookEvent, HookResult } from './hooks/hook.ts';
export { realPathAmong, realPathOf } from './files/real-path.ts';
export type { TryEffect, TryRequest, TrySettlement } from './try/try-request.ts';
export { createExecutableFinder, SYSTEM_PATH, type FindExecutable } from './plan/executables.ts';
export { isKnownCommand } from './plan/known-commands.ts';
export { MAX_COMMAND_LENGTH, planCommand, type PlannedLine, type PlanOptions } from './plan/plan-command.ts';
export type { ToolRegistry } from './tools/tool-registry.ts';
export { keptWork, startJobWork } from './run/run-as-job.ts';
export type { RunWork, WorkOptions } from './run/run-work.ts';
export type { RunOptions } from './run/run-planned-line.ts';
export { inspectRepository, type InspectRepository } from './repository/inspect-repository.ts';

// call/approval.d.ts
import type { Binding, GrantReach } from '@poundlock/approvals';
import type { PolicyDecision } from '@poundlock/policy';
import type { TryEffect } from '../try/try-request.ts';
export interface ApprovalRequest {
    readonly callId: string;
    readonly tool: string;
    readonly input: unknown;
    readonly command: string;
    readonly cwd: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly agent: string;
    readonly session: string;
    readonly decision: PolicyDecision;
    readonly binding: Binding;
    readonly effect?: TryEffect;
    readonly always: readonly string[];
}
export interface ApprovalAnswer {
    readonly answer: 'allow-once' | 'allow-always' | 'deny';
    readonly limits?: GrantReach;
    readonly by: string;
    readonly reason?: string;
    readonly requestId?: string;
    readonly use?: (now: Binding) => readonly string[];
}
export interface NoAnswer {
    readonly answer: 'unreachable' | 'timed-out' | 'limited' | 'cancelled';
    readonly message: string;
    readonly requestId?: string;
}
export type AskForApproval = (request: ApprovalRequest, options?: {
    readonly signal?: AbortSignal;
}) => Promise<ApprovalAnswer | NoAnswer>;
export declare const isAnswer: (given: ApprovalAnswer | NoAnswer) => given is ApprovalAnswer;

// call/ask-through-store.d.ts
import { type ApprovalAnswer as StoredAnswer, type ApprovalRequest as StoredRequest } from '@poundlock/approvals';
import type { Answered, RequestStore } from '@poundlock/approvals/node';
import type { ApprovalRequest, AskForApproval } from './approval.ts';
export interface ShownRequest {
    readonly stored: StoredRequest;
    readonly asked: ApprovalRequest;
    readonly answer: (given: Omit<StoredAnswer, 'at'>) => Answered;
    readonly signal: AbortSignal;
}
export interface AskingSurface {
    readonly name: string;
    show(shown: ShownRequest): Promise<boolean>;
}
export declare function askThroughStore(store: RequestStore, surfaces: readonly AskingSurface[]): AskForApproval;

// call/describe-call.d.ts
import type { AuditApproval, DecisionData } from '@poundlock/audit';
import type { PolicyDecision } from '@poundlock/policy';
import type { CallContext } from '../create-runtime.ts';
import type { DecidedCall } from './subject.ts';
export declare function ruleApproval(decision: PolicyDecision, settled: PolicyDecision): AuditApproval;
export declare function decisionData(call: {
    readonly id: string;
    readonly tool: string;
}, context: CallContext, { decision: { decision, reasons, exec }, facts }: Pick<DecidedCall, 'decision' | 'facts'>, outcome: DecisionData['outcome'], approval: AuditApproval): DecisionData;
export declare function unavailableMessage(reasons: readonly string[]): string;

// call/messages.d.ts
import type { Fix, PolicyDecision } from '@poundlock/policy';
export declare function refusalMessage(decision: PolicyDecision): string;
export declare function remedies(fixes: readonly Fix[]): readonly string[];

// call/offer-grants.d.ts
import type { GrantScope } from '@poundlock/approvals';
import { type Grant, type Policy, type PolicyRequest } from '@poundlock/policy';
export interface OfferedGrant {
    readonly grant: Grant;
    readonly covers: string;
}
export declare function offerGrants(policy: Policy, request: PolicyRequest, folder: string, scope?: GrantScope, listed?: readonly string[]): readonly OfferedGrant[];

// call/outcome.d.ts
import type { AuditApproval } from '@poundlock/audit';
import type { PolicyDecision } from '@poundlock/policy';
import type { ProcessResult } from '@poundlock/process';
import type { SandboxDenial, SandboxStatus } from '@poundlock/sandbox';
import type { ChangeSet, Conflict, ViewKind } from '@poundlock/sandbox/try';
import type { PoundlockError } from '@poundlock/spec';
import type { ToolOutput } from '@poundlock/tools';
export type CallStatus = 'ran' | 'denied' | 'unapproved' | 'invalid' | 'unavailable' | 'failed';
export interface RunReport extends ProcessResult {
    readonly runId: string;
    readonly denials: readonly SandboxDenial[];
    readonly unrecorded?: PoundlockError;
}
export interface JobReport {
    readonly id: string;
    readonly log: string;
    readonly waitedMs: number;
}
export interface TryReport {
    readonly id: string;
    readonly view: ViewKind;
    readonly changeSet: ChangeSet;
    readonly settled: 'applied' | 'discarded' | 'kept' | 'conflicting';
    readonly by: string;
    readonly conflicts: readonly Conflict[];
}
export interface CallOutcome {
    readonly callId: string;
    readonly tool: string;
    readonly status: CallStatus;
    readonly message: string;
    readonly decision: PolicyDecision | null;
    readonly approval: AuditApproval | null;
    readonly sandbox: SandboxStatus | null;
    readonly runId: string | null;
    readonly output: ToolOutput | null;
    readonly run: RunReport | null;
    readonly notes: readonly string[];
    readonly withheld: {
        readonly by: string;
        readonly reason: string;
    } | null;
    readonly job: JobReport | null;
    readonly tried: TryReport | null;
    readonly error: PoundlockError | null;
}

// call/records.d.ts
import type { DataOf } from '@poundlock/audit';
export type RecordType = 'decision' | 'try-start' | 'try-end' | 'run-start' | 'run-end' | 'tool-start' | 'tool-end' | 'result-withheld' | 'directive';
export type WriteRecord = <Type extends RecordType>(type: Type, data: DataOf<Type>) => Promise<unknown>;
export declare const withoutSecrets: (record: WriteRecord) => WriteRecord;

// call/subject.d.ts
import type { Binding } from '@poundlock/approvals';
import type { DecisionData } from '@poundlock/audit';
import type { PolicyDecision, PolicyRequest } from '@poundlock/policy';
import type { SandboxStatus } from '@poundlock/sandbox';
import type { ExecInput, ToolSpec } from '@poundlock/spec';
import type { CheckedCall, LiveOptions } from '../create-runtime.ts';
import type { ApprovalRequest } from './approval.ts';
import type { CallOutcome, CallStatus } from './outcome.ts';
export interface CallSubject {
    readonly spec: ToolSpec;
    readonly input: unknown;
    readonly folders: readonly string[];
    shown(): Pick<ApprovalRequest, 'command' | 'cwd' | 'environment'>;
    check(): Promise<DecidedCall>;
}
export interface DecidedCall {
    readonly decision: PolicyDecision;
    readonly request: PolicyRequest;
    readonly status: SandboxStatus | null;
    readonly unavailable: boolean;
    readonly facts: Pick<DecisionData, 'command' | 'cwd' | 'files' | 'urls'>;
    readonly line?: CheckedCall;
    readonly command?: ExecInput;
    problem?(): string | null;
    identity(): string;
    binding(): Binding;
    run(order: CallOrder): Promise<CallEnd>;
}
export interface CallOrder {
    readonly runId: string;
    readonly callId: string;
    readonly approvedBy: string;
    readonly approved: boolean;
    readonly live: LiveOptions;
}
export interface CallEnd extends Partial<CallOutcome> {
    readonly status: CallStatus;
    readonly message: string;
}

// contain/containment.d.ts
import type { Containment } from '@poundlock/policy';
import type { SandboxBackend, SandboxPolicy, SandboxStatus } from '@poundlock/sandbox';
export interface ContainmentOptions {
    readonly backend: SandboxBackend;
    readonly none: SandboxBackend;
    readonly policy: SandboxPolicy;
    readonly onUnavailable: 'refuse' | 'degrade';
}
export declare function containmentOf(status: SandboxStatus): Containment;
export declare function containmentAsked(policy: SandboxPolicy): Containment;

// contain/environment.d.ts
export interface EnvironmentOptions {
    readonly host: Readonly<Record<string, string | undefined>>;
    readonly pass: readonly string[];
    readonly call: Readonly<Record<string, string>>;
    readonly home: string;
    readonly path: readonly string[];
}
export declare function commandEnvironment(options: EnvironmentOptions): Record<string, string>;
export declare function ownVariable(names: readonly string[]): string | null;

// create-runtime.d.ts
import type { Grant, HostApprovals, Policy, PolicyDecision, PolicyRequest, SessionState } from '@poundlock/policy';
import type { DirectiveResult } from '@poundlock/policy/session';
import type { Jobs } from '@poundlock/process/jobs';
import type { SandboxStatus } from '@poundlock/sandbox';
import { type ExecInput, type ToolCall } from '@poundlock/spec';
import type { ToolContext, ToolHandler } from '@poundlock/tools';
import type { AskForApproval } from './call/approval.ts';
import type { OfferedGrant } from './call/offer-grants.ts';
import type { CallOutcome } from './call/outcome.ts';
import type { CallListener } from './events/call-event.ts';
import { type Notices } from './events/notices.ts';
import { type SessionEvents } from './events/session-events.ts';
import type { Hook } from './hooks/hook.ts';
import type { ExecHost } from './hosts/exec-host.ts';
import { type LoopLimits } from './loops/loop-detector.ts';
import type { FindExecutable } from './plan/executables.ts';
import type { PlannedLine } from './plan/plan-command.ts';
import type { RunOptions } from './run/run-planned-line.ts';
import type { Speaker } from './session/direct.ts';
import { type ToolRegistry } from './tools/tool-registry.ts';
import type { TryRequest } from './try/try-request.ts';
export interface CallContext {
    readonly agent: string;
    readonly session: string;
    readonly workspace: string;
    readonly cwd: string;
    readonly provider?: string;
    readonly model?: string;
}
export interface RuntimeOptions extends RunOptions {
    readonly policy: Policy;
    readonly findExecutable: FindExecutable;
    readonly handlers?: readonly ToolHandler[];
    readonly approvals?: HostApprovals;
    readonly jobs?: Jobs;
    readonly nodeHost?: ExecHost;
    readonly ask?: AskForApproval;
    readonly grants?: (agent: string, host: string) => readonly Grant[];
    readonly hooks?: readonly Hook[];
    readonly redactResults?: boolean;
    readonly onEvent?: CallListener;
    readonly notices?: Notices;
    readonly loops?: LoopLimits | false;
    readonly keepGrants?: (offered: readonly OfferedGrant[], given: GrantGiven) => void;
    readonly usedGrants?: (request: PolicyRequest, decision: PolicyDecision) => boolean;
    readonly previewGrants?: (offered: readonly OfferedGrant[], where: Pick<GrantGiven, 'agent' | 'host'>) => Promise<string | null>;
}
export interface GrantLimits {
    readonly maxUses?: number;
    readonly expiresAt?: number;
}
export interface GrantGiven extends GrantLimits {
    readonly agent: string;
    readonly host: string;
    readonly by: string;
}
export interface CheckedCall {
    readonly decision: PolicyDecision;
    readonly line: PlannedLine;
    readonly status: SandboxStatus | null;
    readonly unavailable: boolean;
    readonly request: PolicyRequest;
}
export interface Runtime {
    readonly tools: ToolRegistry;
    check(input: ExecInput, context: CallContext): Promise<CheckedCall>;
    call(call: ToolCall, context: CallContext, live?: LiveOptions): Promise<CallOutcome>;
    direct(text: string, context: CallContext, speaker: Speaker): Promise<DirectiveResult | null>;
    sessionState(session: string): SessionState;
    readonly sessionEvents: SessionEvents;
    takeEvents(session: string): Promise<readonly string[]>;
    heard(session: string): void;
    warm(): Promise<void>;
    close(): Promise<void>;
}
export interface LiveOptions extends Pick<RunOptions, 'abortSignal' | 'onOutput' | 'stdin'>, Pick<ToolContext, 'onUpdate'> {
    readonly try?: TryRequest;
}
export declare function createRuntime(given: RuntimeOptions): Runtime;

// events/call-event.d.ts
import type { CallStatus } from '../call/outcome.ts';
interface OfCall {
    readonly runId: string;
    readonly callId: string;
    readonly tool: string;
    readonly agent: string;
    readonly session: string;
}
export type CallEvent = (OfCall & {
    readonly type: 'tool-started';
})
 | (OfCall & {
    readonly type: 'tool-running';
    readonly durationMs: number;
})
 | (OfCall & {
    readonly type: 'tool-updated';
    readonly text: string;
}) | (OfCall & {
    readonly type: 'tool-ended';
    readonly status: CallStatus;
    readonly message: string;
    readonly durationMs: number;
    readonly tail?: string;
});
export type CallListener = (event: CallEvent) => void;
export declare function tell(listener: CallListener | undefined, event: CallEvent): void;
export {};

// events/notices.d.ts
export interface Notices {
    readonly onExit: boolean;
    readonly runningMs: number;
}
export declare const NOTICES: Notices;

// events/session-events.d.ts
export interface ExecPlace {
    readonly node: string;
    readonly id: string;
}
export interface SessionEvents {
    push(session: string, text: string): void;
    take(session: string): readonly string[];
}
export declare function createSessionEvents(): SessionEvents;
export declare const execStarted: ({ node, id }: ExecPlace) => string;
export declare const execRunning: ({ node, id }: ExecPlace, milliseconds: number) => string;
export declare function execFinished({ node, id }: ExecPlace, { code, tail }: {
    readonly code: number | string | null;
    readonly tail: string;
}): string;
export declare const execDenied: ({ node, id }: ExecPlace, reason: string) => string;

// exec/command-tools.d.ts
import { type ExecInput, type ToolSpec } from '@poundlock/spec';
export declare const COMMAND_TOOLS: readonly ToolSpec[];
export declare function calledAs(name: string, spec: ToolSpec): ToolSpec;
export declare function asExec(called: ToolSpec, input: unknown): {
    readonly input: ExecInput;
} | {
    readonly problem: string;
};

// exec/exec-subject.d.ts
import { type ExecInput } from '@poundlock/spec';
import type { CallSubject } from '../call/subject.ts';
import type { CallContext, CheckedCall, RuntimeOptions } from '../create-runtime.ts';
import type { ExecHosts } from '../hosts/exec-host.ts';
import type { Sessions } from '../session/sessions.ts';
export interface ExecParts {
    readonly options: RuntimeOptions;
    readonly hosts: ExecHosts;
    readonly sessions: Sessions;
}
export declare function execSubject(called: Pick<CallSubject, 'spec' | 'input'>, input: ExecInput, context: CallContext, parts: ExecParts): CallSubject;
export declare function checkLine(input: ExecInput, context: CallContext, parts: ExecParts): Promise<CheckedCall>;
export declare function commandProblem(command: string, tool?: string): string | null;
export declare function execProblem(tool: string, { command, pty, elevated, node, env }: ExecInput, session: string, { options, hosts, sessions }: ExecParts): string | null;

// files/real-path.d.ts
export declare function realPathOf(path: string, cwd: string, home: string): string | null;
export declare function realPathAmong(links: Readonly<Record<string, string>>, path: string, cwd: string, home: string): string | null;

// hooks/command-hook.d.ts
import type { Hook } from './hook.ts';
export interface CommandHookOptions extends Pick<Hook, 'name' | 'event' | 'tools' | 'priority' | 'timeoutMs'> {
    readonly command: string;
    readonly cwd: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly shell: string;
}
export declare function commandHook({ command, cwd, environment, shell, ...hook }: CommandHookOptions): Hook;

// hooks/hook.d.ts
export type HookEvent = 'before' | 'after' | 'after-failure';
export interface HookCall {
    readonly event: HookEvent;
    readonly callId: string;
    readonly tool: string;
    readonly input: unknown;
    readonly agent: string;
    readonly session: string;
    readonly workspace: string;
    readonly cwd: string;
    readonly result?: HookResult;
}
export interface HookResult {
    readonly message: string;
    readonly text: string;
    readonly exitCode?: number | null;
    readonly code?: string;
}
export interface HookAnswer {
    readonly decision?: 'allow' | 'ask' | 'deny';
    readonly reason?: string;
    readonly input?: unknown;
    readonly note?: string;
}
export interface Hook {
    readonly name: string;
    readonly event: HookEvent;
    readonly tools?: readonly string[];
    readonly priority?: number;
    readonly timeoutMs?: number;
    readonly run: (call: HookCall, signal: AbortSignal) => HookAnswer | undefined | Promise<HookAnswer | undefined>;
}
export declare const HOOK_TIMEOUT_MS = 30000;

// hosts/exec-host.d.ts
import type { Binding } from '@poundlock/approvals';
import type { Containment, HostApprovals } from '@poundlock/policy';
import type { SandboxStatus } from '@poundlock/sandbox';
import type { ExecHost as ExecHostName, ExecInput } from '@poundlock/spec';
import type { CallEnd, CallOrder } from '../call/subject.ts';
import type { CallContext } from '../create-runtime.ts';
import type { PlannedLine } from '../plan/plan-command.ts';
export interface AskedCommand {
    readonly input: ExecInput;
    readonly context: CallContext;
    readonly cwd: string;
    readonly node?: string;
}
export interface HostState {
    readonly status: SandboxStatus | null;
    readonly unavailable: boolean;
    readonly containment?: Containment;
    readonly approvals?: HostApprovals;
}
export interface ExecOrder extends CallOrder, AskedCommand {
    readonly line: PlannedLine;
    readonly status: SandboxStatus | null;
}
export interface ExecHost {
    readonly nodes?: () => readonly string[];
    plan(asked: AskedCommand): Promise<PlannedLine>;
    inspect(asked: AskedCommand): Promise<HostState>;
    binding(line: PlannedLine, asked: AskedCommand): Binding;
    run(order: ExecOrder): Promise<CallEnd>;
}
export type ExecHosts = Readonly<Record<Exclude<ExecHostName, 'node'>, ExecHost>> & {
    readonly node?: ExecHost;
};

// loops/loop-detector.d.ts
export interface LoopLimits {
    readonly warning: number;
    readonly critical: number;
    readonly breaker: number;
}
export declare const LOOP_LIMITS: LoopLimits;
export interface LoopFinding {
    readonly level: 'warning' | 'critical';
    readonly detector: 'generic_repeat' | 'known_poll_no_progress' | 'ping_pong' | 'global_circuit_breaker';
    readonly count: number;
    readonly message: string;
}
export interface LoopDetector {
    look(session: string, tool: string, input: unknown): LoopFinding | null;
    note(session: string, tool: string, input: unknown, result: unknown): void;
    forget(session: string): void;
}
export declare function createLoopDetector(given?: LoopLimits): LoopDetector;

// plan/executables.d.ts
export type FindExecutable = (name: string, cwd: string) => string | null;
export declare const SYSTEM_PATH: readonly string[];
export declare function createExecutableFinder(path: readonly string[]): FindExecutable;

// plan/known-commands.d.ts
export declare function isKnownCommand(name: string): boolean;

// plan/plan-command.d.ts
import type { CommandPlan } from '@poundlock/policy';
import type { Dialect } from '@poundlock/shell';
import { type ShellAnalysis } from '@poundlock/shell/analysis';
import type { InspectRepository } from '../repository/inspect-repository.ts';
import type { FindExecutable } from './executables.ts';
export interface PlanOptions {
    readonly cwd: string;
    readonly home: string;
    readonly dialect?: Dialect;
    readonly findExecutable: FindExecutable;
    readonly path?: readonly string[];
    readonly inspectRepository?: InspectRepository;
}
export interface PlannedLine {
    readonly plan: CommandPlan;
    readonly analysis: ShellAnalysis;
}
export { MAX_COMMAND_LENGTH } from './possible-commands.ts';
export declare function planCommand(text: string, options: PlanOptions): PlannedLine;
export declare function planAnalyzed(text: string, analysis: ShellAnalysis, options: PlanOptions): CommandPlan;

// plan/possible-commands.d.ts
import type { CommandProfile, PlannedCommand } from '@poundlock/policy';
import type { InspectRepository } from '../repository/inspect-repository.ts';
import type { FindExecutable } from './executables.ts';
export declare const MAX_COMMAND_LENGTH: number;
export interface StartPlace {
    readonly cwd: string;
    readonly home: string;
    readonly findExecutable: FindExecutable;
    readonly inspectRepository?: InspectRepository;
}
export declare function addPossible(code: string, span: PlannedCommand['span'], { cwd, home, findExecutable, inspectRepository }: StartPlace, into: PlannedCommand[]): void;
export declare function addPossibleFile(path: string, span: PlannedCommand['span'], { inspectRepository }: Pick<StartPlace, 'inspectRepository'>, into: PlannedCommand[]): void;
export declare function addExecuted({ effects }: CommandProfile, span: PlannedCommand['span'], place: StartPlace, into: PlannedCommand[]): void;

// repository/inspect-repository.d.ts
export type InspectRepository = (folder: string, obeys: readonly string[]) => readonly string[];
export declare const inspectRepository: InspectRepository;

// run/run-as-job.d.ts
import type { Jobs, StartedJob } from '@poundlock/process/jobs';
import type { JobReport, RunReport } from '../call/outcome.ts';
import { type RunWork, type WorkOptions } from './run-work.ts';
export interface JobOrderOptions {
    readonly jobs: Jobs;
    readonly title: string;
    readonly agent: string;
    readonly session: string;
    readonly yieldMs: number;
    readonly abortSignal?: AbortSignal;
}
export declare function runAsJob(work: RunWork, { jobs, title, agent, session, yieldMs, abortSignal }: JobOrderOptions): Promise<{
    readonly run: RunReport;
} | {
    readonly job: JobReport;
}>;
export declare function keptWork(work: unknown): unknown;
export declare function startJobWork(work: unknown, options: WorkOptions): Promise<StartedJob>;

// run/run-planned-line.d.ts
import { type SuperviseOptions } from '@poundlock/process';
import type { SandboxCommand, SandboxStatus } from '@poundlock/sandbox';
import type { OpenTry } from '@poundlock/sandbox/try';
import type { ExecInput } from '@poundlock/spec';
import type { RunReport } from '../call/outcome.ts';
import type { WriteRecord } from '../call/records.ts';
import type { ContainmentOptions } from '../contain/containment.ts';
import type { CallContext } from '../create-runtime.ts';
import type { PlannedLine } from '../plan/plan-command.ts';
import { type RunWork } from './run-work.ts';
export interface RunOptions extends Pick<SuperviseOptions, 'abortSignal' | 'onOutput' | 'spillDirectory'> {
    readonly containment: ContainmentOptions;
    readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
    readonly passEnvironment: readonly string[];
    readonly path: readonly string[];
    readonly userHome: string;
    readonly shell: string;
    readonly timeoutMs: number;
    readonly stdin?: SandboxCommand['stdin'];
    readonly record: WriteRecord;
    readonly newRunId: () => string;
}
export interface RunOrder extends RunOptions {
    readonly callId: string;
    readonly approvedBy: string;
    readonly opened?: OpenTry;
}
export declare function runPlannedLine(input: ExecInput, line: PlannedLine, context: CallContext, status: SandboxStatus | null, options: RunOrder): Promise<RunReport>;
export declare function planWork(input: ExecInput, line: PlannedLine, context: CallContext, status: SandboxStatus | null, options: RunOrder): RunWork;

// run/run-work.d.ts
import { type ProcessResult } from '@poundlock/process';
import type { SandboxCommand, SandboxDenial, SandboxPolicy } from '@poundlock/sandbox';
import type { OpenTry } from '@poundlock/sandbox/try';
import { PoundlockError, type ProcessHandle } from '@poundlock/spec';
import type { WriteRecord } from '../call/records.ts';
import type { ContainmentOptions } from '../contain/containment.ts';
export interface RunWork {
    readonly runId: string;
    readonly callId: string;
    readonly approvedBy: string;
    readonly command: SandboxCommand;
    readonly containment: {
        readonly policy: SandboxPolicy;
        readonly active: boolean;
        readonly backend: string;
    } | null;
    readonly timeoutMs: number;
    readonly terminal?: {
        readonly columns: number;
        readonly rows: number;
    };
}
export interface WorkOptions extends Pick<ContainmentOptions, 'backend' | 'none'> {
    readonly record: WriteRecord;
    readonly opened?: OpenTry;
}
export interface StartedWork {
    readonly handle: ProcessHandle;
    resize?(columns: number, rows: number): void;
    ended(result: ProcessResult): Promise<WorkEnd>;
    lost(error: unknown): Promise<void>;
    close(): Promise<void>;
}
export interface WorkEnd {
    readonly denials: readonly SandboxDenial[];
    readonly unrecorded?: PoundlockError;
}
export declare function startWork(work: RunWork, options: WorkOptions): Promise<StartedWork>;

// session/direct.d.ts
import type { Policy, Sender } from '@poundlock/policy';
import { type DirectiveResult } from '@poundlock/policy/session';
import type { WriteRecord } from '../call/records.ts';
import type { CallContext } from '../create-runtime.ts';
import type { Sessions } from './sessions.ts';
export interface Speaker {
    readonly sender: Sender;
    readonly authorised: boolean;
}
export interface DirectParts {
    readonly policy: Policy;
    readonly sessions: Sessions;
    readonly home: string;
    readonly nodes: readonly string[];
    readonly record: WriteRecord;
}
export declare function direct(text: string, context: CallContext, { sender, authorised }: Speaker, { policy, sessions, home, nodes, record }: DirectParts): Promise<DirectiveResult | null>;

// session/sessions.d.ts
import type { SessionState } from '@poundlock/policy';
export interface Sessions {
    stateOf(session: string): SessionState;
    set(session: string, state: SessionState): void;
}
export declare function createSessions(): Sessions;

// tools/tool-registry.d.ts
import { type ToolSpec } from '@poundlock/spec';
import type { ToolHandler } from '@poundlock/tools';
export interface ToolRegistry {
    list(): readonly ToolSpec[];
    find(name: string): ToolSpec | null;
    add(handler: ToolHandler): () => void;
}
export interface HandlerRegistry extends ToolRegistry {
    handlerOf(spec: ToolSpec): ToolHandler | null;
}
export declare function createToolRegistry(builtIn: readonly ToolHandler[]): HandlerRegistry;

// try/try-request.d.ts
import type { Tried, TryStore } from '@poundlock/sandbox/try';
import type { RunReport } from '../call/outcome.ts';
export interface TryEffect {
    readonly tried: Tried;
    readonly run: RunReport;
}
export interface TryRequest {
    readonly when: 'always' | 'asked';
    readonly store: TryStore;
    readonly settle: (effect: TryEffect, seen: boolean) => Promise<TrySettlement>;
}
export interface TrySettlement {
    readonly answer: 'apply' | 'discard' | 'keep';
    readonly by: string;
}
