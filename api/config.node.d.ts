// The public declarations of @poundlock/config/node, written by `pnpm api`.

// index.d.ts
export { loadConfig, stateDirectory, workspaceConfigFile, type ConfigLocation, type LoadedConfig, } from './load-config.ts';
export { readConfigFile } from './read-config.ts';
export { watchConfig, type ConfigEvent, type ConfigWatch, type WatchOptions } from './watch-config.ts';
export { changeTrust, isTrusted, readTrust, type WorkspaceTrust } from './workspace-trust.ts';

// ../config-source.d.ts
import type { ParsedConfig } from './document/parse-config.ts';
export interface ConfigSource extends ParsedConfig {
    readonly kind: 'organisation' | 'user' | 'workspace';
    readonly trusted?: boolean;
}
export interface Origin<T> {
    readonly value: T;
    readonly origin: string;
}
export interface OrderedSource extends ConfigSource {
    readonly loosens: boolean;
}

// ../document/parse-config.d.ts
import type { ConfigDocument } from '../schema.ts';
import { type SourceText } from './source-text.ts';
export interface ParsedConfig {
    readonly document: ConfigDocument;
    readonly source: SourceText;
}
export declare const MAX_CONFIG_LENGTH: number;
export declare function parseConfig(text: string, file: string): ParsedConfig;
export declare function parseDocument(text: string, file: string, check: (value: unknown) => readonly {
    readonly pointer: string;
    readonly message: string;
}[]): {
    readonly value: unknown;
    readonly source: SourceText;
};

// ../document/source-text.d.ts
import type { Node } from 'jsonc-parser';
export interface SourceText {
    readonly file: string;
    position(pointer: string): {
        readonly line: number;
        readonly column: number;
    };
    locate(pointer: string): string;
}
export declare function pointerKeys(pointer: string): readonly string[];
export declare function createPositions(text: string): (offset: number) => {
    line: number;
    column: number;
};
export declare function createSourceText(file: string, root: Node, positionAt: (offset: number) => {
    line: number;
    column: number;
}): SourceText;

// load-config.d.ts
import type { ConfigSource } from '../config-source.ts';
import { type ResolvedConfig } from '../resolve-config.ts';
export declare const ORGANISATION_FILE = "/etc/poundlock/poundlock.json";
export interface ConfigLocation {
    readonly workspace: string;
    readonly stateDirectory: string;
    readonly file?: string;
    readonly organisationFile?: string | null;
    readonly agent?: string;
}
export interface LoadedConfig {
    readonly sources: readonly ConfigSource[];
    readonly resolved: ResolvedConfig;
}
export declare function stateDirectory(env?: NodeJS.ProcessEnv): string;
export declare function loadConfig(location: ConfigLocation): LoadedConfig;
export declare function workspaceConfigFile(workspace: string): string;

// read-config.d.ts
import type { ConfigSource } from '../config-source.ts';
export declare function readConfigFile(file: string, kind: ConfigSource['kind'], options?: {
    readonly vouchedFor?: boolean;
    readonly isTrusted?: (bytes: Uint8Array) => boolean;
}): ConfigSource | null;

// watch-config.d.ts
import { PoundlockError } from '@poundlock/spec';
import { type ConfigLocation, type LoadedConfig } from './load-config.ts';
export type ConfigEvent = {
    readonly type: 'loaded';
    readonly config: LoadedConfig;
}
 | {
    readonly type: 'refused';
    readonly error: PoundlockError;
    readonly config: LoadedConfig;
};
export interface ConfigWatch {
    readonly current: LoadedConfig;
    reload(): ConfigEvent;
    close(): void;
}
export interface WatchOptions {
    readonly interval?: number;
    readonly accept?: (config: LoadedConfig) => void;
}
export declare function watchConfig(location: ConfigLocation, listener: (event: ConfigEvent) => void, { interval, accept }?: WatchOptions): ConfigWatch;

// workspace-trust.d.ts
export type WorkspaceTrust = ReadonlyMap<string, string>;
export declare function readTrust(stateDirectory: string): WorkspaceTrust;
export declare function isTrusted(trust: WorkspaceTrust, workspace: string, bytes: Uint8Array): boolean;
export declare function changeTrust(stateDirectory: string, workspace: string, bytes: Uint8Array | null): void;

// ../resolve-config.d.ts
import type { ConfigSource, Origin } from './config-source.ts';
import type { ConfigDocument } from './schema.ts';
type Sandbox = Required<Omit<NonNullable<ConfigDocument['sandbox']>, 'limits' | 'docker'>>;
export type ContainerSettings = NonNullable<NonNullable<ConfigDocument['sandbox']>['docker']>;
export type SandboxLimitSettings = NonNullable<NonNullable<ConfigDocument['sandbox']>['limits']>;
export interface ResolvedConfig {
    readonly sandbox: {
        readonly [Key in keyof Sandbox]: Origin<Sandbox[Key]>;
    } & {
        readonly limits: {
            readonly [Key in keyof SandboxLimitSettings]: Origin<NonNullable<SandboxLimitSettings[Key]>>;
        };
        readonly docker: {
            readonly [Key in keyof ContainerSettings]: Origin<NonNullable<ContainerSettings[Key]>>;
        };
    };
    readonly timeoutSeconds: Origin<number>;
    readonly notices: {
        readonly notifyOnExit: Origin<boolean>;
        readonly approvalRunningNoticeMs: Origin<number>;
    };
    readonly loopDetection: {
        readonly [Key in keyof LoopSettings]: Origin<LoopSettings[Key]>;
    };
    readonly redactResults: Origin<NonNullable<NonNullable<ConfigDocument['tools']>['redactResults']>>;
}
type LoopSettings = Required<NonNullable<NonNullable<ConfigDocument['tools']>['loopDetection']>>;
export declare function resolveConfig(given: readonly ConfigSource[], agent?: string): ResolvedConfig;
export {};

// ../schema.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const ConfigDocument: Type.TObject<{
    $schema: Type.TOptional<Type.TString>;
    mode: Type.TOptional<Type.TEnum<["read-only", "workspace-write", "danger-full-access", "prompt", "allow"]>>;
    tools: Type.TOptional<Type.TObject<{
        profile: Type.TOptional<Type.TEnum<["minimal", "coding", "messaging", "full"]>>;
        allow: Type.TOptional<Type.TArray<Type.TString>>;
        deny: Type.TOptional<Type.TArray<Type.TString>>;
        byProvider: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
            profile: Type.TOptional<Type.TEnum<["minimal", "coding", "messaging", "full"]>>;
            allow: Type.TOptional<Type.TArray<Type.TString>>;
            deny: Type.TOptional<Type.TArray<Type.TString>>;
        }>>>;
        sandbox: Type.TOptional<Type.TObject<{
            tools: Type.TOptional<Type.TObject<{
                allow: Type.TOptional<Type.TArray<Type.TString>>;
                deny: Type.TOptional<Type.TArray<Type.TString>>;
            }>>;
        }>>;
        exec: Type.TOptional<Type.TObject<{
            host: Type.TOptional<Type.TEnum<["sandbox", "gateway", "node"]>>;
            security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
            ask: Type.TOptional<Type.TUnion<[Type.TEnum<["off", "on-miss", "always"]>, Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                command: Type.TOptional<Type.TString>;
                effect: Type.TOptional<Type.TString>;
                args: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
                examples: Type.TOptional<Type.TObject<{
                    match: Type.TOptional<Type.TArray<Type.TString>>;
                    notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                }>>;
            }>]>>]>>;
            askMode: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
            askFallback: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
            node: Type.TOptional<Type.TString>;
            proven: Type.TOptional<Type.TEnum<["off", "read", "write"]>>;
            allow: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                command: Type.TOptional<Type.TString>;
                effect: Type.TOptional<Type.TString>;
                args: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
                examples: Type.TOptional<Type.TObject<{
                    match: Type.TOptional<Type.TArray<Type.TString>>;
                    notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                }>>;
            }>]>>>;
            deny: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                command: Type.TOptional<Type.TString>;
                effect: Type.TOptional<Type.TString>;
                args: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
                examples: Type.TOptional<Type.TObject<{
                    match: Type.TOptional<Type.TArray<Type.TString>>;
                    notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                }>>;
            }>]>>>;
            environment: Type.TOptional<Type.TArray<Type.TString>>;
            pathPrepend: Type.TOptional<Type.TArray<Type.TString>>;
            safeBins: Type.TOptional<Type.TArray<Type.TString>>;
            safeBinProfiles: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
                minPositional: Type.TOptional<Type.TInteger>;
                maxPositional: Type.TOptional<Type.TInteger>;
                allowedFlags: Type.TOptional<Type.TArray<Type.TString>>;
                allowedValueFlags: Type.TOptional<Type.TArray<Type.TString>>;
                deniedFlags: Type.TOptional<Type.TArray<Type.TString>>;
            }>>>;
            notifyOnExit: Type.TOptional<Type.TBoolean>;
            approvalRunningNoticeMs: Type.TOptional<Type.TInteger>;
            timeout: Type.TOptional<Type.TNumber>;
        }>>;
        elevated: Type.TOptional<Type.TObject<{
            enabled: Type.TOptional<Type.TBoolean>;
            allowFrom: Type.TOptional<Type.TRecord<"^.*$", Type.TArray<Type.TString>>>;
        }>>;
        fs: Type.TOptional<Type.TObject<{
            readScope: Type.TOptional<Type.TEnum<["workspace", "all"]>>;
            read: Type.TOptional<Type.TObject<{
                allow: Type.TOptional<Type.TArray<Type.TString>>;
                ask: Type.TOptional<Type.TArray<Type.TString>>;
                deny: Type.TOptional<Type.TArray<Type.TString>>;
            }>>;
            write: Type.TOptional<Type.TObject<{
                allow: Type.TOptional<Type.TArray<Type.TString>>;
                ask: Type.TOptional<Type.TArray<Type.TString>>;
                deny: Type.TOptional<Type.TArray<Type.TString>>;
            }>>;
            protectedPaths: Type.TOptional<Type.TArray<Type.TString>>;
        }>>;
        web: Type.TOptional<Type.TObject<{
            allowDomains: Type.TOptional<Type.TArray<Type.TString>>;
            denyDomains: Type.TOptional<Type.TArray<Type.TString>>;
            search: Type.TOptional<Type.TObject<{
                provider: Type.TEnum<["brave", "tavily", "searxng"]>;
                endpoint: Type.TOptional<Type.TString>;
                keyFrom: Type.TOptional<Type.TString>;
            }>>;
        }>>;
        loopDetection: Type.TOptional<Type.TObject<{
            enabled: Type.TOptional<Type.TBoolean>;
            warningThreshold: Type.TOptional<Type.TInteger>;
            criticalThreshold: Type.TOptional<Type.TInteger>;
            globalCircuitBreakerThreshold: Type.TOptional<Type.TInteger>;
        }>>;
        redactResults: Type.TOptional<Type.TEnum<["always", "models", "never"]>>;
    }>>;
    agents: Type.TOptional<Type.TObject<{
        defaults: Type.TOptional<Type.TObject<{
            mode: Type.TOptional<Type.TEnum<["read-only", "workspace-write", "danger-full-access", "prompt", "allow"]>>;
            tools: Type.TOptional<Type.TObject<{
                profile: Type.TOptional<Type.TEnum<["minimal", "coding", "messaging", "full"]>>;
                allow: Type.TOptional<Type.TArray<Type.TString>>;
                deny: Type.TOptional<Type.TArray<Type.TString>>;
                byProvider: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
                    profile: Type.TOptional<Type.TEnum<["minimal", "coding", "messaging", "full"]>>;
                    allow: Type.TOptional<Type.TArray<Type.TString>>;
                    deny: Type.TOptional<Type.TArray<Type.TString>>;
                }>>>;
                sandbox: Type.TOptional<Type.TObject<{
                    tools: Type.TOptional<Type.TObject<{
                        allow: Type.TOptional<Type.TArray<Type.TString>>;
                        deny: Type.TOptional<Type.TArray<Type.TString>>;
                    }>>;
                }>>;
                exec: Type.TOptional<Type.TObject<{
                    host: Type.TOptional<Type.TEnum<["sandbox", "gateway", "node"]>>;
                    security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
                    ask: Type.TOptional<Type.TUnion<[Type.TEnum<["off", "on-miss", "always"]>, Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                        command: Type.TOptional<Type.TString>;
                        effect: Type.TOptional<Type.TString>;
                        args: Type.TOptional<Type.TString>;
                        reason: Type.TOptional<Type.TString>;
                        examples: Type.TOptional<Type.TObject<{
                            match: Type.TOptional<Type.TArray<Type.TString>>;
                            notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                        }>>;
                    }>]>>]>>;
                    askMode: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
                    askFallback: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
                    node: Type.TOptional<Type.TString>;
                    proven: Type.TOptional<Type.TEnum<["off", "read", "write"]>>;
                    allow: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                        command: Type.TOptional<Type.TString>;
                        effect: Type.TOptional<Type.TString>;
                        args: Type.TOptional<Type.TString>;
                        reason: Type.TOptional<Type.TString>;
                        examples: Type.TOptional<Type.TObject<{
                            match: Type.TOptional<Type.TArray<Type.TString>>;
                            notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                        }>>;
                    }>]>>>;
                    deny: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                        command: Type.TOptional<Type.TString>;
                        effect: Type.TOptional<Type.TString>;
                        args: Type.TOptional<Type.TString>;
                        reason: Type.TOptional<Type.TString>;
                        examples: Type.TOptional<Type.TObject<{
                            match: Type.TOptional<Type.TArray<Type.TString>>;
                            notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                        }>>;
                    }>]>>>;
                    environment: Type.TOptional<Type.TArray<Type.TString>>;
                    pathPrepend: Type.TOptional<Type.TArray<Type.TString>>;
                    safeBins: Type.TOptional<Type.TArray<Type.TString>>;
                    safeBinProfiles: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
                        minPositional: Type.TOptional<Type.TInteger>;
                        maxPositional: Type.TOptional<Type.TInteger>;
                        allowedFlags: Type.TOptional<Type.TArray<Type.TString>>;
                        allowedValueFlags: Type.TOptional<Type.TArray<Type.TString>>;
                        deniedFlags: Type.TOptional<Type.TArray<Type.TString>>;
                    }>>>;
                    notifyOnExit: Type.TOptional<Type.TBoolean>;
                    approvalRunningNoticeMs: Type.TOptional<Type.TInteger>;
                    timeout: Type.TOptional<Type.TNumber>;
                }>>;
                elevated: Type.TOptional<Type.TObject<{
                    enabled: Type.TOptional<Type.TBoolean>;
                    allowFrom: Type.TOptional<Type.TRecord<"^.*$", Type.TArray<Type.TString>>>;
                }>>;
            }>>;
            sandbox: Type.TOptional<Type.TObject<{
                backend: Type.TOptional<Type.TEnum<["unshare", "docker"]>>;
                mode: Type.TOptional<Type.TEnum<["all", "non-main", "off"]>>;
                scope: Type.TOptional<Type.TEnum<["session", "agent", "shared"]>>;
                workspaceAccess: Type.TOptional<Type.TEnum<["none", "ro", "rw"]>>;
                docker: Type.TOptional<Type.TObject<{
                    engine: Type.TOptional<Type.TString>;
                    image: Type.TOptional<Type.TString>;
                    binds: Type.TOptional<Type.TArray<Type.TString>>;
                    network: Type.TOptional<Type.TString>;
                    user: Type.TOptional<Type.TString>;
                    cpus: Type.TOptional<Type.TNumber>;
                    readOnlyRoot: Type.TOptional<Type.TBoolean>;
                }>>;
                fileMode: Type.TOptional<Type.TEnum<["workspace-only", "allow-list", "off"]>>;
                network: Type.TOptional<Type.TEnum<["off", "allowlist", "on"]>>;
                egress: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                    host: Type.TString;
                    allowPrivate: Type.TOptional<Type.TBoolean>;
                }>]>>>;
                readPaths: Type.TOptional<Type.TArray<Type.TString>>;
                writePaths: Type.TOptional<Type.TArray<Type.TString>>;
                gitIdentity: Type.TOptional<Type.TBoolean>;
                hiddenPaths: Type.TOptional<Type.TArray<Type.TString>>;
                protectedPaths: Type.TOptional<Type.TArray<Type.TString>>;
                limits: Type.TOptional<Type.TObject<{
                    processes: Type.TOptional<Type.TInteger>;
                    memoryBytes: Type.TOptional<Type.TInteger>;
                    openFiles: Type.TOptional<Type.TInteger>;
                    fileBytes: Type.TOptional<Type.TInteger>;
                    cpuSeconds: Type.TOptional<Type.TInteger>;
                }>>;
                renderer: Type.TOptional<Type.TEnum<["auto", "namespaces", "bubblewrap", "landlock"]>>;
                onUnavailable: Type.TOptional<Type.TEnum<["refuse", "degrade"]>>;
            }>>;
        }>>;
        list: Type.TOptional<Type.TArray<Type.TObject<{
            mode: Type.TOptional<Type.TEnum<["read-only", "workspace-write", "danger-full-access", "prompt", "allow"]>>;
            tools: Type.TOptional<Type.TObject<{
                profile: Type.TOptional<Type.TEnum<["minimal", "coding", "messaging", "full"]>>;
                allow: Type.TOptional<Type.TArray<Type.TString>>;
                deny: Type.TOptional<Type.TArray<Type.TString>>;
                byProvider: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
                    profile: Type.TOptional<Type.TEnum<["minimal", "coding", "messaging", "full"]>>;
                    allow: Type.TOptional<Type.TArray<Type.TString>>;
                    deny: Type.TOptional<Type.TArray<Type.TString>>;
                }>>>;
                sandbox: Type.TOptional<Type.TObject<{
                    tools: Type.TOptional<Type.TObject<{
                        allow: Type.TOptional<Type.TArray<Type.TString>>;
                        deny: Type.TOptional<Type.TArray<Type.TString>>;
                    }>>;
                }>>;
                exec: Type.TOptional<Type.TObject<{
                    host: Type.TOptional<Type.TEnum<["sandbox", "gateway", "node"]>>;
                    security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
                    ask: Type.TOptional<Type.TUnion<[Type.TEnum<["off", "on-miss", "always"]>, Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                        command: Type.TOptional<Type.TString>;
                        effect: Type.TOptional<Type.TString>;
                        args: Type.TOptional<Type.TString>;
                        reason: Type.TOptional<Type.TString>;
                        examples: Type.TOptional<Type.TObject<{
                            match: Type.TOptional<Type.TArray<Type.TString>>;
                            notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                        }>>;
                    }>]>>]>>;
                    askMode: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
                    askFallback: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
                    node: Type.TOptional<Type.TString>;
                    proven: Type.TOptional<Type.TEnum<["off", "read", "write"]>>;
                    allow: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                        command: Type.TOptional<Type.TString>;
                        effect: Type.TOptional<Type.TString>;
                        args: Type.TOptional<Type.TString>;
                        reason: Type.TOptional<Type.TString>;
                        examples: Type.TOptional<Type.TObject<{
                            match: Type.TOptional<Type.TArray<Type.TString>>;
                            notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                        }>>;
                    }>]>>>;
                    deny: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                        command: Type.TOptional<Type.TString>;
                        effect: Type.TOptional<Type.TString>;
                        args: Type.TOptional<Type.TString>;
                        reason: Type.TOptional<Type.TString>;
                        examples: Type.TOptional<Type.TObject<{
                            match: Type.TOptional<Type.TArray<Type.TString>>;
                            notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                        }>>;
                    }>]>>>;
                    environment: Type.TOptional<Type.TArray<Type.TString>>;
                    pathPrepend: Type.TOptional<Type.TArray<Type.TString>>;
                    safeBins: Type.TOptional<Type.TArray<Type.TString>>;
                    safeBinProfiles: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
                        minPositional: Type.TOptional<Type.TInteger>;
                        maxPositional: Type.TOptional<Type.TInteger>;
                        allowedFlags: Type.TOptional<Type.TArray<Type.TString>>;
                        allowedValueFlags: Type.TOptional<Type.TArray<Type.TString>>;
                        deniedFlags: Type.TOptional<Type.TArray<Type.TString>>;
                    }>>>;
                    notifyOnExit: Type.TOptional<Type.TBoolean>;
                    approvalRunningNoticeMs: Type.TOptional<Type.TInteger>;
                    timeout: Type.TOptional<Type.TNumber>;
                }>>;
                elevated: Type.TOptional<Type.TObject<{
                    enabled: Type.TOptional<Type.TBoolean>;
                    allowFrom: Type.TOptional<Type.TRecord<"^.*$", Type.TArray<Type.TString>>>;
                }>>;
            }>>;
            sandbox: Type.TOptional<Type.TObject<{
                backend: Type.TOptional<Type.TEnum<["unshare", "docker"]>>;
                mode: Type.TOptional<Type.TEnum<["all", "non-main", "off"]>>;
                scope: Type.TOptional<Type.TEnum<["session", "agent", "shared"]>>;
                workspaceAccess: Type.TOptional<Type.TEnum<["none", "ro", "rw"]>>;
                docker: Type.TOptional<Type.TObject<{
                    engine: Type.TOptional<Type.TString>;
                    image: Type.TOptional<Type.TString>;
                    binds: Type.TOptional<Type.TArray<Type.TString>>;
                    network: Type.TOptional<Type.TString>;
                    user: Type.TOptional<Type.TString>;
                    cpus: Type.TOptional<Type.TNumber>;
                    readOnlyRoot: Type.TOptional<Type.TBoolean>;
                }>>;
                fileMode: Type.TOptional<Type.TEnum<["workspace-only", "allow-list", "off"]>>;
                network: Type.TOptional<Type.TEnum<["off", "allowlist", "on"]>>;
                egress: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                    host: Type.TString;
                    allowPrivate: Type.TOptional<Type.TBoolean>;
                }>]>>>;
                readPaths: Type.TOptional<Type.TArray<Type.TString>>;
                writePaths: Type.TOptional<Type.TArray<Type.TString>>;
                gitIdentity: Type.TOptional<Type.TBoolean>;
                hiddenPaths: Type.TOptional<Type.TArray<Type.TString>>;
                protectedPaths: Type.TOptional<Type.TArray<Type.TString>>;
                limits: Type.TOptional<Type.TObject<{
                    processes: Type.TOptional<Type.TInteger>;
                    memoryBytes: Type.TOptional<Type.TInteger>;
                    openFiles: Type.TOptional<Type.TInteger>;
                    fileBytes: Type.TOptional<Type.TInteger>;
                    cpuSeconds: Type.TOptional<Type.TInteger>;
                }>>;
                renderer: Type.TOptional<Type.TEnum<["auto", "namespaces", "bubblewrap", "landlock"]>>;
                onUnavailable: Type.TOptional<Type.TEnum<["refuse", "degrade"]>>;
            }>>;
            id: Type.TString;
        }>>>;
    }>>;
    sandbox: Type.TOptional<Type.TObject<{
        backend: Type.TOptional<Type.TEnum<["unshare", "docker"]>>;
        mode: Type.TOptional<Type.TEnum<["all", "non-main", "off"]>>;
        scope: Type.TOptional<Type.TEnum<["session", "agent", "shared"]>>;
        workspaceAccess: Type.TOptional<Type.TEnum<["none", "ro", "rw"]>>;
        docker: Type.TOptional<Type.TObject<{
            engine: Type.TOptional<Type.TString>;
            image: Type.TOptional<Type.TString>;
            binds: Type.TOptional<Type.TArray<Type.TString>>;
            network: Type.TOptional<Type.TString>;
            user: Type.TOptional<Type.TString>;
            cpus: Type.TOptional<Type.TNumber>;
            readOnlyRoot: Type.TOptional<Type.TBoolean>;
        }>>;
        fileMode: Type.TOptional<Type.TEnum<["workspace-only", "allow-list", "off"]>>;
        network: Type.TOptional<Type.TEnum<["off", "allowlist", "on"]>>;
        egress: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
            host: Type.TString;
            allowPrivate: Type.TOptional<Type.TBoolean>;
        }>]>>>;
        readPaths: Type.TOptional<Type.TArray<Type.TString>>;
        writePaths: Type.TOptional<Type.TArray<Type.TString>>;
        gitIdentity: Type.TOptional<Type.TBoolean>;
        hiddenPaths: Type.TOptional<Type.TArray<Type.TString>>;
        protectedPaths: Type.TOptional<Type.TArray<Type.TString>>;
        limits: Type.TOptional<Type.TObject<{
            processes: Type.TOptional<Type.TInteger>;
            memoryBytes: Type.TOptional<Type.TInteger>;
            openFiles: Type.TOptional<Type.TInteger>;
            fileBytes: Type.TOptional<Type.TInteger>;
            cpuSeconds: Type.TOptional<Type.TInteger>;
        }>>;
        renderer: Type.TOptional<Type.TEnum<["auto", "namespaces", "bubblewrap", "landlock"]>>;
        onUnavailable: Type.TOptional<Type.TEnum<["refuse", "degrade"]>>;
    }>>;
    hooks: Type.TOptional<Type.TObject<{
        before: Type.TOptional<Type.TArray<Type.TObject<{
            command: Type.TString;
            name: Type.TOptional<Type.TString>;
            tools: Type.TOptional<Type.TArray<Type.TString>>;
            priority: Type.TOptional<Type.TNumber>;
            timeoutSeconds: Type.TOptional<Type.TNumber>;
        }>>>;
        after: Type.TOptional<Type.TArray<Type.TObject<{
            command: Type.TString;
            name: Type.TOptional<Type.TString>;
            tools: Type.TOptional<Type.TArray<Type.TString>>;
            priority: Type.TOptional<Type.TNumber>;
            timeoutSeconds: Type.TOptional<Type.TNumber>;
        }>>>;
        afterFailure: Type.TOptional<Type.TArray<Type.TObject<{
            command: Type.TString;
            name: Type.TOptional<Type.TString>;
            tools: Type.TOptional<Type.TArray<Type.TString>>;
            priority: Type.TOptional<Type.TNumber>;
            timeoutSeconds: Type.TOptional<Type.TNumber>;
        }>>>;
    }>>;
    mcpServers: Type.TOptional<Type.TRecord<"^.*$", Type.TObject<{
        type: Type.TOptional<Type.TEnum<["stdio", "http", "sse"]>>;
        command: Type.TOptional<Type.TString>;
        args: Type.TOptional<Type.TArray<Type.TString>>;
        env: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
        passEnvironment: Type.TOptional<Type.TArray<Type.TString>>;
        cwd: Type.TOptional<Type.TString>;
        url: Type.TOptional<Type.TString>;
        headers: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
        enabled: Type.TOptional<Type.TBoolean>;
        includeTools: Type.TOptional<Type.TArray<Type.TString>>;
        excludeTools: Type.TOptional<Type.TArray<Type.TString>>;
        permissions: Type.TOptional<Type.TRecord<"^.*$", Type.TEnum<["read-only", "workspace-write", "danger-full-access"]>>>;
        inputs: Type.TOptional<Type.TRecord<"^.*$", Type.TRecord<"^.*$", Type.TEnum<["read", "write", "delete", "url", "command", "none"]>>>>;
        pins: Type.TOptional<Type.TEnum<["first-use", "explicit"]>>;
        sandbox: Type.TOptional<Type.TBoolean>;
        network: Type.TOptional<Type.TEnum<["off", "allowlist", "on"]>>;
        sampling: Type.TOptional<Type.TBoolean>;
        elicitation: Type.TOptional<Type.TBoolean>;
        timeoutSeconds: Type.TOptional<Type.TNumber>;
        maxCallSeconds: Type.TOptional<Type.TNumber>;
        startTimeoutSeconds: Type.TOptional<Type.TNumber>;
        idleSeconds: Type.TOptional<Type.TNumber>;
        maxResultCharacters: Type.TOptional<Type.TInteger>;
    }>>>;
    approvals: Type.TOptional<Type.TObject<{
        timeout: Type.TOptional<Type.TNumber>;
        groups: Type.TOptional<Type.TRecord<"^.*$", Type.TArray<Type.TString>>>;
        require: Type.TOptional<Type.TArray<Type.TObject<{
            agents: Type.TOptional<Type.TArray<Type.TString>>;
            tools: Type.TOptional<Type.TArray<Type.TString>>;
            hosts: Type.TOptional<Type.TArray<Type.TString>>;
            programs: Type.TOptional<Type.TArray<Type.TString>>;
            approve: Type.TOptional<Type.TInteger>;
            deny: Type.TOptional<Type.TInteger>;
            reason: Type.TOptional<Type.TLiteral<"required">>;
            group: Type.TOptional<Type.TString>;
        }>>>;
        exec: Type.TOptional<Type.TObject<{
            enabled: Type.TOptional<Type.TBoolean>;
            mode: Type.TOptional<Type.TEnum<["session", "targets", "both"]>>;
            agentFilter: Type.TOptional<Type.TArray<Type.TString>>;
            sessionFilter: Type.TOptional<Type.TArray<Type.TString>>;
            targets: Type.TOptional<Type.TArray<Type.TObject<{
                channel: Type.TEnum<["slack", "telegram", "discord", "webhook"]>;
                to: Type.TString;
            }>>>;
        }>>;
        channels: Type.TOptional<Type.TObject<{
            listen: Type.TOptional<Type.TObject<{
                host: Type.TOptional<Type.TString>;
                port: Type.TInteger;
            }>>;
            slack: Type.TOptional<Type.TObject<{
                botToken: Type.TUnion<[Type.TObject<{
                    env: Type.TString;
                }>, Type.TObject<{
                    file: Type.TString;
                }>]>;
                signingSecret: Type.TOptional<Type.TUnion<[Type.TObject<{
                    env: Type.TString;
                }>, Type.TObject<{
                    file: Type.TString;
                }>]>>;
                approvers: Type.TOptional<Type.TArray<Type.TString>>;
                apiUrl: Type.TOptional<Type.TString>;
            }>>;
            telegram: Type.TOptional<Type.TObject<{
                botToken: Type.TUnion<[Type.TObject<{
                    env: Type.TString;
                }>, Type.TObject<{
                    file: Type.TString;
                }>]>;
                botName: Type.TOptional<Type.TString>;
                webhookSecret: Type.TOptional<Type.TUnion<[Type.TObject<{
                    env: Type.TString;
                }>, Type.TObject<{
                    file: Type.TString;
                }>]>>;
                approvers: Type.TOptional<Type.TArray<Type.TString>>;
                apiUrl: Type.TOptional<Type.TString>;
            }>>;
            discord: Type.TOptional<Type.TObject<{
                botToken: Type.TUnion<[Type.TObject<{
                    env: Type.TString;
                }>, Type.TObject<{
                    file: Type.TString;
                }>]>;
                publicKey: Type.TOptional<Type.TString>;
                approvers: Type.TOptional<Type.TArray<Type.TString>>;
                apiUrl: Type.TOptional<Type.TString>;
            }>>;
            webhook: Type.TOptional<Type.TObject<{
                secret: Type.TUnion<[Type.TObject<{
                    env: Type.TString;
                }>, Type.TObject<{
                    file: Type.TString;
                }>]>;
                approvers: Type.TOptional<Type.TArray<Type.TString>>;
            }>>;
        }>>;
    }>>;
    gateway: Type.TOptional<Type.TObject<{
        name: Type.TOptional<Type.TString>;
        bind: Type.TOptional<Type.TString>;
        port: Type.TOptional<Type.TInteger>;
        hosts: Type.TOptional<Type.TArray<Type.TString>>;
        origins: Type.TOptional<Type.TArray<Type.TString>>;
        tls: Type.TOptional<Type.TObject<{
            cert: Type.TString;
            key: Type.TString;
        }>>;
        trustedProxies: Type.TOptional<Type.TArray<Type.TString>>;
        metrics: Type.TOptional<Type.TEnum<["off", "local", "network"]>>;
        drainSeconds: Type.TOptional<Type.TInteger>;
        limits: Type.TOptional<Type.TObject<{
            sockets: Type.TOptional<Type.TInteger>;
            unauthenticated: Type.TOptional<Type.TInteger>;
            unauthenticatedPerAddress: Type.TOptional<Type.TInteger>;
            requestsAtOnce: Type.TOptional<Type.TInteger>;
            requestsPerSecond: Type.TOptional<Type.TInteger>;
            unreadBytes: Type.TOptional<Type.TInteger>;
        }>>;
    }>>;
}>;
export type ConfigDocument = Static<typeof ConfigDocument>;
