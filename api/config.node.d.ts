// The public declarations of @poundlock/config/node, written by `pnpm api`.

// index.d.ts
export { loadConfig, stateDirectory, type LoadedConfig } from './load-config.ts';
export { readConfigFile } from './read-config.ts';

// ../document/parse-config.d.ts
import { ConfigDocument } from '../schema.ts';
import { type SourceText } from './source-text.ts';
export interface ParsedConfig {
    readonly document: ConfigDocument;
    readonly source: SourceText;
}
export declare const MAX_CONFIG_LENGTH: number;
export declare function parseConfig(text: string, file: string): ParsedConfig;

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
import { type ConfigSource, type ResolvedConfig } from '../resolve-config.ts';
export interface LoadedConfig {
    readonly sources: readonly ConfigSource[];
    readonly resolved: ResolvedConfig;
}
export declare function stateDirectory(env?: NodeJS.ProcessEnv): string;
export declare function loadConfig(options: {
    readonly workspace: string;
    readonly stateDirectory: string;
    readonly file?: string;
}): LoadedConfig;

// read-config.d.ts
import type { ConfigSource } from '../resolve-config.ts';
export declare function readConfigFile(file: string, kind: ConfigSource['kind'], options?: {
    readonly vouchedFor?: boolean;
}): ConfigSource | null;

// ../resolve-config.d.ts
import type { ParsedConfig } from './document/parse-config.ts';
import type { ConfigDocument } from './schema.ts';
export interface ConfigSource extends ParsedConfig {
    readonly kind: 'user' | 'workspace';
}
export interface Origin<T> {
    readonly value: T;
    readonly origin: string;
}
type Sandbox = Required<Omit<NonNullable<ConfigDocument['sandbox']>, 'limits'>>;
export type SandboxLimitSettings = NonNullable<NonNullable<ConfigDocument['sandbox']>['limits']>;
export interface ResolvedConfig {
    readonly sandbox: {
        readonly [Key in keyof Sandbox]: Origin<Sandbox[Key]>;
    } & {
        readonly limits: {
            readonly [Key in keyof SandboxLimitSettings]: Origin<NonNullable<SandboxLimitSettings[Key]>>;
        };
    };
    readonly timeoutSeconds: Origin<number>;
}
export declare function resolveConfig(sources: readonly ConfigSource[]): ResolvedConfig;
export {};

// ../schema.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
export declare const ConfigDocument: Type.TObject<{
    $schema: Type.TOptional<Type.TString>;
    mode: Type.TOptional<Type.TEnum<["read-only", "workspace-write", "danger-full-access", "prompt", "allow"]>>;
    tools: Type.TOptional<Type.TObject<{
        exec: Type.TOptional<Type.TObject<{
            host: Type.TOptional<Type.TEnum<["sandbox", "gateway"]>>;
            security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
            ask: Type.TOptional<Type.TUnion<[Type.TEnum<["off", "on-miss", "always"]>, Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                command: Type.TString;
                args: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
                examples: Type.TOptional<Type.TObject<{
                    match: Type.TOptional<Type.TArray<Type.TString>>;
                    notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                }>>;
            }>]>>]>>;
            askMode: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
            askFallback: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
            allow: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                command: Type.TString;
                args: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
                examples: Type.TOptional<Type.TObject<{
                    match: Type.TOptional<Type.TArray<Type.TString>>;
                    notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                }>>;
            }>]>>>;
            deny: Type.TOptional<Type.TArray<Type.TUnion<[Type.TString, Type.TObject<{
                command: Type.TString;
                args: Type.TOptional<Type.TString>;
                reason: Type.TOptional<Type.TString>;
                examples: Type.TOptional<Type.TObject<{
                    match: Type.TOptional<Type.TArray<Type.TString>>;
                    notMatch: Type.TOptional<Type.TArray<Type.TString>>;
                }>>;
            }>]>>>;
            environment: Type.TOptional<Type.TArray<Type.TString>>;
            timeout: Type.TOptional<Type.TNumber>;
        }>>;
    }>>;
    sandbox: Type.TOptional<Type.TObject<{
        fileMode: Type.TOptional<Type.TEnum<["workspace-only", "allow-list", "off"]>>;
        network: Type.TOptional<Type.TEnum<["off", "on"]>>;
        readPaths: Type.TOptional<Type.TArray<Type.TString>>;
        writePaths: Type.TOptional<Type.TArray<Type.TString>>;
        hiddenPaths: Type.TOptional<Type.TArray<Type.TString>>;
        protectedPaths: Type.TOptional<Type.TArray<Type.TString>>;
        limits: Type.TOptional<Type.TObject<{
            processes: Type.TOptional<Type.TInteger>;
            memoryBytes: Type.TOptional<Type.TInteger>;
            openFiles: Type.TOptional<Type.TInteger>;
            fileBytes: Type.TOptional<Type.TInteger>;
            cpuSeconds: Type.TOptional<Type.TInteger>;
        }>>;
        onUnavailable: Type.TOptional<Type.TEnum<["refuse", "degrade"]>>;
    }>>;
}>;
export type ConfigDocument = Static<typeof ConfigDocument>;
