// The public declarations of @poundlock/sandbox-docker, written by `pnpm api`.

// index.d.ts
export { createDockerBackend, type ContainerOptions, type DockerBackendOptions } from './backend/docker-backend.ts';
export { type BindContext } from './binds/check-bind.ts';
export type { Bind } from './binds/parse-bind.ts';
export type { SandboxScope, ScopeContext } from './container/labels.ts';
export type { ImageRecipe } from './image/recipes.ts';
export { seccompProfile, type SeccompProfile } from './seccomp/seccomp-profile.ts';
export { buildSandboxImage, type ImageSource } from './manage/build-image.ts';
export { manageContainers, type ContainerManager, type ContainerManagerOptions, type ContainerSelection, type SandboxContainer, } from './manage/list-containers.ts';

// backend/docker-backend.d.ts
import { type SandboxBackend } from '@poundlock/sandbox';
import type { ScopeContext } from '../container/labels.ts';
export interface ContainerOptions {
    readonly image?: string;
    readonly binds?: readonly string[];
    readonly network?: string;
    readonly user?: string;
    readonly cpus?: number;
    readonly readOnlyRoot?: boolean;
}
export interface DockerBackendOptions extends ContainerOptions, ScopeContext {
    readonly cacheDirectory: string;
    readonly stateDirectory: string;
    readonly engine?: string;
    readonly scratchBytes?: number;
    readonly unixSockets?: boolean;
}
export declare function createDockerBackend(options: DockerBackendOptions): SandboxBackend;

// binds/check-bind.d.ts
import { type Bind } from './parse-bind.ts';
export interface BindContext {
    readonly workspace: string;
    readonly hiddenPaths: readonly string[];
    readonly home?: string;
}
export declare function checkBind(text: string, context: BindContext): Bind;
export declare function checkGranted(path: string): void;

// binds/parse-bind.d.ts
export interface Bind {
    readonly source: string;
    readonly target: string;
    readonly access: 'ro' | 'rw';
}
export declare function refuseBind(bind: string, why: string, remedy: string): never;
export declare function parseBind(text: string): Bind;

// container/labels.d.ts
export declare const label: {
    readonly state: 'poundlock.state';
    readonly scope: 'poundlock.scope';
    readonly agent: 'poundlock.agent';
    readonly session: 'poundlock.session';
    readonly workspace: 'poundlock.workspace';
    readonly configuration: 'poundlock.configuration';
    readonly owner: 'poundlock.owner';
    readonly recipe: 'poundlock.recipe';
};
export type SandboxScope = 'session' | 'agent' | 'shared';
export interface ScopeContext {
    readonly scope: SandboxScope;
    readonly agent: string;
    readonly session: string;
}

// image/recipes.d.ts
import { type SystemFacts } from '@poundlock/sandbox';
import type { ArchiveEntry } from './tar-archive.ts';
export type ImageRecipe = 'system' | 'busybox';
export declare function systemImage(facts?: SystemFacts): readonly ArchiveEntry[];
export declare function busyboxImage(path?: string | undefined): readonly ArchiveEntry[];

// image/tar-archive.d.ts
export type ArchiveEntry = {
    readonly kind: 'folder';
    readonly name: string;
    readonly mode: number;
} | {
    readonly kind: 'file';
    readonly name: string;
    readonly mode: number;
    readonly content: Uint8Array;
} | {
    readonly kind: 'link';
    readonly name: string;
    readonly to: string;
};
export declare function tarArchive(entries: readonly ArchiveEntry[]): Buffer;

// manage/build-image.d.ts
import type { Readable } from 'node:stream';
import type { ImageRecipe } from '../image/recipes.ts';
export type ImageSource = {
    readonly recipe: ImageRecipe;
}
 | {
    readonly archive: Readable;
    readonly name: string;
};
export declare function buildSandboxImage(source: ImageSource, options?: {
    readonly engine?: string;
}): Promise<string>;

// manage/list-containers.d.ts
import { type SandboxScope } from '../container/labels.ts';
export interface SandboxContainer {
    readonly id: string;
    readonly name: string;
    readonly scope: SandboxScope;
    readonly agent: string;
    readonly session: string;
    readonly workspace: string;
    readonly image: string;
    readonly state: string;
    readonly created: string;
    readonly abandoned: boolean;
}
export interface ContainerSelection {
    readonly agent?: string;
    readonly session?: string;
}
export interface ContainerManagerOptions {
    readonly stateDirectory: string;
    readonly engine?: string;
}
export interface ContainerManager {
    list(selection?: ContainerSelection): Promise<readonly SandboxContainer[]>;
    remove(selection?: ContainerSelection): Promise<readonly SandboxContainer[]>;
    prune(): Promise<readonly SandboxContainer[]>;
}
export declare function manageContainers(options: ContainerManagerOptions): Promise<ContainerManager>;

// seccomp/seccomp-profile.d.ts
interface SeccompRule {
    readonly names: readonly string[];
    readonly action: string;
    readonly errnoRet?: number;
    readonly args?: readonly {
        readonly index: number;
        readonly value: number;
        readonly valueTwo: number;
        readonly op: string;
    }[];
}
export interface SeccompProfile {
    readonly defaultAction: string;
    readonly architectures: readonly string[];
    readonly syscalls: readonly SeccompRule[];
}
export declare function seccompProfile(architecture: string, options: {
    readonly unixSockets: boolean;
}): SeccompProfile | null;
export {};
