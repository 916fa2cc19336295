// The public declarations of @poundlock/runtime/host, written by `pnpm api`.

// index.d.ts
export { grantHolds } from '../call/granted-files.ts';
export { offerGrants } from '../call/offer-grants.ts';
export { storedRequest } from '../call/stored-request.ts';
export { wantedContainment } from '../contain/containment.ts';
export { enforcedDenials, withDenials, type DenyingPolicy } from '../contain/with-denials.ts';
export { commandProblem } from '../exec/prepare-exec.ts';
export { startJobWork, storedWork } from '../run/run-as-job.ts';
export type { RunWork, WorkOptions } from '../run/run-work.ts';

// ../call/approval.d.ts
import type { Binding, RequestEffect } from '@poundlock/approvals';
import type { Ask } from '@poundlock/approvals/node';
import type { PolicyDecision } from '@poundlock/policy';
import type { TryEffect } from '../try/try-request.ts';
export interface CallToApprove {
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
    readonly runs?: true;
    readonly effects?: readonly RequestEffect[];
    readonly effect?: TryEffect;
    readonly always: readonly string[];
    readonly alwaysKey: string;
}
export type AskForApproval = Ask<CallToApprove>;

// ../call/call-context.d.ts
export interface CallContext {
    readonly agent: string;
    readonly session: string;
    readonly workspace: string;
    readonly cwd: string;
    readonly provider?: string;
    readonly model?: string;
}

// ../call/call-options.d.ts
import type { Binding } from '@poundlock/approvals';
import type { PolicyDecision } from '@poundlock/policy';
import type { SuperviseOptions } from '@poundlock/process';
import type { SandboxCommand } from '@poundlock/sandbox';
import type { ToolContext } from '@poundlock/tools';
import type { TryRequest } from '../try/try-request.ts';
import type { AskForApproval } from './approval.ts';
export interface CallStart {
    readonly runId: string;
    readonly decision: PolicyDecision;
    readonly onlyReads: boolean;
    readonly binding: () => Binding;
    readonly waitUntil: (noted: Promise<unknown>) => void;
}
export interface CallOptions extends Pick<SuperviseOptions, 'abortSignal' | 'onOutput'>, Pick<ToolContext, 'onUpdate'> {
    readonly ask?: AskForApproval | null;
    readonly asksBeforeStart?: boolean;
    readonly beforeRun?: (start: CallStart) => Promise<void>;
    readonly stdin?: SandboxCommand['stdin'];
    readonly recorded?: boolean;
    readonly try?: TryRequest;
}

// ../call/granted-files.d.ts
import type { Grant, PlannedCommand } from '@poundlock/policy';
type GrantedFile = NonNullable<Grant['files']>[number];
export interface GrantedFiles {
    readonly files: readonly GrantedFile[];
    readonly open: readonly string[];
}
export declare function grantedFiles(command: PlannedCommand, folder: string, cwd: string): GrantedFiles | null;
export declare function grantHolds(grant: Grant, command: PlannedCommand, cwd: string): boolean;
export {};

// ../call/offer-grants.d.ts
import type { GrantScope } from '@poundlock/approvals';
import { type Grant, type Policy, type PolicyRequest } from '@poundlock/policy';
export interface OfferedGrant {
    readonly grant: Grant;
    readonly covers: string;
}
export declare function offerGrants(policy: Policy, request: PolicyRequest, folder: string, scope?: GrantScope, listed?: readonly string[]): readonly OfferedGrant[];

// ../call/outcome.d.ts
import type { AuditApproval } from '@poundlock/audit';
import type { PolicyDecision } from '@poundlock/policy';
import type { ProcessResult } from '@poundlock/process';
import type { SandboxDenial, SandboxStatus } from '@poundlock/sandbox';
import type { PoundlockError } from '@poundlock/spec';
import type { ToolOutput } from '@poundlock/tools';
import type { ChangeSet, Conflict, GuardedResult, ViewKind } from '@poundlock/try';
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
    readonly quarantined: GuardedResult['quarantined'];
    readonly complete: boolean;
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

// ../call/prepared-call.d.ts
import type { Binding } from '@poundlock/approvals';
import type { DecisionData } from '@poundlock/audit';
import type { PlannedLine } from '@poundlock/plan';
import type { PolicyDecision, PolicyRequest } from '@poundlock/policy';
import type { SandboxStatus } from '@poundlock/sandbox';
import type { ToolSpec } from '@poundlock/spec';
import type { ExecRequest } from '../exec/exec-request.ts';
import type { CallToApprove } from './approval.ts';
import type { CallOptions } from './call-options.ts';
import type { CallOutcome, CallStatus } from './outcome.ts';
export interface PreparedCall {
    readonly spec: ToolSpec;
    readonly input: unknown;
    readonly folders: readonly string[];
    describe(): Pick<CallToApprove, 'command' | 'cwd' | 'environment'>;
    decide(): Promise<DecidedCall>;
}
export interface DecidedCall {
    readonly decision: PolicyDecision;
    readonly request: PolicyRequest;
    readonly status: SandboxStatus | null;
    readonly unavailable: boolean;
    readonly facts: Pick<DecisionData, 'command' | 'cwd' | 'files' | 'urls'>;
    readonly command?: {
        readonly request: ExecRequest;
        readonly line: PlannedLine;
    };
    problem?(): string | null;
    identity(): string;
    binding(): Binding;
    askContacts?(order: CallOrder): Promise<string | null>;
    run(order: CallOrder): Promise<CallEnd>;
}
export interface CallOrder {
    readonly runId: string;
    readonly callId: string;
    readonly approvedBy: string;
    readonly approved: boolean;
    readonly approvedByPerson?: true;
    readonly noted?: Promise<unknown>;
    readonly options: CallOptions;
}
export interface CallEnd extends Partial<CallOutcome> {
    readonly status: CallStatus;
    readonly message: string;
}

// ../call/records.d.ts
import type { DataOf } from '@poundlock/audit';
export type RecordType = 'decision' | 'try-start' | 'try-end' | 'undo' | 'run-start' | 'run-end' | 'tool-start' | 'tool-end' | 'result-withheld' | 'directive' | 'recording';
export type WriteRecord = <Type extends RecordType>(type: Type, data: DataOf<Type>) => Promise<unknown>;
export declare const withoutSecrets: (record: WriteRecord) => WriteRecord;

// ../call/stored-request.d.ts
import type { NewRequest } from '@poundlock/approvals/node';
import type { CallToApprove } from './approval.ts';
export declare function storedRequest({ decision, always, effect, ...call }: CallToApprove): NewRequest;

// ../contain/containment.d.ts
import type { Containment } from '@poundlock/policy';
import type { SandboxBackend, SandboxPolicy, SandboxStatus } from '@poundlock/sandbox';
import type { DenyingPolicy } from './with-denials.ts';
export interface ContainmentOptions {
    readonly backend: SandboxBackend;
    readonly none: SandboxBackend;
    readonly policy: SandboxPolicy;
    readonly onUnavailable: 'refuse' | 'degrade';
}
type EnforcedDenials = Pick<DenyingPolicy, 'denied' | 'unkept'>;
export declare function containmentOf(status: SandboxStatus, policy: SandboxPolicy, enforced?: EnforcedDenials): Containment;
export declare function wantedContainment(policy: SandboxPolicy, enforced?: EnforcedDenials): Containment;
export {};

// ../contain/environment.d.ts
export interface EnvironmentOptions {
    readonly host: Readonly<Record<string, string | undefined>>;
    readonly pass: readonly string[];
    readonly call: Readonly<Record<string, string>>;
    readonly home: string;
    readonly path: readonly string[];
}
export declare function commandEnvironment({ call, ...options }: EnvironmentOptions): Record<string, string>;
export type CommandEnvironment = (call: EnvironmentOptions['call']) => Record<string, string>;
export declare function createCommandEnvironment({ host, pass, ...own }: Omit<EnvironmentOptions, 'call'>): CommandEnvironment;
export declare function ownVariable(names: readonly string[]): string | null;

// ../contain/folder-identity.d.ts
export interface FolderIdentities {
    observe(folders: readonly string[]): () => boolean;
}
export declare function createFolderIdentities(): FolderIdentities;

// ../contain/with-denials.d.ts
import type { Denials, FileDenials, Policy } from '@poundlock/policy';
import { type SandboxPolicy } from '@poundlock/sandbox';
export interface DenyingPolicy {
    readonly policy: SandboxPolicy;
    readonly denied: Denials;
    readonly unkept: Readonly<Record<string, string>>;
}
export declare function withDenials(policy: SandboxPolicy, denials: FileDenials): DenyingPolicy;
export declare function enforcedDenials(policy: SandboxPolicy, { ask, ...denials }: FileDenials): Pick<DenyingPolicy, 'denied' | 'unkept'>;
export declare function keeping(policy: SandboxPolicy, denials: Denials, enforced: Denials): SandboxPolicy;
export type AgentDenials = (agent: string) => FileDenials;
export declare function agentDenials({ workspace }: SandboxPolicy, rules: Pick<Policy, 'denials'>): AgentDenials;

// ../events/call-event.d.ts
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

// ../events/notices.d.ts
export interface Notices {
    readonly onExit: boolean;
    readonly runningMs: number;
}
export declare const NOTICES: Notices;

// ../exec/checked-call.d.ts
import type { Binding } from '@poundlock/approvals';
import type { PlannedLine } from '@poundlock/plan';
import type { PolicyDecision, PolicyRequest } from '@poundlock/policy';
import type { SandboxStatus } from '@poundlock/sandbox';
export interface CheckedCall {
    readonly decision: PolicyDecision;
    readonly line: PlannedLine;
    readonly status: SandboxStatus | null;
    readonly unavailable: boolean;
    readonly request: PolicyRequest;
    binding(): Binding;
}

// ../exec/exec-request.d.ts
import type { ExecInput } from '@poundlock/spec/tools';
import type { CallContext } from '../call/call-context.ts';
import type { CommandEnvironment } from '../contain/environment.ts';
export interface ExecRequest {
    readonly input: ExecInput;
    readonly context: CallContext;
    readonly cwd: string;
    readonly environment: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly node?: string;
}
export declare function execRequest(input: ExecInput, context: CallContext, cwd: string, { environmentOf, options }: {
    readonly environmentOf: CommandEnvironment;
    readonly options: {
        timeoutMs: number;
    };
}): ExecRequest;

// ../exec/prepare-exec.d.ts
import { type ExecInput } from '@poundlock/spec/tools';
import type { CallContext } from '../call/call-context.ts';
import type { PreparedCall } from '../call/prepared-call.ts';
import type { RuntimeParts } from '../runtime-parts.ts';
import type { CheckedCall } from './checked-call.ts';
export type ExecParts = Pick<RuntimeParts, 'options' | 'hosts' | 'sessions' | 'environmentOf'>;
export declare function prepareExec(called: Pick<PreparedCall, 'spec' | 'input'>, input: ExecInput, context: CallContext, interactive: boolean, parts: ExecParts): PreparedCall;
export declare function checkLine(input: ExecInput, context: CallContext, interactive: boolean, parts: ExecParts): Promise<CheckedCall>;
export declare function commandProblem(command: string, tool?: string): string | null;
export declare function execProblem(tool: string, { command, pty, elevated, node, env }: ExecInput, session: string, { options, hosts, sessions }: ExecParts): string | null;

// ../hooks/hook-list.d.ts
import { type ToolSpec } from '@poundlock/spec';
import type { Hook, HookCall, HookResult } from './hook.ts';
export interface HookReason {
    readonly hook: string;
    readonly reason: string;
}
export interface BeforeResult {
    readonly denied: HookReason | null;
    readonly asks: readonly HookReason[];
    readonly rewritten: {
        readonly input: unknown;
        readonly by: readonly string[];
    } | null;
    readonly notes: readonly string[];
}
export interface AfterResult {
    readonly denied: HookReason | null;
    readonly notes: readonly string[];
}
export type HookedToolCall = Omit<HookCall, 'event' | 'tool' | 'input' | 'result'>;
export interface HookList {
    concerns(tool: ToolSpec, event: 'before'): boolean;
    concernsResults(tools: readonly ToolSpec[]): boolean;
    before(tool: ToolSpec, input: unknown, call: HookedToolCall, signal?: AbortSignal): Promise<BeforeResult>;
    after(event: 'after' | 'after-failure', tool: ToolSpec, tools: readonly ToolSpec[], input: unknown, result: HookResult, call: HookedToolCall): Promise<AfterResult>;
}
export declare function createHookList(hooks: readonly Hook[]): HookList;

// ../hooks/hook.d.ts
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

// ../hosts/exec-host.d.ts
import type { Binding } from '@poundlock/approvals';
import type { PlannedLine } from '@poundlock/plan';
import type { ChooseNode, Containment, Denials, HostApprovals, PolicyDecision, PolicyRequest, RequestContext } from '@poundlock/policy';
import type { SandboxStatus } from '@poundlock/sandbox';
import type { ExecHostName } from '@poundlock/spec';
import type { CallEnd, CallOrder } from '../call/prepared-call.ts';
import type { ExecRequest } from '../exec/exec-request.ts';
export interface HostState {
    readonly status: SandboxStatus | null;
    readonly unavailable: boolean;
    readonly containment?: Containment;
    readonly approvals?: HostApprovals;
    readonly place?: Pick<RequestContext, 'cwd' | 'workspace' | 'home'>;
}
export interface ExecOrder extends CallOrder, ExecRequest {
    readonly line: PlannedLine;
    readonly status: SandboxStatus | null;
    readonly decided: {
        readonly decision: PolicyDecision;
        readonly request: PolicyRequest;
    };
    readonly contacts?: readonly string[];
    readonly denied?: Denials;
}
export interface ExecHost {
    readonly nodes?: () => readonly string[];
    readonly chooseNode?: ChooseNode;
    plan(request: ExecRequest): Promise<PlannedLine>;
    inspect(request: ExecRequest): Promise<HostState>;
    binding(line: PlannedLine, request: ExecRequest): Binding;
    askContacts?(order: ExecOrder): Promise<{
        readonly allowed: readonly string[];
    } | {
        readonly refused: string;
    }>;
    run(order: ExecOrder): Promise<CallEnd>;
}
export type ExecHosts = Readonly<Record<Exclude<ExecHostName, 'node'>, ExecHost>> & {
    readonly node?: ExecHost;
};

// ../loops/loop-detector.d.ts
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

// ../recording/recorder.d.ts
export interface RecordingStart {
    readonly runId: string;
    readonly callId: string;
    readonly command: string;
}
export interface Recording {
    output(text: string): void;
    end(exit: string): Promise<void>;
    discard(): void;
}
export type OpenRecording = (start: RecordingStart) => Promise<Recording>;

// ../redact/left-out.d.ts
import type { CallOutcome } from '../call/outcome.ts';
export interface LeftOut {
    learn(before: CallOutcome, after: CallOutcome): void;
    find(input: unknown): string | null;
}
export declare function createLeftOut(): LeftOut;

// ../run/run-as-job.d.ts
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
export declare function storedWork(work: unknown): unknown;
export declare function startJobWork(work: unknown, options: WorkOptions): Promise<StartedJob>;

// ../run/run-work.d.ts
import type { ProcessResult } from '@poundlock/process';
import type { SandboxCommand, SandboxDenial, SandboxPolicy } from '@poundlock/sandbox';
import { PoundlockError, type ProcessHandle } from '@poundlock/spec';
import type { OpenTry } from '@poundlock/try';
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
    readonly askEgress?: NonNullable<SandboxCommand['askEgress']>;
    readonly noted?: Promise<unknown>;
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

// ../runtime-options.d.ts
import type { GrantLimits } from '@poundlock/approvals/node';
import type { FindExecutable } from '@poundlock/plan';
import type { Grant, HostApprovals, Policy, PolicyDecision, PolicyRequest } from '@poundlock/policy';
import type { Jobs } from '@poundlock/process/jobs';
import type { ToolHandler } from '@poundlock/tools';
import type { AskForApproval } from './call/approval.ts';
import type { OfferedGrant } from './call/offer-grants.ts';
import type { WriteRecord } from './call/records.ts';
import type { ContainmentOptions } from './contain/containment.ts';
import type { CallListener } from './events/call-event.ts';
import type { Notices } from './events/notices.ts';
import type { Hook } from './hooks/hook.ts';
import type { ExecHost } from './hosts/exec-host.ts';
import type { LoopLimits } from './loops/loop-detector.ts';
import type { OpenRecording } from './recording/recorder.ts';
import type { ChangeKeeper } from './undo/change-keeper.ts';
export interface RuntimeOptions {
    readonly policy: Policy;
    readonly containment: ContainmentOptions;
    readonly findExecutable: FindExecutable;
    readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
    readonly passEnvironment: readonly string[];
    readonly path: readonly string[];
    readonly userHome: string;
    readonly shell: string;
    readonly timeoutMs: number;
    readonly spillDirectory?: string;
    readonly record: WriteRecord;
    readonly openRecording?: OpenRecording;
    readonly recordsAll?: boolean;
    readonly undo?: ChangeKeeper;
    readonly newRunId: () => string;
    readonly handlers?: readonly ToolHandler[];
    readonly approvals?: HostApprovals;
    readonly jobs?: Jobs;
    readonly nodeHost?: ExecHost;
    readonly ask?: AskForApproval;
    readonly grants?: (agent: string, host: string, session?: string) => readonly Grant[];
    readonly hooks?: readonly Hook[];
    readonly redactResults?: boolean;
    readonly onEvent?: CallListener;
    readonly notices?: Notices;
    readonly loops?: LoopLimits | false;
    readonly keepGrants?: (offered: readonly OfferedGrant[], given: GrantGiven) => void;
    readonly usedGrants?: (request: PolicyRequest, decision: PolicyDecision) => boolean;
    readonly usedRules?: (request: PolicyRequest, decision: PolicyDecision) => Promise<void>;
    readonly previewGrants?: (offered: readonly OfferedGrant[], where: Pick<GrantGiven, 'agent' | 'host'>) => Promise<string | null>;
}
export interface GrantGiven extends GrantLimits {
    readonly agent: string;
    readonly host: string;
    readonly by: string;
    readonly session?: string;
}

// ../runtime-parts.d.ts
import type { CommandEnvironment } from './contain/environment.ts';
import type { FolderIdentities } from './contain/folder-identity.ts';
import type { HookList } from './hooks/hook-list.ts';
import type { ExecHosts } from './hosts/exec-host.ts';
import type { LoopDetector } from './loops/loop-detector.ts';
import type { LeftOut } from './redact/left-out.ts';
import type { RuntimeOptions } from './runtime-options.ts';
import type { Sessions } from './session/sessions.ts';
import type { HandlerRegistry } from './tools/tool-registry.ts';
export interface RuntimeParts {
    readonly options: RuntimeOptions;
    readonly tools: HandlerRegistry;
    readonly hosts: ExecHosts;
    readonly environmentOf: CommandEnvironment;
    readonly sessions: Sessions;
    readonly hooks: HookList;
    readonly folders: FolderIdentities;
    readonly loops: LoopDetector | null;
    readonly leftOut: LeftOut | null;
}

// ../session/sessions.d.ts
import type { SessionState } from '@poundlock/policy';
export interface Sessions {
    stateOf(session: string): SessionState;
    set(session: string, state: SessionState): void;
}
export declare function createSessions(): Sessions;

// ../tools/tool-registry.d.ts
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

// ../try/try-request.d.ts
import type { Tried, TryStore } from '@poundlock/try';
import type { RunReport } from '../call/outcome.ts';
export interface TryEffect {
    readonly tried: Tried;
    readonly run: RunReport;
}
export interface TryRequest {
    readonly when: 'always' | 'asked';
    readonly store: TryStore;
    readonly settle: (effect: TryEffect, wasShown: boolean) => Promise<TrySettlement>;
}
export interface TrySettlement {
    readonly answer: 'apply' | 'discard' | 'keep';
    readonly by: string;
}

// ../undo/change-keeper.d.ts
export interface ChangingCall {
    readonly runId: string;
    readonly tool: string;
    readonly title: string;
    readonly agent: string;
    readonly session: string;
    readonly workspace: string;
    readonly paths: readonly string[] | null;
    readonly deleted: readonly string[];
    readonly mustKeep: readonly string[];
}
export interface ChangeKeeper {
    begin(call: ChangingCall): Promise<KeptChanges>;
    recoverable(workspace: string, paths: readonly string[]): Promise<readonly string[]>;
}
export interface KeptChanges {
    detach(): Promise<void>;
    end(): Promise<readonly string[]>;
}
