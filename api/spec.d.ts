// The public declarations of @poundlock/spec, written by `pnpm api`.

// index.d.ts
export { quotedText } from './display/quoted-text.ts';
export { visibleText } from './display/visible-text.ts';
export { coversTarget, isLocalName, parseEgressRule, type EgressRule, type EgressRuleInput, } from './egress/egress-rule.ts';
export { EGRESS_PRESETS, expandEgressPresets, findRegistry, type Registry } from './egress/egress-presets.ts';
export { readHost, readTarget, writeTarget, type EgressTarget } from './egress/egress-target.ts';
export { intersectEgressRules } from './egress/intersect-egress-rules.ts';
export { formatInternetAddress, parseInternetAddress } from './egress/internet-address.ts';
export { EXEC_ASKS, EXEC_HOSTS, EXEC_SECURITIES, stricterAsk, stricterSecurity, type ExecAsk, type ExecHostName, type ExecSecurity, } from './exec-policy.ts';
export { hasWildcards } from './paths/has-wildcards.ts';
export { foldersBetween, isWithin } from './paths/path-relations.ts';
export { isObject } from './json/is-object.ts';
export { parseStrictJson } from './json/parse-strict-json.ts';
export { repeatedKey } from './json/repeated-key.ts';
export { PERMISSION_MODES, PERMISSION_TABLE, REQUIRED_PERMISSIONS, strictest, type Decision, type PermissionMode, type RequiredPermission, } from './permission-mode.ts';
export { PoundlockError, type ErrorDetails, type PoundlockErrorOptions } from './poundlock-error.ts';
export { PROTECTED_PATHS, type ProtectedPath } from './protected-paths.ts';
export { SECRET_PLACES, type SecretPlace } from './secret-places.ts';
export type { ProcessExit, ProcessHandle, ProcessInput } from './process-handle.ts';
export type { ToolContent } from './tool-content.ts';
export { isFrozenThrough } from './redaction/frozen-through.ts';
export { redactSecrets, redactSecretsIn } from './redaction/redact-secrets.ts';
export type { ToolAnnotations, ToolCall, ToolSpec } from './tool-spec.ts';
export { BUILT_IN_TOOLS, TOOL_GROUPS, type ToolEntry } from './tools/built-in-tools.ts';
export { sortedJson } from './json/sorted-json.ts';
export { findBuiltInTool, toolKey } from './tools/tool-name.ts';
export { compileMcpPattern, fitsParts, isMcpName } from './tools/mcp-pattern.ts';
export { coversTool, toolPatternProblem } from './tools/tool-pattern.ts';

// display/quoted-text.d.ts
export declare function quotedText(text: string): string;

// display/visible-text.d.ts
export declare function visibleText(text: string, options?: {
    readonly newlines?: 'keep' | 'show';
}): string;

// egress/egress-presets.d.ts
export declare const EGRESS_PRESETS: {
    readonly npm: readonly ["registry.npmjs.org"];
    readonly pypi: readonly ["pypi.org", "files.pythonhosted.org"];
    readonly crates: readonly ["index.crates.io", "static.crates.io", "crates.io"];
    readonly go: readonly ["proxy.golang.org", "sum.golang.org"];
    readonly debian: readonly ["deb.debian.org", "security.debian.org"];
    readonly 'github-read': readonly ["github.com", "codeload.github.com", "raw.githubusercontent.com", "objects.githubusercontent.com"];
};
export interface Registry {
    readonly preset: string;
    readonly hosts: readonly string[];
}
export declare function findRegistry(host: string): Registry | null;
interface FetchingRule {
    readonly host: string;
    readonly onlyFetches: true;
}
export declare function expandEgressPresets<Rule>(rules: readonly Rule[]): readonly (Rule | FetchingRule)[];
export {};

// egress/egress-rule.d.ts
import { type EgressTarget } from './egress-target.ts';
export type EgressRuleInput = string | {
    readonly host: string;
    readonly allowPrivate?: boolean;
    readonly onlyFetches?: true;
};
export interface EgressRule {
    readonly host: string;
    readonly covers: 'name' | 'below' | 'address';
    readonly ports: readonly number[];
    readonly allowPrivate: boolean;
    readonly onlyFetches?: true;
}
export declare function parseEgressRule(input: EgressRuleInput): EgressRule | {
    readonly problem: string;
};
export declare function coversTarget(rule: EgressRule, target: EgressTarget): boolean;
export declare const isLocalName: (host: string) => boolean;

// egress/egress-target.d.ts
export interface EgressTarget {
    readonly host: string;
    readonly isAddress: boolean;
    readonly port: number;
}
export declare function readHost(text: string): Pick<EgressTarget, 'host' | 'isAddress'> | null;
export declare function readTarget(text: string, defaultPort?: number): EgressTarget | null;
export declare function writeTarget({ host, port }: Pick<EgressTarget, 'host' | 'port'>): string;

// egress/internet-address.d.ts
export type InternetAddress = readonly number[];
export declare function parseInternetAddress(text: string): InternetAddress | null;
export declare function formatInternetAddress(address: InternetAddress): string;

// egress/intersect-egress-rules.d.ts
import { type EgressRuleInput } from './egress-rule.ts';
export declare function intersectEgressRules(left: readonly EgressRuleInput[], right: readonly EgressRuleInput[]): readonly EgressRuleInput[];

// exec-policy.d.ts
export type ExecHostName = 'sandbox' | 'gateway' | 'node';
export type ExecSecurity = 'deny' | 'allowlist' | 'full';
export type ExecAsk = 'off' | 'on-miss' | 'always';
export declare const EXEC_HOSTS: readonly ExecHostName[];
export declare const EXEC_SECURITIES: readonly ExecSecurity[];
export declare const EXEC_ASKS: readonly ExecAsk[];
export declare function stricterSecurity(a: ExecSecurity, b: ExecSecurity): ExecSecurity;
export declare function stricterAsk(a: ExecAsk, b: ExecAsk): ExecAsk;

// json/is-object.d.ts
export declare const isObject: (value: unknown) => value is Readonly<Record<string, unknown>>;

// json/parse-strict-json.d.ts
export interface StrictJsonOptions {
    readonly brokenText?: boolean;
}
export declare function parseStrictJson(text: string, { brokenText }?: StrictJsonOptions): unknown;

// json/repeated-key.d.ts
export declare function repeatedKey(text: string): string | null;

// json/sorted-json.d.ts
export declare function sortedJson(value: unknown): string;

// paths/has-wildcards.d.ts
export declare const hasWildcards: (path: string) => boolean;

// paths/path-relations.d.ts
export declare function isWithin(path: string, outer: string): boolean;
export declare function foldersBetween(outer: string, path: string): readonly string[];

// permission-mode.d.ts
export type PermissionMode = 'read-only' | 'workspace-write' | 'danger-full-access' | 'prompt' | 'allow';
export type RequiredPermission = 'read-only' | 'workspace-write' | 'danger-full-access';
export type Decision = 'allow' | 'ask' | 'deny';
export declare const PERMISSION_MODES: readonly PermissionMode[];
export declare const REQUIRED_PERMISSIONS: readonly RequiredPermission[];
export declare const PERMISSION_TABLE: Readonly<Record<PermissionMode, Readonly<Record<RequiredPermission, Decision>>>>;
export declare function strictest(...decisions: readonly Decision[]): Decision;

// poundlock-error.d.ts
export type ErrorDetails = Readonly<Record<string, unknown>>;
export interface PoundlockErrorOptions<Code extends string = string> {
    readonly code: Code;
    readonly details?: ErrorDetails;
    readonly cause?: unknown;
    readonly remedy?: string;
}
type ErrorClass = abstract new (...args: never[]) => PoundlockError;
export declare class PoundlockError<Code extends string = string> extends Error {
    readonly name: string;
    readonly code: Code;
    readonly details: ErrorDetails;
    readonly remedy: string | undefined;
    constructor(message: string, options: PoundlockErrorOptions<Code>);
    static isInstance<Kind extends ErrorClass>(this: Kind, error: unknown): error is InstanceType<Kind>;
    toJSON(): {
        code: string;
        message: string;
        remedy?: string;
        details?: ErrorDetails;
    };
}
export {};

// process-handle.d.ts
export interface ProcessExit {
    readonly code: number | null;
    readonly signal: string | null;
}
export interface ProcessInput {
    write(chunk: string | Uint8Array): unknown;
    end(chunk?: string | Uint8Array): unknown;
    readonly writableLength?: number;
}
export interface ProcessHandle {
    readonly pid: number | undefined;
    readonly stdin: ProcessInput | null;
    readonly stdout: AsyncIterable<Uint8Array> | null;
    readonly stderr: AsyncIterable<Uint8Array> | null;
    readonly exited: Promise<ProcessExit>;
    kill(signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT' | 'SIGHUP' | 'SIGWINCH'): void;
}

// protected-paths.d.ts
export interface ProtectedPath {
    readonly path: string;
    readonly reason: string;
    readonly source: string;
}
export declare const PROTECTED_PATHS: readonly ProtectedPath[];

// redaction/frozen-through.d.ts
export declare function isFrozenThrough(value: unknown, levels?: number): boolean;

// redaction/redact-secrets.d.ts
export declare function redactSecrets(text: string): string;
export declare function redactSecretsIn<Value>(value: Value): Value;

// schema/index.d.ts
export type { ArrayOptions, JsonSchema, NumberOptions, ObjectOptions, ObjectSchema, ObjectValue, OptionalSchema, SchemaOptions, SchemaProperties, Static, StringOptions, TypedSchema, } from './json-schema.ts';
export { closedObject, Type } from './type.ts';

// schema/json-schema.d.ts
export type JsonSchema = object;
export interface TypedSchema<Value> {
    readonly '~value'?: Value;
}
export type OptionalSchema<Schema> = Schema & {
    readonly '~optional'?: true;
};
export type SchemaProperties = Readonly<Record<string, JsonSchema>>;
export interface ObjectSchema<Properties extends SchemaProperties> extends TypedSchema<ObjectValue<Properties>> {
    readonly type: 'object';
    readonly properties: Properties;
    readonly required?: readonly string[];
}
export type Static<Schema> = Schema extends {
    readonly '~value'?: infer Value;
} ? Value : unknown;
type OptionalKey<Properties> = {
    [Key in keyof Properties]: '~optional' extends keyof Properties[Key] ? Key : never;
}[keyof Properties];
export type ObjectValue<Properties> = Merged<{
    -readonly [Key in Exclude<keyof Properties, OptionalKey<Properties>>]: Static<Properties[Key]>;
} & {
    -readonly [Key in OptionalKey<Properties>]?: Static<Properties[Key]>;
}>;
type Merged<Parts> = {
    [Key in keyof Parts]: Parts[Key];
};
export interface SchemaOptions {
    readonly $id?: string;
    readonly title?: string;
    readonly description?: string;
    readonly default?: unknown;
    readonly examples?: readonly unknown[];
}
export interface StringOptions extends SchemaOptions {
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
}
export interface NumberOptions extends SchemaOptions {
    readonly minimum?: number;
    readonly maximum?: number;
    readonly exclusiveMinimum?: number;
    readonly exclusiveMaximum?: number;
    readonly multipleOf?: number;
}
export interface ArrayOptions extends SchemaOptions {
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly uniqueItems?: boolean;
}
export interface ObjectOptions extends SchemaOptions {
    readonly additionalProperties?: boolean | JsonSchema;
    readonly minProperties?: number;
    readonly maxProperties?: number;
}
export {};

// schema/type.d.ts
import type { ArrayOptions, JsonSchema, NumberOptions, ObjectOptions, ObjectSchema, OptionalSchema, SchemaOptions, SchemaProperties, Static, StringOptions, TypedSchema } from './json-schema.ts';
declare function objectSchema<const Properties extends SchemaProperties>(properties: Properties, options?: ObjectOptions): ObjectSchema<Properties>;
declare function optional<Schema extends JsonSchema>(schema: Schema): OptionalSchema<Schema>;
declare function record<Value extends JsonSchema>(key: TypedSchema<string>, value: Value, options?: ObjectOptions): TypedSchema<Record<string, Static<Value>>>;
declare function tuple<const Items extends readonly JsonSchema[]>(items: Items, options?: SchemaOptions): TypedSchema<{
    -readonly [Index in keyof Items]: Static<Items[Index]>;
}>;
type Intersected<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest] ? Static<First> & Intersected<Rest> : unknown;
export declare const Type: {
    readonly Array: <Item extends JsonSchema>(items: Item, options?: ArrayOptions) => TypedSchema<Static<Item>[]>;
    readonly Boolean: (options?: SchemaOptions) => TypedSchema<boolean>;
    readonly Enum: <const Value extends string | number>(values: readonly Value[], options?: SchemaOptions) => TypedSchema<Value>;
    readonly Integer: (options?: NumberOptions) => TypedSchema<number>;
    readonly Intersect: <const Parts extends readonly JsonSchema[]>(parts: Parts) => TypedSchema<Intersected<Parts>>;
    readonly Literal: <const Value extends string | number | boolean>(value: Value, options?: SchemaOptions) => TypedSchema<Value>;
    readonly Null: (options?: SchemaOptions) => TypedSchema<null>;
    readonly Number: (options?: NumberOptions) => TypedSchema<number>;
    readonly Object: typeof objectSchema;
    readonly Optional: typeof optional;
    readonly Record: typeof record;
    readonly String: (options?: StringOptions) => TypedSchema<string>;
    readonly Tuple: typeof tuple;
    readonly Union: <const Parts extends readonly JsonSchema[]>(parts: Parts, options?: SchemaOptions) => TypedSchema<Static<Parts[number]>>;
    readonly Unknown: (options?: SchemaOptions) => TypedSchema<unknown>;
    readonly Unsafe: <Value = unknown>(schema: JsonSchema) => TypedSchema<Value>;
};
export declare const closedObject: <const Properties extends SchemaProperties>(properties: Properties, options?: Omit<ObjectOptions, 'additionalProperties'>) => ObjectSchema<Properties>;
export {};

// secret-places.d.ts
export interface SecretPlace {
    readonly path: string;
    readonly reason: string;
}
export declare const SECRET_PLACES: readonly SecretPlace[];

// tool-content.d.ts
export type ToolContent = {
    readonly type: 'text';
    readonly text: string;
} | {
    readonly type: 'image';
    readonly mediaType: string;
    readonly data: string;
};

// tool-spec.d.ts
import type { RequiredPermission } from './permission-mode.ts';
import type { JsonSchema } from './schema/index.ts';
export interface ToolAnnotations {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly openWorldHint?: boolean;
    readonly idempotentHint?: boolean;
}
export interface ToolSpec {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: JsonSchema;
    readonly requiredPermission: RequiredPermission;
    readonly groups: readonly string[];
    readonly annotations: ToolAnnotations;
    readonly summary: string;
}
export interface ToolCall {
    readonly id: string;
    readonly name: string;
    readonly input: unknown;
}

// tools/built-in-tools.d.ts
import type { RequiredPermission } from '../permission-mode.ts';
export type ToolInputUse = 'read' | 'write' | 'url';
export interface ToolEntry {
    readonly name: string;
    readonly aliases: readonly string[];
    readonly groups: readonly string[];
    readonly requiredPermission: RequiredPermission | null;
    readonly inputs: Readonly<Record<string, ToolInputUse>>;
}
export declare const BUILT_IN_TOOLS: readonly ToolEntry[];
export declare const TOOL_GROUPS: readonly string[];

// tools/mcp-pattern.d.ts
export declare const isMcpName: (name: string) => boolean;
export declare function compileMcpPattern(pattern: string): ((name: string) => boolean) | null;
export declare function fitsParts(name: string, parts: readonly string[]): boolean;

// tools/tool-name.d.ts
import { type ToolEntry } from './built-in-tools.ts';
export declare function toolKey(name: string): string;
export declare function findBuiltInTool(name: string): ToolEntry | null;

// tools/tool-pattern.d.ts
import type { ToolSpec } from '../tool-spec.ts';
export declare function toolPatternProblem(pattern: string): string | null;
export declare function coversTool(pattern: string, { name, groups }: Pick<ToolSpec, 'name' | 'groups'>): boolean;
