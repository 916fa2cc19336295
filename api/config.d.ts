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
export { resolveConfig, type ConfigDefaults, type ResolvedConfig } from './resolve-config.ts';
export { resolveGateway, type GatewaySettings, type ResolvedGateway } from './resolve-gateway.ts';
export { type ConfiguredMcpServer, type IgnoredMcpServer, type McpServerSettings, resolveMcpServers, } from './resolve-mcp-servers.ts';
export { ConfigDocument } from './schema.ts';

// config-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export interface ConfigIssue {
    readonly line: number;
    readonly column: number;
    readonly pointer: string;
    readonly problem: string;
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
            readonly proven: 'write';
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
        readonly caches: true;
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
    readonly undo: {
        readonly enabled: true;
        readonly required: false;
        readonly maxBytes: 4294967296;
        readonly maxAge: '7d';
        readonly ignore: readonly ["node_modules", ".venv", "venv", "__pycache__", ".tox", ".pnpm-store"];
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
import { type UndoSettings } from './resolve-undo.ts';
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
    readonly undo: {
        readonly [Key in keyof UndoSettings]: Origin<UndoSettings[Key]>;
    };
}
type LoopSettings = Required<NonNullable<NonNullable<ConfigDocument['tools']>['loopDetection']>>;
export interface ConfigDefaults {
    readonly network?: 'off' | 'ask';
    readonly backend?: Origin<Sandbox['backend']>;
}
export declare function resolveConfig(given: readonly ConfigSource[], agent?: string, defaults?: ConfigDefaults): ResolvedConfig;
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

// resolve-undo.d.ts
import type { OrderedSource, Origin } from './config-source.ts';
import type { ConfigDocument } from './schema.ts';
export type UndoSettings = Required<NonNullable<ConfigDocument['undo']>>;
export declare function resolveUndo(ordered: readonly OrderedSource[]): {
    readonly [Key in keyof UndoSettings]: Origin<UndoSettings[Key]>;
};

// schema.d.ts
import { type Static } from '@poundlock/spec/schema';
export declare const ConfigDocument: import("@poundlock/spec/schema").ObjectSchema<{
    readonly $schema: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
    readonly mode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "danger-full-access" | "prompt" | "read-only" | "workspace-write">>;
    readonly tools: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly profile: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"coding" | "full" | "messaging" | "minimal">>;
        readonly allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly byProvider: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, {
            allow?: string[];
            deny?: string[];
            profile?: "coding" | "full" | "messaging" | "minimal";
        }>>>;
        readonly sandbox: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly tools: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            }>>;
        }>>;
        readonly exec: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly host: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"gateway" | "node" | "sandbox">>;
            readonly security: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
            readonly ask: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"always" | "off" | "on-miss" | (string | {
                args?: string;
                asWritten?: boolean;
                command?: string;
                effect?: string;
                examples?: {
                    match?: string[];
                    notMatch?: string[];
                };
                reason?: string;
            })[]>>;
            readonly askMode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"always" | "off" | "on-miss">>;
            readonly askFallback: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
            readonly node: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly proven: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"off" | "read" | "write">>;
            readonly allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<(string | {
                args?: string;
                asWritten?: boolean;
                command?: string;
                effect?: string;
                examples?: {
                    match?: string[];
                    notMatch?: string[];
                };
                reason?: string;
            })[]>>;
            readonly deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<(string | {
                args?: string;
                asWritten?: boolean;
                command?: string;
                effect?: string;
                examples?: {
                    match?: string[];
                    notMatch?: string[];
                };
                reason?: string;
            })[]>>;
            readonly environment: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly pathPrepend: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly safeBins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly safeBinProfiles: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, {
                allowedFlags?: string[];
                allowedValueFlags?: string[];
                deniedFlags?: string[];
                maxPositional?: number;
                minPositional?: number;
            }>>>;
            readonly record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            readonly notifyOnExit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            readonly approvalRunningNoticeMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly timeout: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>>;
        readonly elevated: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly enabled: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            readonly allowFrom: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, string[]>>>;
        }>>;
        readonly fs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly readScope: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"all" | "workspace">>;
            readonly read: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly ask: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            }>>;
            readonly write: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly ask: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            }>>;
            readonly protectedPaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        }>>;
        readonly web: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly allowDomains: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly denyDomains: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly search: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly provider: import("@poundlock/spec/schema").TypedSchema<"brave" | "searxng" | "tavily">;
                readonly endpoint: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                readonly keyFrom: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            }>>;
        }>>;
        readonly loopDetection: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly enabled: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            readonly warningThreshold: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly criticalThreshold: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly globalCircuitBreakerThreshold: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>>;
        readonly redactResults: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"always" | "models" | "never">>;
    }>>;
    readonly agents: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly defaults: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            mode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow" | "danger-full-access" | "prompt" | "read-only" | "workspace-write">>;
            tools: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                profile: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"coding" | "full" | "messaging" | "minimal">>;
                allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                byProvider: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, {
                    allow?: string[];
                    deny?: string[];
                    profile?: "coding" | "full" | "messaging" | "minimal";
                }>>>;
                sandbox: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    readonly tools: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                        readonly allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                        readonly deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    }>>;
                }>>;
                exec: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    readonly host: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"gateway" | "node" | "sandbox">>;
                    readonly security: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
                    readonly ask: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"always" | "off" | "on-miss" | (string | {
                        args?: string;
                        asWritten?: boolean;
                        command?: string;
                        effect?: string;
                        examples?: {
                            match?: string[];
                            notMatch?: string[];
                        };
                        reason?: string;
                    })[]>>;
                    readonly askMode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"always" | "off" | "on-miss">>;
                    readonly askFallback: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "deny" | "full">>;
                    readonly node: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    readonly proven: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"off" | "read" | "write">>;
                    readonly allow: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<(string | {
                        args?: string;
                        asWritten?: boolean;
                        command?: string;
                        effect?: string;
                        examples?: {
                            match?: string[];
                            notMatch?: string[];
                        };
                        reason?: string;
                    })[]>>;
                    readonly deny: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<(string | {
                        args?: string;
                        asWritten?: boolean;
                        command?: string;
                        effect?: string;
                        examples?: {
                            match?: string[];
                            notMatch?: string[];
                        };
                        reason?: string;
                    })[]>>;
                    readonly environment: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    readonly pathPrepend: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    readonly safeBins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    readonly safeBinProfiles: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, {
                        allowedFlags?: string[];
                        allowedValueFlags?: string[];
                        deniedFlags?: string[];
                        maxPositional?: number;
                        minPositional?: number;
                    }>>>;
                    readonly record: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
                    readonly notifyOnExit: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
                    readonly approvalRunningNoticeMs: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                    readonly timeout: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                }>>;
                elevated: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    readonly enabled: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
                    readonly allowFrom: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, string[]>>>;
                }>>;
            }>>;
            sandbox: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly backend: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"docker" | "unshare">>;
                readonly mode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"all" | "non-main" | "off">>;
                readonly scope: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"agent" | "session" | "shared">>;
                readonly workspaceAccess: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"none" | "ro" | "rw">>;
                readonly docker: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    readonly engine: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    readonly image: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    readonly binds: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                    readonly network: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    readonly user: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                    readonly cpus: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                    readonly readOnlyRoot: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
                }>>;
                readonly fileMode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow-list" | "off" | "workspace-only">>;
                readonly network: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "ask" | "off" | "on">>;
                readonly egress: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<(string | {
                    allowPrivate?: boolean;
                    host: string;
                })[]>>;
                readonly readPaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly writePaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly caches: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
                readonly gitIdentity: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
                readonly hiddenPaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly protectedPaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly limits: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                    readonly processes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                    readonly memoryBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                    readonly openFiles: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                    readonly fileBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                    readonly cpuSeconds: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
                }>>;
                readonly renderer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"auto" | "bubblewrap" | "landlock" | "namespaces">>;
                readonly onUnavailable: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"degrade" | "refuse">>;
            }>>;
        }>>;
        readonly list: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
            id: string;
            mode?: "allow" | "danger-full-access" | "prompt" | "read-only" | "workspace-write";
            sandbox?: {
                backend?: "docker" | "unshare";
                caches?: boolean;
                docker?: {
                    binds?: string[];
                    cpus?: number;
                    engine?: string;
                    image?: string;
                    network?: string;
                    readOnlyRoot?: boolean;
                    user?: string;
                };
                egress?: (string | {
                    allowPrivate?: boolean;
                    host: string;
                })[];
                fileMode?: "allow-list" | "off" | "workspace-only";
                gitIdentity?: boolean;
                hiddenPaths?: string[];
                limits?: {
                    cpuSeconds?: number;
                    fileBytes?: number;
                    memoryBytes?: number;
                    openFiles?: number;
                    processes?: number;
                };
                mode?: "all" | "non-main" | "off";
                network?: "allowlist" | "ask" | "off" | "on";
                onUnavailable?: "degrade" | "refuse";
                protectedPaths?: string[];
                readPaths?: string[];
                renderer?: "auto" | "bubblewrap" | "landlock" | "namespaces";
                scope?: "agent" | "session" | "shared";
                workspaceAccess?: "none" | "ro" | "rw";
                writePaths?: string[];
            };
            tools?: {
                allow?: string[];
                byProvider?: Record<string, {
                    allow?: string[];
                    deny?: string[];
                    profile?: "coding" | "full" | "messaging" | "minimal";
                }>;
                deny?: string[];
                elevated?: {
                    allowFrom?: Record<string, string[]>;
                    enabled?: boolean;
                };
                exec?: {
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
                };
                profile?: "coding" | "full" | "messaging" | "minimal";
                sandbox?: {
                    tools?: {
                        allow?: string[];
                        deny?: string[];
                    };
                };
            };
        }[]>>;
    }>>;
    readonly sandbox: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly backend: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"docker" | "unshare">>;
        readonly mode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"all" | "non-main" | "off">>;
        readonly scope: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"agent" | "session" | "shared">>;
        readonly workspaceAccess: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"none" | "ro" | "rw">>;
        readonly docker: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly engine: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly image: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly binds: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly network: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly user: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly cpus: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly readOnlyRoot: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        }>>;
        readonly fileMode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allow-list" | "off" | "workspace-only">>;
        readonly network: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"allowlist" | "ask" | "off" | "on">>;
        readonly egress: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<(string | {
            allowPrivate?: boolean;
            host: string;
        })[]>>;
        readonly readPaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly writePaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly caches: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        readonly gitIdentity: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        readonly hiddenPaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly protectedPaths: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly limits: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly processes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly memoryBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly openFiles: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly fileBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly cpuSeconds: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>>;
        readonly renderer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"auto" | "bubblewrap" | "landlock" | "namespaces">>;
        readonly onUnavailable: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"degrade" | "refuse">>;
    }>>;
    readonly hooks: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly before: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
            command: string;
            name?: string;
            priority?: number;
            timeoutSeconds?: number;
            tools?: string[];
        }[]>>;
        readonly after: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
            command: string;
            name?: string;
            priority?: number;
            timeoutSeconds?: number;
            tools?: string[];
        }[]>>;
        readonly afterFailure: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
            command: string;
            name?: string;
            priority?: number;
            timeoutSeconds?: number;
            tools?: string[];
        }[]>>;
    }>>;
    readonly mcpServers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, {
        args?: string[];
        command?: string;
        cwd?: string;
        elicitation?: boolean;
        enabled?: boolean;
        env?: Record<string, string>;
        excludeTools?: string[];
        headers?: Record<string, string>;
        idleSeconds?: number;
        includeTools?: string[];
        inputs?: Record<string, Record<string, "command" | "delete" | "none" | "read" | "url" | "write">>;
        maxCallSeconds?: number;
        maxResultCharacters?: number;
        network?: "allowlist" | "off" | "on";
        passEnvironment?: string[];
        permissions?: Record<string, "danger-full-access" | "read-only" | "workspace-write">;
        pins?: "explicit" | "first-use";
        sampling?: boolean;
        sandbox?: boolean;
        startTimeoutSeconds?: number;
        timeoutSeconds?: number;
        type?: "http" | "sse" | "stdio";
        url?: string;
    }>>>;
    readonly approvals: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly timeout: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        readonly unattended: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"deny" | "queue">>;
        readonly groups: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<Record<string, string[]>>>;
        readonly require: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
            agents?: string[];
            approve?: number;
            deny?: number;
            group?: string;
            hosts?: string[];
            programs?: string[];
            reason?: "required";
            tools?: string[];
        }[]>>;
        readonly exec: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly enabled: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            readonly mode: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"both" | "session" | "targets">>;
            readonly agentFilter: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly sessionFilter: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly targets: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                channel: "discord" | "slack" | "telegram" | "webhook";
                to: string;
            }[]>>;
        }>>;
        readonly channels: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly listen: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly host: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                readonly port: import("@poundlock/spec/schema").TypedSchema<number>;
            }>>;
            readonly slack: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly botToken: import("@poundlock/spec/schema").TypedSchema<{
                    env: string;
                } | {
                    file: string;
                }>;
                readonly signingSecret: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    env: string;
                } | {
                    file: string;
                }>>;
                readonly approvers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly apiUrl: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            }>>;
            readonly telegram: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly botToken: import("@poundlock/spec/schema").TypedSchema<{
                    env: string;
                } | {
                    file: string;
                }>;
                readonly botName: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                readonly webhookSecret: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<{
                    env: string;
                } | {
                    file: string;
                }>>;
                readonly approvers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly apiUrl: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            }>>;
            readonly discord: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly botToken: import("@poundlock/spec/schema").TypedSchema<{
                    env: string;
                } | {
                    file: string;
                }>;
                readonly publicKey: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                readonly approvers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
                readonly apiUrl: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            }>>;
            readonly webhook: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly secret: import("@poundlock/spec/schema").TypedSchema<{
                    env: string;
                } | {
                    file: string;
                }>;
                readonly approvers: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            }>>;
        }>>;
    }>>;
    readonly gateway: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly name: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        readonly bind: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        readonly port: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        readonly hosts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly origins: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly tls: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly cert: import("@poundlock/spec/schema").TypedSchema<string>;
            readonly key: import("@poundlock/spec/schema").TypedSchema<string>;
        }>>;
        readonly trustedProxies: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        readonly metrics: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<"local" | "network" | "off">>;
        readonly traces: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly endpoint: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly arguments: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        }>>;
        readonly push: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly enabled: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            readonly commands: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
            readonly contact: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly privateHosts: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
        }>>;
        readonly agents: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly model: import("@poundlock/spec/schema").TypedSchema<string>;
            readonly models: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
            readonly baseUrl: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly turns: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly atOnce: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>>;
        readonly drainSeconds: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        readonly bus: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly servers: import("@poundlock/spec/schema").TypedSchema<string[]>;
            readonly prefix: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly replicas: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<1 | 3 | 5>>;
            readonly tls: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
                readonly ca: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                readonly cert: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
                readonly key: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            }>>;
            readonly seedFile: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly user: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly passwordFile: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
            readonly allowOutdatedServer: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        }>>;
        readonly limits: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
            readonly sockets: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly unauthenticated: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly unauthenticatedPerAddress: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly requestsAtOnce: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly requestsPerSecond: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
            readonly unreadBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        }>>;
    }>>;
    readonly undo: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").ObjectSchema<{
        readonly enabled: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        readonly required: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<boolean>>;
        readonly maxBytes: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<number>>;
        readonly maxAge: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string>>;
        readonly ignore: import("@poundlock/spec/schema").OptionalSchema<import("@poundlock/spec/schema").TypedSchema<string[]>>;
    }>>;
}>;
export type ConfigDocument = Static<typeof ConfigDocument>;
