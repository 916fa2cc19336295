// The public declarations of @poundlock/local-host, written by `pnpm api`.

// index.d.ts
export { approvalSettings, type ApprovalSettings } from './approvals/approval-settings.ts';
export { approvalsFor, readApprovals } from './approvals/approvals-document.ts';
export { approvalsPaths, hasSocket, type ApprovalsPaths } from './approvals/approvals-paths.ts';
export { approverGroups, requestOf } from './approvals/request-of.ts';
export { granted, grantFolder } from './approvals/granted.ts';
export { chooseBackend, type BackendChoice, type Backends, type AgentSession, type DockerSettings, type RendererChoice, type UnshareSettings, } from './backends.ts';
export { LocalHostError } from './local-host-error.ts';
export { openLocalHost, type HostLocation, type HostSettings, type LocalHost, type LocalHostOptions, type ToolParts, } from './open-local-host.ts';
export { commandPath } from './place/command-path.ts';
export { findShell } from './place/shell.ts';
export { findLocation, refuseHome, type Location } from './place/workspace.ts';
export { policyLayers } from './policy/policy-layers.ts';
export { sandboxNetwork, sandboxPolicy } from './policy/sandbox-policy.ts';
export { isSandboxed, MAIN_SESSION, modeLayers } from './policy/sandboxed-session.ts';
export { skillPrograms } from './policy/skill-programs.ts';
export { tracesOfCalls, type CallTraces } from './records/call-traces.ts';
export { recordingFile, recordingFolder } from './recordings/open-recording.ts';
export { readRecording, type ReadRecording } from './recordings/read-recording.ts';
export { createRecorder } from './records/recorder.ts';
export { homeFolder } from './state/home-folder.ts';
export { keepOutput, outputFolder, pruneOutputFolder } from './state/output-folder.ts';
export { readOwnFile } from './state/own-file.ts';
export { StateError } from './state/state-error.ts';
export { SessionHosts, type OpenSessionHost, type SessionHostLimits, type SessionPlace } from './session-hosts.ts';
export { makeStateFolder, stateFolder } from './state/state-folder.ts';
export { HAS_UNDO, openUndoStore } from './undo/open-undo-store.ts';

// approvals/approval-settings.d.ts
import type { ConfigDocument, ConfigSource } from '@poundlock/config';
export type ApprovalSettings = NonNullable<ConfigDocument['approvals']>;
export declare function approvalSettings(sources: readonly ConfigSource[]): ApprovalSettings;

// approvals/approvals-document.d.ts
import type { HostApprovals } from '@poundlock/policy';
export declare function readApprovals(file: string, agent: string, options: {
    readonly vouchedFor: boolean;
    readonly skills?: () => readonly string[];
}): HostApprovals | null;
export declare function approvalsFor(value: unknown, agent: string, source: string, skills?: () => readonly string[]): HostApprovals;

// approvals/approvals-paths.d.ts
export interface ApprovalsPaths {
    readonly requests: string;
    readonly socket: string;
    token(options: {
        readonly make: boolean;
    }): string | null;
}
export declare function approvalsPaths(state: string): ApprovalsPaths;
export declare const hasSocket: ({ socket }: ApprovalsPaths) => boolean;

// approvals/granted.d.ts
import type { RuntimeOptions } from '@poundlock/runtime';
export declare const grantFolder: (state: string) => string;
export declare function granted(state: string): Pick<RuntimeOptions, 'grants' | 'keepGrants' | 'usedGrants'>;

// approvals/request-of.d.ts
import type { ApproverGroups } from '@poundlock/approvals';
import type { NewRequest } from '@poundlock/approvals/node';
import type { ConfigSource } from '@poundlock/config';
import type { CallToApprove } from '@poundlock/runtime';
export declare function requestOf(sources: readonly ConfigSource[]): (call: CallToApprove) => NewRequest;
export declare function approverGroups(sources: readonly ConfigSource[]): ApproverGroups;

// backends.d.ts
import type { ResolvedConfig } from '@poundlock/config';
import { type SandboxBackend } from '@poundlock/sandbox';
export interface AgentSession {
    readonly agent: string;
    readonly session: string;
}
export type RendererChoice = ResolvedConfig['sandbox']['renderer']['value'];
export interface UnshareSettings {
    readonly cacheDirectory: string;
    readonly stateDirectory: string;
    readonly renderer?: Exclude<RendererChoice, 'auto'>;
    readonly pool?: {
        readonly size: number;
    };
}
type Docker = ResolvedConfig['sandbox']['docker'];
export type DockerSettings = AgentSession & {
    readonly cacheDirectory: string;
    readonly stateDirectory: string;
    readonly scope: ResolvedConfig['sandbox']['scope']['value'];
} & {
    readonly [Key in keyof Docker]: NonNullable<Docker[Key]>['value'];
};
export interface Backends {
    readonly unshare?: (settings: UnshareSettings) => SandboxBackend;
    readonly docker?: (settings: DockerSettings) => SandboxBackend;
}
export interface BackendChoice {
    readonly state: string;
    readonly sandbox: ResolvedConfig['sandbox'];
    readonly caller: AgentSession;
    readonly renderer?: RendererChoice;
    readonly readySandboxes?: number;
}
export declare function chooseBackend(backends: Backends, choice: BackendChoice): SandboxBackend;
export declare function dockerSettings(state: string, { docker, scope }: ResolvedConfig['sandbox'], { agent, session }: AgentSession): DockerSettings;
export {};

// local-host-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export declare class LocalHostError extends PoundlockError {
    readonly name = "LocalHostError";
    constructor(message: string, { remedy }: {
        readonly remedy: string;
    });
}

// open-local-host.d.ts
import { type LoadedConfig } from '@poundlock/config/node';
import { type Policy, type PolicyLayer } from '@poundlock/policy';
import type { Jobs } from '@poundlock/process/jobs';
import { type AskForApproval, type CallContext, type CallOptions, type CallOutcome, type ExecHost, type Runtime, type RuntimeOptions } from '@poundlock/runtime';
import { type SandboxBackend, type SandboxPolicy } from '@poundlock/sandbox';
import type { ToolHandler } from '@poundlock/tools';
import { type Backends } from './backends.ts';
import { type Location } from './place/workspace.ts';
export interface HostLocation {
    readonly workspace?: string;
    readonly cwd?: string;
    readonly config?: string;
    readonly approvals?: string;
    readonly agent?: string;
    readonly session?: string;
}
export type HostSettings = Pick<LocalHost, 'stateDirectory' | 'config'>;
export interface LocalHostOptions extends HostLocation {
    readonly backends: Backends;
    readonly ask?: (settings: HostSettings) => AskForApproval | undefined;
    readonly callsAsk?: boolean;
    readonly looks?: boolean;
    readonly keepsOutput?: boolean;
    readonly readySandboxes?: number;
    readonly servesOthers?: boolean;
    readonly redactsResults?: boolean;
    readonly handlers?: readonly ToolHandler[];
    readonly jobs?: Jobs;
    readonly nodeHost?: ExecHost;
    readonly detectsLoops?: boolean;
    readonly tools?: (settings: HostSettings, host: () => LocalHost) => ToolParts;
    readonly tighten?: readonly Omit<PolicyLayer, 'mayLoosen'>[];
    readonly previewGrants?: (stateDirectory: string) => RuntimeOptions['previewGrants'];
}
export interface ToolParts {
    readonly handlers: readonly ToolHandler[];
    readonly jobs: Jobs;
}
export interface LocalHost {
    readonly location: Location;
    readonly context: CallContext;
    readonly stateDirectory: string;
    readonly auditDirectory: string;
    readonly config: LoadedConfig;
    readonly policy: Policy;
    readonly backend: SandboxBackend;
    readonly sandboxPolicy: SandboxPolicy;
    readonly runtime: Runtime;
    call(name: string, input: unknown, options?: CallOptions): Promise<CallOutcome>;
    close(): Promise<void>;
}
export declare function openLocalHost(options: LocalHostOptions): Promise<LocalHost>;

// place/command-path.d.ts
import type { LoadedConfig } from '@poundlock/config/node';
export interface CommandPath {
    readonly path: readonly string[];
    readonly readPaths: readonly string[];
}
export interface CommandPathOptions {
    readonly home: string;
    readonly workspace: string;
    readonly hiddenPaths: readonly string[];
    readonly first?: readonly string[];
    readonly last?: readonly string[];
}
export declare function commandPath(env: NodeJS.ProcessEnv, { home, workspace, hiddenPaths, first, last }: CommandPathOptions): CommandPath;
export declare const pathPrepend: (config: Pick<LoadedConfig, 'sources'>, agent: string) => readonly string[];
export declare function ownersExec({ sources }: Pick<LoadedConfig, 'sources'>, agent: string): {
    allow?: (string | {
        args?: string;
        asWritten?: boolean;
        command?: string;
        effect?: string;
        examples?: {
            match?: string[];
            notMatch?: string[];
        };
        reason?: string;
    })[];
    approvalRunningNoticeMs?: number;
    ask?: "always" | "off" | "on-miss" | (string | {
        args?: string;
        asWritten?: boolean;
        command?: string;
        effect?: string;
        examples?: {
            match?: string[];
            notMatch?: string[];
        };
        reason?: string;
    })[];
    askFallback?: "allowlist" | "deny" | "full";
    askMode?: "always" | "off" | "on-miss";
    deny?: (string | {
        args?: string;
        asWritten?: boolean;
        command?: string;
        effect?: string;
        examples?: {
            match?: string[];
            notMatch?: string[];
        };
        reason?: string;
    })[];
    environment?: string[];
    host?: "gateway" | "node" | "sandbox";
    node?: string;
    notifyOnExit?: boolean;
    pathPrepend?: string[];
    proven?: "off" | "read" | "write";
    record?: boolean;
    safeBinProfiles?: Record<string, {
        allowedFlags?: string[];
        allowedValueFlags?: string[];
        deniedFlags?: string[];
        maxPositional?: number;
        minPositional?: number;
    }>;
    safeBins?: string[];
    security?: "allowlist" | "deny" | "full";
    timeout?: number;
}[];

// place/shell.d.ts
export declare function findShell(): string;

// place/workspace.d.ts
export interface Location {
    readonly workspace: string;
    readonly cwd: string;
}
export declare function findLocation(flags: {
    readonly workspace?: string;
    readonly cwd?: string;
}): Location;
export declare function refuseHome(workspace: string): void;

// policy/policy-layers.d.ts
import { type ConfigSource } from '@poundlock/config';
import { type PolicyLayer } from '@poundlock/policy';
export declare function policyLayers(sources: readonly ConfigSource[], networkDefault?: 'off' | 'ask'): readonly PolicyLayer[];

// policy/sandbox-policy.d.ts
import type { ResolvedConfig } from '@poundlock/config';
import { type SandboxPolicy } from '@poundlock/sandbox';
import type { Location } from '../place/workspace.ts';
export declare function sandboxPolicy({ sandbox }: ResolvedConfig, { workspace }: Location, machine: {
    readonly home: string;
    readonly stateDirectory: string;
    readonly hiddenPaths: readonly string[];
    readonly readPaths: readonly string[];
}): SandboxPolicy;
export declare function sandboxNetwork({ network, egress, }: Pick<ResolvedConfig['sandbox'], 'network' | 'egress'>): Pick<SandboxPolicy, 'network' | 'egress'>;

// policy/sandboxed-session.d.ts
import type { ResolvedConfig } from '@poundlock/config';
import type { PolicyLayer } from '@poundlock/policy';
export declare const MAIN_SESSION = "main";
interface Caller {
    readonly agent: string;
    readonly session: string;
}
export declare function isSandboxed(mode: ResolvedConfig['sandbox']['mode']['value'], caller: Caller): boolean;
export declare function modeLayers({ mode }: Pick<ResolvedConfig['sandbox'], 'mode'>, caller: Caller): readonly PolicyLayer[];
export {};

// policy/skill-programs.d.ts
export declare function skillPrograms(folder: string, workspace: string): readonly string[];

// recordings/open-recording.d.ts
import type { OpenRecording, WriteRecord } from '@poundlock/runtime';
export declare const recordingFolder: (state: string) => string;
export declare const recordingFile: (state: string, runId: string) => string;
export declare function recordings(state: string, record: WriteRecord): OpenRecording;

// recordings/read-recording.d.ts
export type ReadRecording = {
    readonly kind: 'lines';
    readonly lines: readonly string[];
} | {
    readonly kind: 'gone';
    readonly file: string;
} | {
    readonly kind: 'changed';
    readonly file: string;
};
export declare function readRecording(state: string, { runId, sha256 }: {
    runId: string;
    sha256: string;
}): ReadRecording;

// records/call-traces.d.ts
export interface CallTraces {
    readonly hasStarted: boolean;
    readonly exit?: string;
}
export declare function tracesOfCalls(callIds: readonly string[], folder: string): Promise<ReadonlyMap<string, CallTraces> | null>;

// records/recorder.d.ts
import type { WriteRecord } from '@poundlock/runtime';
export interface Recorder extends WriteRecord {
    close(): Promise<void>;
}
export declare function createRecorder(state: string, auditDirectory: string): Recorder;

// session-hosts.d.ts
import type { ExecHost } from '@poundlock/runtime';
import type { AgentReport, AgentTask } from '@poundlock/tools';
import type { LocalHost } from './open-local-host.ts';
export interface SessionPlace {
    readonly workspace: string;
    readonly agent: string;
    readonly session: string;
    readonly nodeHost?: ExecHost;
    readonly detectsLoops?: boolean;
    readonly worksForAgent?: boolean;
    readonly runTask?: (task: AgentTask) => Promise<AgentReport>;
}
export type OpenSessionHost = (place: SessionPlace) => Promise<LocalHost>;
export interface SessionHostLimits {
    readonly maxOpen: number;
    readonly idleMs: number;
}
export declare class SessionHosts<Host extends {
    close(): Promise<void>;
} = LocalHost> {
    #private;
    constructor(open: (place: SessionPlace) => Promise<Host>, monotonic: () => number, limits?: Partial<SessionHostLimits>);
    get size(): number;
    use<Result>(place: SessionPlace, action: (host: Host) => Promise<Result>): Promise<Result>;
    sweep(): void;
    reload(): void;
    release(session: string): void;
    close(): Promise<void>;
}

// state/home-folder.d.ts
export declare function homeFolder(): string;

// state/output-folder.d.ts
import type { PolicyLayer } from '@poundlock/policy';
export declare function outputFolder(state: string): string;
export declare function keptOutputLayer(state: string): PolicyLayer;
export declare function keepOutput(state: string, output: {
    readonly text: string;
} | {
    readonly file: string;
}): string | undefined;
export declare const pruneOutputFolder: (folder: string) => void;

// state/own-file.d.ts
export declare function readOwnFile(file: string, options: {
    readonly vouchedFor: boolean;
}): string | null;

// state/state-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export declare class StateError extends PoundlockError {
    readonly name = "StateError";
    constructor(message: string, options: {
        readonly remedy: string;
        readonly cause?: unknown;
    });
}

// state/state-folder.d.ts
export declare function stateFolder(): string;
export declare function makeStateFolder(folder: string): void;

// undo/open-undo-store.d.ts
import type { ResolvedConfig } from '@poundlock/config';
import type { UndoStore } from '@poundlock/undo';
export declare const HAS_UNDO: boolean;
export declare function openUndoStore(state: string, workspace: string, { undo, sandbox }: Pick<ResolvedConfig, 'undo' | 'sandbox'>): Promise<UndoStore>;
