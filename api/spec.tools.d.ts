// The public declarations of @poundlock/spec/tools, written by `pnpm api`.

// index.d.ts
export { ApplyPatchInput, APPLY_PATCH_TOOL } from './apply-patch.ts';
export { BashInput, BASH_TOOL } from './bash.ts';
export { ReplInput, REPL_TOOL } from './repl.ts';
export { EditFileInput, EDIT_FILE_TOOL } from './edit-file.ts';
export { ExecInput, EXEC_TOOL } from './exec.ts';
export { GlobSearchInput, GLOB_SEARCH_TOOL } from './glob-search.ts';
export { GrepSearchInput, GREP_SEARCH_TOOL } from './grep-search.ts';
export { NotebookEditInput, NOTEBOOK_EDIT_TOOL } from './notebook-edit.ts';
export { ReadFileInput, READ_FILE_TOOL } from './read-file.ts';
export { SleepInput, SLEEP_TOOL } from './sleep.ts';
export { WriteFileInput, WRITE_FILE_TOOL } from './write-file.ts';
export { ProcessToolInput, PROCESS_TOOL } from './process.ts';
export { WebFetchInput, WEB_FETCH_TOOL, WebSearchInput, WEB_SEARCH_TOOL } from './web.ts';
export { AgentInput, AGENT_TOOL, ConfigInput, CONFIG_TOOL, SendUserMessageInput, SEND_USER_MESSAGE_TOOL, SkillInput, SKILL_TOOL, StructuredOutputInput, STRUCTURED_OUTPUT_TOOL, ToolSearchInput, TOOL_SEARCH_TOOL, } from './session-tools.ts';
export { TodoWriteInput, TASK_LIST_TOOL, type Todo } from './todo-write.ts';

// ../permission-mode.d.ts
export type PermissionMode = 'read-only' | 'workspace-write' | 'danger-full-access' | 'prompt' | 'allow';
export type RequiredPermission = 'read-only' | 'workspace-write' | 'danger-full-access';
export type Decision = 'allow' | 'ask' | 'deny';
export declare const PERMISSION_MODES: readonly PermissionMode[];
export declare const REQUIRED_PERMISSIONS: readonly RequiredPermission[];
export declare const PERMISSION_TABLE: Readonly<Record<PermissionMode, Readonly<Record<RequiredPermission, Decision>>>>;
export declare function strictest(...decisions: readonly Decision[]): Decision;

// ../schema/index.d.ts
export type { ArrayOptions, JsonSchema, NumberOptions, ObjectOptions, ObjectSchema, ObjectValue, OptionalSchema, SchemaOptions, SchemaProperties, Static, StringOptions, TypedSchema, } from './json-schema.ts';
export { closedObject, Type } from './type.ts';

// ../schema/json-schema.d.ts
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

// ../schema/type.d.ts
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

// ../tool-spec.d.ts
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

// apply-patch.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ApplyPatchInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly patch: import("../schema/json-schema.ts").TypedSchema<string>;
}>;
export type ApplyPatchInput = Static<typeof ApplyPatchInput>;
export declare const APPLY_PATCH_TOOL: ToolSpec;

// bash.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const BashInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly isolateNetwork: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly filesystemMode: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"allow-list" | "off" | "workspace-only">>;
    readonly allowedMounts: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string[]>>;
    readonly command: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly timeout: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly description: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly run_in_background: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly dangerouslyDisableSandbox: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly namespaceRestrictions: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
}>;
export type BashInput = Static<typeof BashInput>;
export declare const BASH_TOOL: ToolSpec;

// edit-file.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const EditFileInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly path: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly old_string: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly new_string: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly replace_all: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
}>;
export type EditFileInput = Static<typeof EditFileInput>;
export declare const EDIT_FILE_TOOL: ToolSpec;

// exec.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ExecInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly isolateNetwork: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly filesystemMode: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"allow-list" | "off" | "workspace-only">>;
    readonly allowedMounts: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string[]>>;
    readonly command: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly workdir: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly env: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<Record<string, string>>>;
    readonly yieldMs: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly background: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly timeout: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly pty: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly host: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"gateway" | "node" | "sandbox">>;
    readonly security: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"allowlist" | "deny" | "full">>;
    readonly ask: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"always" | "off" | "on-miss">>;
    readonly node: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly elevated: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
}>;
export type ExecInput = Static<typeof ExecInput>;
export declare const EXEC_TOOL: ToolSpec;

// glob-search.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const GlobSearchInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly pattern: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly path: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
}>;
export type GlobSearchInput = Static<typeof GlobSearchInput>;
export declare const GLOB_SEARCH_TOOL: ToolSpec;

// grep-search.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const GrepSearchInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly pattern: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly path: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly glob: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly type: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly '-A': import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly '-B': import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly '-C': import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly '-i': import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly '-n': import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly multiline: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
    readonly output_mode: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"content" | "count" | "files_with_matches">>;
    readonly head_limit: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly offset: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
}>;
export type GrepSearchInput = Static<typeof GrepSearchInput>;
export declare const GREP_SEARCH_TOOL: ToolSpec;

// notebook-edit.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const NotebookEditInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly notebook_path: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly cell_id: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly edit_mode: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"delete" | "insert" | "replace">>;
    readonly new_source: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly cell_type: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"code" | "markdown" | "raw">>;
}>;
export type NotebookEditInput = Static<typeof NotebookEditInput>;
export declare const NOTEBOOK_EDIT_TOOL: ToolSpec;

// process.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const PROCESS_ACTIONS: readonly ['list', 'poll', 'log', 'write', 'send-keys', 'paste', 'submit', 'kill', 'clear', 'remove'];
export declare const ProcessToolInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly action: import("../schema/json-schema.ts").TypedSchema<"clear" | "kill" | "list" | "log" | "paste" | "poll" | "remove" | "send-keys" | "submit" | "write">;
    readonly id: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly timeoutMs: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly offset: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly limit: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly data: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
    readonly keys: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string[]>>;
    readonly eof: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<boolean>>;
}>;
export type ProcessToolInput = Static<typeof ProcessToolInput>;
export declare const PROCESS_TOOL: ToolSpec;

// read-file.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ReadFileInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly path: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly offset: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
    readonly limit: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
}>;
export type ReadFileInput = Static<typeof ReadFileInput>;
export declare const READ_FILE_TOOL: ToolSpec;

// repl.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ReplInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly code: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly language: import("../schema/json-schema.ts").TypedSchema<"bash" | "node" | "python">;
    readonly timeout_ms: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
}>;
export type ReplInput = Static<typeof ReplInput>;
export declare const REPL_TOOL: ToolSpec;

// session-tools.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const SkillInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly skill: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly args: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
}>;
export type SkillInput = Static<typeof SkillInput>;
export declare const SKILL_TOOL: ToolSpec;
export declare const ToolSearchInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly query: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly max_results: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<number>>;
}>;
export type ToolSearchInput = Static<typeof ToolSearchInput>;
export declare const TOOL_SEARCH_TOOL: ToolSpec;
export declare const StructuredOutputInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly output: import("../schema/json-schema.ts").TypedSchema<unknown>;
}>;
export type StructuredOutputInput = Static<typeof StructuredOutputInput>;
export declare const STRUCTURED_OUTPUT_TOOL: ToolSpec;
export declare const SendUserMessageInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly message: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly status: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<"normal" | "proactive">>;
}>;
export type SendUserMessageInput = Static<typeof SendUserMessageInput>;
export declare const SEND_USER_MESSAGE_TOOL: ToolSpec;
export declare const ConfigInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly setting: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
}>;
export type ConfigInput = Static<typeof ConfigInput>;
export declare const CONFIG_TOOL: ToolSpec;
export declare const AgentInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly description: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly prompt: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly model: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
}>;
export type AgentInput = Static<typeof AgentInput>;
export declare const AGENT_TOOL: ToolSpec;

// sleep.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const SleepInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly duration_ms: import("../schema/json-schema.ts").TypedSchema<number>;
}>;
export type SleepInput = Static<typeof SleepInput>;
export declare const SLEEP_TOOL: ToolSpec;

// todo-write.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
declare const Todo: import("../schema/json-schema.ts").ObjectSchema<{
    readonly content: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly activeForm: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly status: import("../schema/json-schema.ts").TypedSchema<"completed" | "in_progress" | "pending">;
}>;
export type Todo = Static<typeof Todo>;
export declare const TodoWriteInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly todos: import("../schema/json-schema.ts").TypedSchema<{
        activeForm: string;
        content: string;
        status: "completed" | "in_progress" | "pending";
    }[]>;
}>;
export type TodoWriteInput = Static<typeof TodoWriteInput>;
export declare const TASK_LIST_TOOL: ToolSpec;
export {};

// web.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const WebFetchInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly url: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly prompt: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string>>;
}>;
export type WebFetchInput = Static<typeof WebFetchInput>;
export declare const WEB_FETCH_TOOL: ToolSpec;
export declare const WebSearchInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly query: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly allowed_domains: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string[]>>;
    readonly blocked_domains: import("../schema/json-schema.ts").OptionalSchema<import("../schema/json-schema.ts").TypedSchema<string[]>>;
}>;
export type WebSearchInput = Static<typeof WebSearchInput>;
export declare const WEB_SEARCH_TOOL: ToolSpec;

// write-file.d.ts
import { type Static } from '../schema/index.ts';
import type { ToolSpec } from '../tool-spec.ts';
export declare const WriteFileInput: import("../schema/json-schema.ts").ObjectSchema<{
    readonly path: import("../schema/json-schema.ts").TypedSchema<string>;
    readonly content: import("../schema/json-schema.ts").TypedSchema<string>;
}>;
export type WriteFileInput = Static<typeof WriteFileInput>;
export declare const WRITE_FILE_TOOL: ToolSpec;
