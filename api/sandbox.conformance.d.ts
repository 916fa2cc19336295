// The public declarations of @poundlock/sandbox/conformance, written by `pnpm api`.

// index.d.ts
export { ESCAPE_CASES, type EscapeCase, type EscapeKind } from './escape-case.ts';
export { prepareScene, type EscapeScene, type EscapeSceneOptions } from './escape-scene.ts';
export { runEscapeCase, type EscapeOutcome } from './run-escape-case.ts';

// escape-case.d.ts
export type EscapeKind = 'escape' | 'leak' | 'surface' | 'resource' | 'plant';
export interface EscapeCase {
    readonly id: string;
    readonly kind: EscapeKind;
    readonly category: string;
    readonly as: 'any' | 'root';
    readonly command: string;
    readonly probe: string;
    readonly note?: string;
}
export declare const ESCAPE_CASES: readonly EscapeCase[];

// escape-scene.d.ts
export interface EscapeSceneOptions {
    readonly owner?: {
        readonly uid: number;
        readonly gid: number;
    };
}
export interface EscapeScene {
    readonly workspace: string;
    fill(text: string): string;
    reset(): void;
    close(): Promise<void>;
}
export declare function prepareScene(options?: EscapeSceneOptions): Promise<EscapeScene>;

// run-escape-case.d.ts
import type { SandboxBackend } from '../contract.ts';
import type { SandboxPolicy } from '../policy.ts';
import type { EscapeCase } from './escape-case.ts';
import type { EscapeScene } from './escape-scene.ts';
export interface EscapeOutcome {
    readonly case: EscapeCase;
    readonly passed: boolean;
    readonly output: string;
}
export declare function escapePolicy(workspace: string): SandboxPolicy;
export declare function runEscapeCase(backend: SandboxBackend, scene: EscapeScene, attempt: EscapeCase, changes?: Partial<Pick<SandboxPolicy, 'network' | 'egress'>>): Promise<EscapeOutcome>;

// ../contract.d.ts
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

// ../mount-plan/git-identity.d.ts
export interface GitIdentity {
    readonly name?: string;
    readonly email?: string;
}
export declare function hostGitIdentity(home: string, configurationHome?: string): GitIdentity;
export declare function gitIdentitySettings({ name, email }: GitIdentity): string;

// ../policy.d.ts
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

// ../status.d.ts
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
