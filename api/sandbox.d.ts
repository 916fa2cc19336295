// The public declarations of @poundlock/sandbox, written by `pnpm api`.

// index.d.ts
export type { FailedRenderer, FinishedCommand, ProbeCheck, ProbeReport, Sandbox, SandboxBackend, SandboxCommand, SandboxDenial, WorkspaceViews, } from './contract.ts';
export { detectContainer, type ContainerSources } from './container/detect-container.ts';
export { explainDenials, type DenialContext } from './denial/explain-denials.ts';
export { createEgressProxy, type EgressProxy, type EgressProxyOptions } from './egress/egress-proxy.ts';
export type { EgressBounds } from './egress/egress-run.ts';
export { findSpecialNetwork } from './egress/judge-address.ts';
export { proxyEnvironment } from './egress/proxy-environment.ts';
export type { ResolveHost } from './egress/reach.ts';
export type { SpecialNetwork } from './egress/special-networks.ts';
export { checkPolicy } from './mount-plan/check-policy.ts';
export { protectConfiguredPaths } from './repositories/configured-paths.ts';
export { compileMountPlan } from './mount-plan/compile-mount-plan.ts';
export { entriesNow, entryAt, gatherSystemFacts } from './mount-plan/gather-facts.ts';
export type { InsideUser, MountFacts, PathEntry, SystemFacts } from './mount-plan/mount-facts.ts';
export type { EntryKind, MountPlan, MountStep } from './mount-plan/mount-plan.ts';
export { absentFrom } from './paths/absent-from.ts';
export { isWithin } from './paths/path-relations.ts';
export { createNoneBackend } from './none/none-backend.ts';
export type { EgressPolicy, FileMode, NetworkMode, SandboxLimits, SandboxPolicy, WorkspaceView } from './policy.ts';
export { isAbandoned, ownerMark } from './ownership/owner-mark.ts';
export { createProbeCache, type ProbeCache, type ProbeCacheOptions } from './probe/probe-cache.ts';
export { defaultHiddenPaths, type HiddenPath } from './protection/default-hidden-paths.ts';
export { type HiddenWatch, type HiddenWatchOptions, watchHidden } from './protection/watch-hidden.ts';
export { PROTECTED_PATHS as defaultProtectedPaths, type ProtectedPath } from '@poundlock/spec';
export { SandboxError, type SandboxErrorCode } from './sandbox-error.ts';
export type { ContainerFacts, Defence, SandboxStatus } from './status.ts';
export { giveBack } from './sweep/give-back.ts';
export type { Quarantined } from './sweep/quarantine.ts';
export { type AbandonedFindings, openSweepFolders, type SweepFolders } from './sweep/sweep-abandoned.ts';
export { createWorkspaceGuard, type RunGuard, type SweepReport, type WorkspaceGuard, type WorkspaceGuardOptions, } from './sweep/workspace-guard.ts';
export { toolchainPaths, type ToolchainOptions } from './toolchain/toolchain-paths.ts';

// container/detect-container.d.ts
import type { ContainerFacts } from '../status.ts';
export interface ContainerSources {
    exists(path: string): boolean;
    read(path: string): string | null;
    readonly env: Readonly<Record<string, string | undefined>>;
}
export declare function detectContainer(sources?: ContainerSources): ContainerFacts;

// contract.d.ts
import type { ProcessHandle } from '@poundlock/spec';
import type { SandboxPolicy } from './policy.ts';
import type { SandboxStatus } from './status.ts';
export interface SandboxCommand {
    readonly file: string;
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stdin?: 'ignore' | 'pipe' | 'inherit';
    readonly output?: 'pipe' | 'inherit';
}
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
    readonly held: boolean;
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

// denial/explain-denials.d.ts
import type { FinishedCommand, SandboxDenial } from '../contract.ts';
import type { SandboxPolicy } from '../policy.ts';
import type { Quarantined } from '../sweep/quarantine.ts';
export interface DenialContext {
    readonly policy: SandboxPolicy;
    readonly quarantined: readonly Quarantined[];
    readonly unsearched?: readonly string[];
    readonly replaced?: readonly string[];
}
export declare function explainDenials(finished: FinishedCommand, context: DenialContext): readonly SandboxDenial[];

// egress/egress-proxy.d.ts
import type { Server } from 'node:net';
import { type EgressRuleInput } from '@poundlock/spec';
import type { SandboxDenial } from '../contract.ts';
import { type EgressBounds } from './egress-run.ts';
import { type ResolveHost } from './reach.ts';
export interface EgressProxyOptions {
    readonly rules: readonly EgressRuleInput[];
    readonly resolve?: ResolveHost;
    readonly bounds?: Partial<EgressBounds>;
}
export interface EgressProxy {
    readonly serve: (server: Server) => void;
    readonly denials: () => readonly SandboxDenial[];
    readonly close: () => void;
}
export declare function createEgressProxy(options: EgressProxyOptions): EgressProxy;

// egress/egress-report.d.ts
import type { SandboxDenial } from '../contract.ts';
export declare class EgressReport {
    #private;
    add(target: string | null, message: string): void;
    denials(): readonly SandboxDenial[];
}

// egress/egress-run.d.ts
import type { Socket } from 'node:net';
import { type EgressRule, type EgressTarget } from '@poundlock/spec';
import type { EgressReport } from './egress-report.ts';
import { type ResolveHost, type Unreached } from './reach.ts';
export interface EgressBounds {
    readonly connections: number;
    readonly startMilliseconds: number;
    readonly idleMilliseconds: number;
}
export interface EgressRun {
    readonly bounds: EgressBounds;
    begun(client: Socket): void;
    reach(target: EgressTarget): Promise<Socket | Unreached>;
    tunnel(client: Socket, upstream: Socket, target: EgressTarget, start: Buffer): void;
    refuse(message: string): void;
}
export interface EgressRunOptions {
    readonly rules: readonly EgressRule[];
    readonly resolve: ResolveHost;
    readonly bounds: EgressBounds;
    readonly report: EgressReport;
    readonly onUpstream: (socket: Socket) => void;
    readonly onBegun: (client: Socket) => void;
}
export declare function createEgressRun(options: EgressRunOptions): EgressRun;

// egress/judge-address.d.ts
import { type EgressRule, type EgressTarget } from '@poundlock/spec';
import { type SpecialNetwork } from './special-networks.ts';
export interface AddressRefusal {
    readonly address: string;
    readonly what: string;
    readonly opens: SpecialNetwork['opens'];
}
export declare function findSpecialNetwork(address: string): SpecialNetwork | null;
export declare function judgeAddress(address: string, target: EgressTarget, rule: EgressRule, rules: readonly EgressRule[]): AddressRefusal | null;

// egress/proxy-environment.d.ts
export declare function proxyEnvironment(port: number): Readonly<Record<string, string>>;

// egress/reach.d.ts
import { type Socket } from 'node:net';
import { type EgressRule, type EgressTarget } from '@poundlock/spec';
export type ResolveHost = (name: string) => Promise<readonly string[]>;
export interface Unreached {
    readonly kind: 'refused' | 'failed';
    readonly message: string;
}
export interface ReachOptions {
    readonly rules: readonly EgressRule[];
    readonly resolve: ResolveHost;
    readonly connectMilliseconds: number;
}
export declare const systemResolver: ResolveHost;
export declare function reach(target: EgressTarget, options: ReachOptions): Promise<Socket | Unreached>;

// egress/special-networks.d.ts
export interface SpecialNetwork {
    readonly network: string;
    readonly what: string;
    readonly opens: 'private' | 'named' | 'never';
}
export declare const specialNetworks: readonly SpecialNetwork[];

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
}

// none/none-backend.d.ts
import type { SandboxBackend } from '../contract.ts';
export declare function createNoneBackend(): SandboxBackend;

// ownership/owner-mark.d.ts
export declare function ownerMark(): string;
export declare function isAbandoned(name: string): boolean;

// paths/absent-from.d.ts
export declare function absentFrom(folder: string): (name: string) => boolean;

// paths/path-relations.d.ts
export declare function isWithin(path: string, outer: string): boolean;
export declare function foldersBetween(outer: string, path: string): readonly string[];
export declare function isPlainAbsolute(path: string): boolean;
export declare function withoutTrailingSlash(path: string): string;

// policy.d.ts
import type { EgressRuleInput } from '@poundlock/spec';
export type FileMode = 'off' | 'workspace-only' | 'allow-list';
export type NetworkMode = 'off' | 'allowlist' | 'on';
export interface EgressPolicy {
    readonly rules: readonly EgressRuleInput[];
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
    readonly protectedPaths: readonly string[];
    readonly hiddenPaths: readonly string[];
    readonly network: NetworkMode;
    readonly egress?: EgressPolicy;
    readonly limits: SandboxLimits;
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

// protection/default-hidden-paths.d.ts
export interface HiddenPath {
    readonly path: string;
    readonly reason: string;
}
export declare function defaultHiddenPaths(home: string): readonly HiddenPath[];

// protection/watch-hidden.d.ts
import { type FSWatcher } from 'node:fs';
import type { SandboxPolicy } from '../policy.ts';
export interface HiddenWatch {
    replaced(): readonly string[];
    close(): void;
}
export interface HiddenWatchOptions {
    readonly policy: Pick<SandboxPolicy, 'fileMode' | 'workspace' | 'readPaths' | 'writePaths' | 'hiddenPaths'>;
    readonly onReplaced: () => void;
    readonly watchFolder?: (folder: string, onChange: (name: string | null) => void) => Pick<FSWatcher, 'close' | 'on'>;
}
export declare function watchHidden({ policy, onReplaced, watchFolder }: HiddenWatchOptions): HiddenWatch | null;

// repositories/configured-paths.d.ts
import type { SandboxPolicy } from '../policy.ts';
export declare function protectConfiguredPaths(policy: SandboxPolicy, home?: string | null): SandboxPolicy;

// sandbox-error.d.ts
import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec';
export type SandboxErrorCode = 'SANDBOX_UNAVAILABLE' | 'SANDBOX_POLICY' | 'SANDBOX_VIEW' | 'SANDBOX_FAILED';
export declare class SandboxError extends PoundlockError {
    readonly name = "SandboxError";
    readonly code: SandboxErrorCode;
    constructor(message: string, options: PoundlockErrorOptions & {
        readonly code: SandboxErrorCode;
    });
}

// status.d.ts
import type { FileMode, NetworkMode } from './policy.ts';
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
    readonly network: NetworkMode;
    readonly namespaces: readonly string[];
    readonly defences: Readonly<Record<string, Defence>>;
    readonly container: ContainerFacts;
    readonly fallbackReasons: readonly string[];
}

// sweep/give-back.d.ts
export declare function giveBack(root: string, from: number): Promise<void>;

// sweep/quarantine.d.ts
export interface Quarantined {
    readonly path: string;
    readonly root?: string;
    readonly movedTo: string;
    readonly reason: string;
}
export declare function quarantine(workspace: string, path: string, reason: string, folder: string): Quarantined | null;

// sweep/sweep-abandoned.d.ts
import type { Quarantined } from './quarantine.ts';
export interface AbandonedFindings {
    readonly quarantined: readonly Quarantined[];
    readonly unsearched: readonly string[];
}
export declare function sweepAbandoned(ledger: string, quarantine: string): Promise<AbandonedFindings>;
export interface SweepFolders {
    readonly quarantine: string;
    readonly ledger: string;
    leftBehind(): Promise<AbandonedFindings | null>;
}
export declare function openSweepFolders(stateDirectory: string): SweepFolders;

// sweep/workspace-guard.d.ts
import type { Quarantined } from './quarantine.ts';
export interface WorkspaceGuardOptions {
    readonly workspace: string;
    readonly writePaths?: readonly string[];
    readonly protectedPaths: readonly string[];
    readonly hiddenPaths: readonly string[];
    readonly quarantine: string;
    readonly mounted?: boolean;
    readonly ledger?: string;
}
export interface SweepReport {
    readonly quarantined: readonly Quarantined[];
    readonly complete: boolean;
    readonly unsearched: readonly string[];
}
export interface RunGuard {
    sweep(): Promise<SweepReport>;
}
export interface WorkspaceGuard {
    begin(): Promise<RunGuard>;
    close(): void;
}
export declare function createWorkspaceGuard(options: WorkspaceGuardOptions): WorkspaceGuard;

// toolchain/toolchain-paths.d.ts
export interface ToolchainOptions {
    readonly workspace?: string;
    readonly hiddenPaths?: readonly string[];
    readonly realPath?: (path: string) => string | null;
}
export declare function toolchainPaths(path: string, home: string, options?: ToolchainOptions): readonly string[];
