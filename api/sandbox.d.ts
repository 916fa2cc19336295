// The public declarations of @poundlock/sandbox, written by `pnpm api`.

// index.d.ts
export { checkBackendOptions, type ExpectedOption } from './backend-options.ts';
export { homeEnvironment } from './caches/home-environment.ts';
export type { FailedRenderer, FinishedCommand, ProbeCheck, ProbeReport, Sandbox, SandboxBackend, SandboxCommand, SandboxDenial, WorkspaceViews, } from './contract.ts';
export { detectContainer, type ContainerSources } from './container/detect-container.ts';
export { coverDenied, type CoveredPolicy, deniedProblem } from './denied/cover-denied.ts';
export { withKeptNetwork } from './kept-network.ts';
export { checkPolicy } from './mount-plan/check-policy.ts';
export { protectConfiguredPaths } from './protection/configured-paths.ts';
export { compileMountPlan } from './mount-plan/compile-mount-plan.ts';
export { entriesNow, entryAt, gatherSystemFacts } from './mount-plan/gather-facts.ts';
export type { InsideUser, MountFacts, PathEntry, SystemFacts } from './mount-plan/mount-facts.ts';
export type { EntryKind, MountPlan, MountStep } from './mount-plan/mount-plan.ts';
export { type GitIdentity, gitIdentitySettings, hostGitIdentity } from './mount-plan/git-identity.ts';
export { createNoneBackend } from './none/none-backend.ts';
export type { EgressPolicy, FileMode, NetworkAccess, SandboxLimits, SandboxPolicy, WorkspaceView } from './policy.ts';
export { createProbeCache, type ProbeCache, type ProbeCacheOptions } from './probe/probe-cache.ts';
export { defaultHiddenPaths, type HiddenPath } from './protection/default-hidden-paths.ts';
export { PROTECTED_PATHS as DEFAULT_PROTECTED_PATHS } from '@poundlock/spec';
export { refusedRun } from './run/check-command.ts';
export { type GuardedRun, type GuardedSandboxOptions, openGuardedSandbox, type StartedCommand, } from './run/guarded-sandbox.ts';
export { SandboxError, type SandboxErrorCode } from './sandbox-error.ts';
export type { ContainerFacts, Defence, SandboxStatus } from './status.ts';
export { toolchainPaths, type ToolchainOptions } from './toolchain/toolchain-paths.ts';

// backend-options.d.ts
export type ExpectedOption = 'path' | 'text' | readonly string[];
export declare function checkBackendOptions(factory: string, options: unknown, expected: Readonly<Record<string, ExpectedOption>>): void;

// caches/home-environment.d.ts
import type { SandboxPolicy } from '../policy.ts';
export declare function homeEnvironment({ readPaths }: Pick<SandboxPolicy, 'readPaths'>, cache: string | null): Readonly<Record<string, string>>;

// container/detect-container.d.ts
import type { ContainerFacts } from '../status.ts';
export interface ContainerSources {
    exists(path: string): boolean;
    read(path: string): string | null;
    readonly env: Readonly<Record<string, string | undefined>>;
}
export declare function detectContainer(sources?: ContainerSources): ContainerFacts;

// contract.d.ts
import type { EgressTarget, ProcessHandle } from '@poundlock/spec';
import type { SandboxPolicy } from './policy.ts';
import type { SandboxStatus } from './status.ts';
export interface SandboxCommand {
    readonly file: string;
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stdin?: 'ignore' | 'pipe' | 'inherit';
    readonly output?: 'pipe' | 'inherit';
    readonly releases?: readonly string[];
    readonly sends?: true;
    readonly askEgress?: (target: EgressTarget, signal: AbortSignal) => Promise<EgressConsent>;
}
export type EgressConsent = {
    readonly allowed: true;
} | {
    readonly allowed: false;
    readonly reason: string;
    readonly remedy?: string;
};
export interface SandboxDenial {
    readonly kind: 'write' | 'read' | 'network' | 'process' | 'privilege' | 'limit';
    readonly target: string | null;
    readonly message: string;
}
export interface FinishedCommand {
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly stderr: string;
    readonly process?: ProcessHandle;
}
export interface ProbeCheck {
    readonly name: string;
    readonly description: string;
    readonly passed: boolean;
    readonly evidence: string;
}
export interface FailedRenderer {
    readonly renderer: string;
    readonly reasons: readonly string[];
}
export interface ProbeReport {
    readonly backend: string;
    readonly renderer?: string;
    readonly failed?: readonly FailedRenderer[];
    readonly contained: boolean;
    readonly checks: readonly ProbeCheck[];
    readonly reasons: readonly string[];
    readonly milliseconds: number;
}
export interface Sandbox {
    readonly status: SandboxStatus;
    run(command: SandboxCommand): Promise<ProcessHandle>;
    explain(finished: FinishedCommand): readonly SandboxDenial[];
    close(): Promise<void>;
}
export interface WorkspaceViews {
    owner(workspace: string): {
        readonly uid: number;
        readonly gid: number;
    };
    readonly overlay?: {
        opaqueFolders(folders: readonly Uint8Array[]): Promise<readonly boolean[]>;
    };
}
export interface SandboxBackend {
    readonly name: string;
    probe(options?: {
        readonly fresh?: boolean;
    }): Promise<ProbeReport>;
    status(policy: SandboxPolicy): Promise<SandboxStatus>;
    readonly views?: WorkspaceViews;
    open(policy: SandboxPolicy): Promise<Sandbox>;
    warm?(policy: SandboxPolicy): Promise<void>;
    close?(): Promise<void>;
}

// denied/cover-denied.d.ts
import { type DeniedNames, type DeniedPath, type DeniedPattern, type DeniedProblem } from '@poundlock/workspace-guard';
import type { SandboxPolicy } from '../policy.ts';
export interface CoveredPolicy {
    readonly policy: SandboxPolicy;
    readonly denied: DeniedNames | null;
}
export declare function deniedProblem(policy: SandboxPolicy, patterns: readonly DeniedPattern[], paths?: readonly DeniedPath[]): DeniedProblem | null;
export declare function coverDenied(given: SandboxPolicy): CoveredPolicy;
export declare function isSameCover(one: CoveredPolicy, other: CoveredPolicy): boolean;
export declare function checkCovered({ policy }: CoveredPolicy): void;
export declare function withNamesOf(cover: CoveredPolicy, { policy: before }: CoveredPolicy): CoveredPolicy;

// kept-network.d.ts
import type { SandboxPolicy } from './policy.ts';
export declare function withKeptNetwork(policy: SandboxPolicy, keepsAllowlist: boolean): SandboxPolicy;

// mount-plan/check-policy.d.ts
import type { SandboxPolicy } from '../policy.ts';
export declare function checkPolicy(policy: SandboxPolicy): SandboxPolicy;

// mount-plan/compile-mount-plan.d.ts
import type { SandboxPolicy } from '../policy.ts';
import type { MountFacts } from './mount-facts.ts';
import type { MountPlan } from './mount-plan.ts';
export declare function compileMountPlan(policy: SandboxPolicy, facts: MountFacts): MountPlan;

// mount-plan/gather-facts.d.ts
import type { PathEntry, SystemFacts } from './mount-facts.ts';
export declare function entryAt(path: string): PathEntry;
export declare function entriesNow(): (path: string) => PathEntry;
export declare function gatherSystemFacts(): SystemFacts;

// mount-plan/git-identity.d.ts
export interface GitIdentity {
    readonly name?: string;
    readonly email?: string;
}
export declare function hostGitIdentity(home: string, configurationHome?: string): GitIdentity;
export declare function gitIdentitySettings({ name, email }: GitIdentity): string;

// mount-plan/mount-facts.d.ts
export type PathEntry = 'folder' | 'file' | 'link' | 'other' | 'missing';
export interface SystemFacts {
    readonly folders: readonly string[];
    readonly links: readonly (readonly [path: string, to: string])[];
    readonly configurationBinds: readonly (readonly [path: string, kind: 'folder' | 'file', realPath: string])[];
    readonly configurationLinks: readonly (readonly [path: string, to: string])[];
    readonly configurationTexts: readonly (readonly [path: string, content: string])[];
    readonly networkTexts: readonly (readonly [path: string, content: string])[];
    readonly devices: readonly string[];
}
export interface InsideUser {
    readonly uid: number;
    readonly gid: number;
    readonly name: string;
}
export interface MountFacts {
    readonly system: SystemFacts;
    readonly user: InsideUser;
    readonly scratchBytes: number;
    entryAt(path: string): PathEntry;
}

// mount-plan/mount-plan.d.ts
export type EntryKind = 'folder' | 'file';
export type MountStep =
{
    readonly kind: 'scratch';
    readonly target: string;
    readonly mode: number;
    readonly bytes: number;
}
 | {
    readonly kind: 'text';
    readonly target: string;
    readonly content: string;
} | {
    readonly kind: 'link';
    readonly target: string;
    readonly to: string;
}
 | {
    readonly kind: 'bind';
    readonly source: string;
    readonly target: string;
    readonly of: EntryKind;
    readonly access: 'read-only' | 'read-write';
}
 | {
    readonly kind: 'overlay';
    readonly lower: string;
    readonly layers: string;
    readonly target: string;
}
 | {
    readonly kind: 'device';
    readonly target: string;
}
 | {
    readonly kind: 'terminals';
    readonly target: string;
}
 | {
    readonly kind: 'processes';
    readonly target: string;
}
 | {
    readonly kind: 'pin';
    readonly target: string;
}
 | {
    readonly kind: 'protect';
    readonly target: string;
    readonly of: EntryKind;
}
 | {
    readonly kind: 'hide';
    readonly target: string;
    readonly of: EntryKind;
    readonly optional?: true;
};
export interface MountPlan {
    readonly root: 'empty' | 'host';
    readonly steps: readonly MountStep[];
    readonly home: string | null;
    readonly temporary: string | null;
    readonly cache: string | null;
}

// none/none-backend.d.ts
import type { SandboxBackend } from '../contract.ts';
export declare function createNoneBackend(): SandboxBackend;

// policy.d.ts
import type { EgressRuleInput } from '@poundlock/spec';
import type { DeniedPath, DeniedPattern } from '@poundlock/workspace-guard';
import type { GitIdentity } from './mount-plan/git-identity.ts';
export type FileMode = 'off' | 'workspace-only' | 'allow-list';
export type NetworkAccess = 'off' | 'allowlist' | 'on';
export interface EgressPolicy {
    readonly rules: readonly EgressRuleInput[];
    readonly asks?: true;
    readonly elseOff?: true;
}
export interface SandboxLimits {
    readonly processes?: number;
    readonly memoryBytes?: number;
    readonly openFiles?: number;
    readonly fileBytes?: number;
    readonly cpuSeconds?: number;
}
export type WorkspaceView = {
    readonly kind: 'overlay';
    readonly folder: string;
} | {
    readonly kind: 'copy';
    readonly folder: string;
    readonly nested: readonly string[];
};
export interface SandboxPolicy {
    readonly fileMode: FileMode;
    readonly workspace: string;
    readonly readPaths: readonly string[];
    readonly writePaths: readonly string[];
    readonly cachePath?: string;
    readonly protectedPaths: readonly string[];
    readonly hiddenPaths: readonly string[];
    readonly deniedPatterns?: readonly DeniedPattern[];
    readonly deniedPaths?: readonly DeniedPath[];
    readonly network: NetworkAccess;
    readonly egress?: EgressPolicy;
    readonly limits: SandboxLimits;
    readonly gitIdentity?: GitIdentity;
    readonly workspaceView?: WorkspaceView;
}

// probe/probe-cache.d.ts
import type { ProbeReport } from '../contract.ts';
export interface ProbeCacheOptions {
    readonly folder: string;
    readonly backend: string;
    readonly variant?: string;
    readonly identity: readonly string[];
    readonly tools: readonly string[];
}
export interface ProbeCache {
    read(): ProbeReport | null;
    write(report: ProbeReport): void;
}
export declare function createProbeCache(options: ProbeCacheOptions): ProbeCache;

// protection/configured-paths.d.ts
import type { SandboxPolicy } from '../policy.ts';
export declare function protectConfiguredPaths(policy: SandboxPolicy, home?: string | null): SandboxPolicy;

// protection/default-hidden-paths.d.ts
export interface HiddenPath {
    readonly path: string;
    readonly reason: string;
}
export declare function defaultHiddenPaths(home: string): readonly HiddenPath[];

// run/check-command.d.ts
import type { SandboxCommand } from '../contract.ts';
import { SandboxError } from '../sandbox-error.ts';
export declare function checkCommand(command: SandboxCommand): void;
export declare function refusedRun(message: string, remedy: string): SandboxError;

// run/guarded-sandbox.d.ts
import { type ProcessHandle } from '@poundlock/spec';
import type { AbandonedFindings, SweepFolders } from '@poundlock/workspace-guard';
import type { Sandbox, SandboxCommand, SandboxDenial } from '../contract.ts';
import type { SandboxPolicy } from '../policy.ts';
import type { SandboxStatus } from '../status.ts';
export interface StartedCommand {
    readonly process: ProcessHandle;
    readonly refused?: () => readonly SandboxDenial[];
}
export interface GuardedRun {
    readonly policy: SandboxPolicy;
    readonly begun: Promise<void>;
    readonly afterEnd: () => Promise<void>;
}
export interface GuardedSandboxOptions {
    readonly policy: SandboxPolicy;
    readonly status: SandboxStatus;
    readonly sweeps: Pick<SweepFolders, 'quarantine' | 'ledger' | 'histories'>;
    readonly left: AbandonedFindings | null;
    readonly mounted?: boolean;
    readonly foldsNames?: (folder: string) => boolean;
    readonly refusals?: (policy: SandboxPolicy) => readonly string[];
    readonly start: (command: SandboxCommand, run: GuardedRun) => Promise<StartedCommand>;
}
export declare function openGuardedSandbox(options: GuardedSandboxOptions): Sandbox;

// sandbox-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type SandboxErrorCode = 'SANDBOX_UNAVAILABLE' | 'SANDBOX_POLICY' | 'SANDBOX_VIEW' | 'SANDBOX_TRY_UNKNOWN' | 'SANDBOX_OPTIONS' | 'SANDBOX_FAILED';
export declare class SandboxError extends PoundlockError<SandboxErrorCode> {
    readonly name = "SandboxError";
}

// status.d.ts
import type { FileMode, NetworkAccess } from './policy.ts';
export interface ContainerFacts {
    readonly inside: boolean;
    readonly markers: readonly string[];
}
export type Defence = 'active' | 'off' | `unavailable: ${string}`;
export interface SandboxStatus {
    readonly backend: string;
    readonly renderer?: string;
    readonly enabled: boolean;
    readonly active: boolean;
    readonly filesystem: FileMode;
    readonly network: NetworkAccess;
    readonly namespaces: readonly string[];
    readonly defences: Readonly<Record<string, Defence>>;
    readonly container: ContainerFacts;
    readonly fallbackReasons: readonly string[];
}

// toolchain/toolchain-paths.d.ts
export interface ToolchainOptions {
    readonly workspace?: string;
    readonly hiddenPaths?: readonly string[];
    readonly realPath?: (path: string) => string | null;
}
export declare function toolchainPaths(path: string, home: string, options?: ToolchainOptions): readonly string[];
