// The public declarations of @poundlock/config, written by `pnpm api`.

// index.d.ts
export { CONFIG_DEFAULTS } from './defaults.ts';
export { ConfigError, type ConfigIssue } from './config-error.ts';
export type { ConfigSource, Origin } from './config-source.ts';
export { appendToList, readValue, removeFromList, setValue, UneditableText } from './document/edit-text.ts';
export { parseConfig, parseDocument, type ParsedConfig } from './document/parse-config.ts';
export { findIneffectiveSettings } from './ineffective/find-ineffective.ts';
export type { IneffectiveSetting } from './ineffective/ineffective-setting.ts';
export { configJsonSchema } from './json-schema.ts';
export { sessionFilter } from './pattern/session-filter.ts';
export { resolveConfig, type ResolvedConfig } from './resolve-config.ts';
export { resolveGateway, type GatewaySettings, type ResolvedGateway } from './resolve-gateway.ts';
export { type ConfiguredMcpServer, type IgnoredMcpServer, type McpServerSettings, resolveMcpServers, } from './resolve-mcp-servers.ts';
export { ConfigDocument } from './schema.ts';

// config-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export interface ConfigIssue {
    readonly line: number;
    readonly column: number;
    readonly pointer: string;
    readonly message: string;
}
export declare class ConfigError extends PoundlockError {
    readonly name = "ConfigError";
    static invalid(file: string, issues: readonly ConfigIssue[]): ConfigError;
    static unreadable(file: string, problem: string, remedy: string, cause?: unknown): ConfigError;
}

// config-source.d.ts
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

// defaults.d.ts
export declare const CONFIG_DEFAULTS: {
    readonly mode: 'workspace-write';
    readonly tools: {
        readonly exec: {
            readonly host: 'sandbox';
            readonly security: 'deny';
            readonly ask: 'on-miss';
            readonly askFallback: 'deny';
            readonly proven: 'off';
            readonly timeout: 1800;
            readonly notifyOnExit: true;
            readonly approvalRunningNoticeMs: 10000;
        };
        readonly loopDetection: {
            readonly enabled: true;
            readonly warningThreshold: 10;
            readonly criticalThreshold: 20;
            readonly globalCircuitBreakerThreshold: 30;
        };
        readonly redactResults: 'models';
    };
    readonly sandbox: {
        readonly backend: 'unshare';
        readonly mode: 'all';
        readonly scope: 'session';
        readonly workspaceAccess: 'rw';
        readonly fileMode: 'workspace-only';
        readonly network: 'off';
        readonly renderer: 'auto';
        readonly gitIdentity: true;
        readonly onUnavailable: 'refuse';
        readonly docker: {
            readonly cpus: 2;
            readonly readOnlyRoot: true;
        };
        readonly limits: {
            readonly processes: 512;
            readonly memoryBytes: 8589934592;
            readonly openFiles: 4096;
            readonly fileBytes: 2147483648;
        };
    };
};

// document/edit-text.d.ts
export declare class UneditableText extends Error {
    readonly name = "UneditableText";
}
export declare function appendToList(text: string, path: readonly string[], value: unknown): string;
export declare function removeFromList(text: string, path: readonly string[], fits: (entry: unknown) => boolean): string;
export declare function setValue(text: string, path: readonly string[], value: unknown): string;
export declare function readValue(text: string, path: readonly string[]): unknown;

// document/parse-config.d.ts
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

// document/source-text.d.ts
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

// ineffective/find-ineffective.d.ts
import type { ConfigSource } from '../config-source.ts';
import { type ResolvedConfig } from '../resolve-config.ts';
import type { IneffectiveSetting } from './ineffective-setting.ts';
export declare function findIneffectiveSettings(sources: readonly ConfigSource[], resolved: ResolvedConfig): readonly IneffectiveSetting[];
export declare function refuseIneffective(sources: readonly ConfigSource[], resolved: ResolvedConfig): void;

// ineffective/ineffective-setting.d.ts
export interface IneffectiveSetting {
    readonly key: string;
    readonly pointer: string;
    readonly file: string;
    readonly origin: string;
    readonly message: string;
    readonly refused: boolean;
}
export type Ineffective = Pick<IneffectiveSetting, 'pointer' | 'message'> & {
    readonly refused?: true;
};

// json-schema.d.ts
export declare function configJsonSchema(): Record<string, unknown>;

// pattern/session-filter.d.ts
export declare function sessionFilter(filter: string): (key: string) => boolean;

// resolve-config.d.ts
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

// resolve-gateway.d.ts
import type { ConfigSource } from './config-source.ts';
import type { ConfigDocument } from './schema.ts';
export type GatewaySettings = NonNullable<ConfigDocument['gateway']>;
export interface ResolvedGateway {
    readonly settings: GatewaySettings;
    readonly sourceOf: (key: keyof GatewaySettings) => {
        readonly source: ConfigSource;
        readonly pointer: string;
    } | null;
}
export declare function resolveGateway(sources: readonly ConfigSource[]): ResolvedGateway;

// resolve-mcp-servers.d.ts
import type { ConfigSource } from './config-source.ts';
import type { ConfigDocument } from './schema.ts';
export type McpServerSettings = NonNullable<ConfigDocument['mcpServers']>[string];
export interface ConfiguredMcpServer {
    readonly name: string;
    readonly settings: McpServerSettings;
    readonly origin: string;
    readonly kind: ConfigSource['kind'];
}
export interface IgnoredMcpServer {
    readonly name: string;
    readonly origin: string;
    readonly kind: ConfigSource['kind'];
    readonly reason: 'untrusted' | 'taken';
}
export declare function resolveMcpServers(sources: readonly ConfigSource[]): {
    readonly servers: readonly ConfiguredMcpServer[];
    readonly ignored: readonly IgnoredMcpServer[];
};

// schema.d.ts
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
