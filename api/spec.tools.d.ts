// The public declarations of @poundlock/spec/tools, written by `pnpm api`.

// index.d.ts
export { ApplyPatchInput, applyPatchTool } from './apply-patch.ts';
export { BashInput, bashTool } from './bash.ts';
export { ReplInput, replTool } from './repl.ts';
export { EditFileInput, editFileTool } from './edit-file.ts';
export { ExecInput, execTool } from './exec.ts';
export { GlobSearchInput, globSearchTool } from './glob-search.ts';
export { GrepSearchInput, grepSearchTool } from './grep-search.ts';
export { NotebookEditInput, notebookEditTool } from './notebook-edit.ts';
export { ReadFileInput, readFileTool } from './read-file.ts';
export { SleepInput, sleepTool } from './sleep.ts';
export { WriteFileInput, writeFileTool } from './write-file.ts';
export { ProcessToolInput, processTool } from './process.ts';
export { WebFetchInput, webFetchTool, WebSearchInput, webSearchTool } from './web.ts';
export { AgentInput, agentTool, ConfigInput, configTool, SendUserMessageInput, sendUserMessageTool, SkillInput, skillTool, StructuredOutputInput, structuredOutputTool, ToolSearchInput, toolSearchTool, } from './session-tools.ts';
export { TodoWriteInput, todoWriteTool, type Todo } from './todo-write.ts';

// ../permission-mode.d.ts
export type PermissionMode = 'read-only' | 'workspace-write' | 'danger-full-access' | 'prompt' | 'allow';
export type RequiredPermission = 'read-only' | 'workspace-write' | 'danger-full-access';
export type Decision = 'allow' | 'ask' | 'deny';
export declare const PERMISSION_MODES: readonly PermissionMode[];
export declare const REQUIRED_PERMISSIONS: readonly RequiredPermission[];
export declare const PERMISSION_TABLE: Readonly<Record<PermissionMode, Readonly<Record<RequiredPermission, Decision>>>>;
export declare function strictest(...decisions: readonly Decision[]): Decision;

// ../tool-spec.d.ts
import type { TSchema } from 'typebox';
import type { RequiredPermission } from './permission-mode.ts';
export interface ToolAnnotations {
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
    readonly openWorldHint?: boolean;
    readonly idempotentHint?: boolean;
}
export interface ToolSpec {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: TSchema;
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
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ApplyPatchInput: Type.TObject<{
    patch: Type.TString;
}>;
export type ApplyPatchInput = Static<typeof ApplyPatchInput>;
export declare const applyPatchTool: ToolSpec;

// bash.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const BashInput: Type.TObject<{
    isolateNetwork: Type.TOptional<Type.TBoolean>;
    filesystemMode: Type.TOptional<Type.TEnum<["off", "workspace-only", "allow-list"]>>;
    allowedMounts: Type.TOptional<Type.TArray<Type.TString>>;
    command: Type.TString;
    timeout: Type.TOptional<Type.TNumber>;
    description: Type.TOptional<Type.TString>;
    run_in_background: Type.TOptional<Type.TBoolean>;
    dangerouslyDisableSandbox: Type.TOptional<Type.TBoolean>;
    namespaceRestrictions: Type.TOptional<Type.TBoolean>;
}>;
export type BashInput = Static<typeof BashInput>;
export declare const bashTool: ToolSpec;

// edit-file.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const EditFileInput: Type.TObject<{
    path: Type.TString;
    old_string: Type.TString;
    new_string: Type.TString;
    replace_all: Type.TOptional<Type.TBoolean>;
}>;
export type EditFileInput = Static<typeof EditFileInput>;
export declare const editFileTool: ToolSpec;

// exec.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ExecInput: Type.TObject<{
    isolateNetwork: Type.TOptional<Type.TBoolean>;
    filesystemMode: Type.TOptional<Type.TEnum<["off", "workspace-only", "allow-list"]>>;
    allowedMounts: Type.TOptional<Type.TArray<Type.TString>>;
    command: Type.TString;
    workdir: Type.TOptional<Type.TString>;
    env: Type.TOptional<Type.TRecord<"^.*$", Type.TString>>;
    yieldMs: Type.TOptional<Type.TInteger>;
    background: Type.TOptional<Type.TBoolean>;
    timeout: Type.TOptional<Type.TNumber>;
    pty: Type.TOptional<Type.TBoolean>;
    host: Type.TOptional<Type.TEnum<["sandbox", "gateway", "node"]>>;
    security: Type.TOptional<Type.TEnum<["deny", "allowlist", "full"]>>;
    ask: Type.TOptional<Type.TEnum<["off", "on-miss", "always"]>>;
    node: Type.TOptional<Type.TString>;
    elevated: Type.TOptional<Type.TBoolean>;
}>;
export type ExecInput = Static<typeof ExecInput>;
export declare const execTool: ToolSpec;

// glob-search.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const GlobSearchInput: Type.TObject<{
    pattern: Type.TString;
    path: Type.TOptional<Type.TString>;
}>;
export type GlobSearchInput = Static<typeof GlobSearchInput>;
export declare const globSearchTool: ToolSpec;

// grep-search.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const GrepSearchInput: Type.TObject<{
    pattern: Type.TString;
    path: Type.TOptional<Type.TString>;
    glob: Type.TOptional<Type.TString>;
    type: Type.TOptional<Type.TString>;
    '-A': Type.TOptional<Type.TInteger>;
    '-B': Type.TOptional<Type.TInteger>;
    '-C': Type.TOptional<Type.TInteger>;
    '-i': Type.TOptional<Type.TBoolean>;
    '-n': Type.TOptional<Type.TBoolean>;
    multiline: Type.TOptional<Type.TBoolean>;
    output_mode: Type.TOptional<Type.TEnum<["content", "files_with_matches", "count"]>>;
    head_limit: Type.TOptional<Type.TInteger>;
    offset: Type.TOptional<Type.TInteger>;
}>;
export type GrepSearchInput = Static<typeof GrepSearchInput>;
export declare const grepSearchTool: ToolSpec;

// notebook-edit.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const NotebookEditInput: Type.TObject<{
    notebook_path: Type.TString;
    cell_id: Type.TOptional<Type.TString>;
    edit_mode: Type.TOptional<Type.TEnum<["replace", "insert", "delete"]>>;
    new_source: Type.TOptional<Type.TString>;
    cell_type: Type.TOptional<Type.TEnum<["code", "markdown", "raw"]>>;
}>;
export type NotebookEditInput = Static<typeof NotebookEditInput>;
export declare const notebookEditTool: ToolSpec;

// process.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const PROCESS_ACTIONS: readonly ['list', 'poll', 'log', 'write', 'send-keys', 'paste', 'submit', 'kill', 'clear', 'remove'];
export declare const ProcessToolInput: Type.TObject<{
    action: Type.TEnum<["list", "poll", "log", "write", "send-keys", "paste", "submit", "kill", "clear", "remove"]>;
    id: Type.TOptional<Type.TString>;
    timeoutMs: Type.TOptional<Type.TInteger>;
    offset: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
    data: Type.TOptional<Type.TString>;
    keys: Type.TOptional<Type.TArray<Type.TString>>;
    eof: Type.TOptional<Type.TBoolean>;
}>;
export type ProcessToolInput = Static<typeof ProcessToolInput>;
export declare const processTool: ToolSpec;

// read-file.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ReadFileInput: Type.TObject<{
    path: Type.TString;
    offset: Type.TOptional<Type.TInteger>;
    limit: Type.TOptional<Type.TInteger>;
}>;
export type ReadFileInput = Static<typeof ReadFileInput>;
export declare const readFileTool: ToolSpec;

// repl.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const ReplInput: Type.TObject<{
    code: Type.TString;
    language: Type.TEnum<["python", "node", "bash"]>;
    timeout_ms: Type.TOptional<Type.TNumber>;
}>;
export type ReplInput = Static<typeof ReplInput>;
export declare const replTool: ToolSpec;

// session-tools.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const SkillInput: Type.TObject<{
    skill: Type.TString;
    args: Type.TOptional<Type.TString>;
}>;
export type SkillInput = Static<typeof SkillInput>;
export declare const skillTool: ToolSpec;
export declare const ToolSearchInput: Type.TObject<{
    query: Type.TString;
    max_results: Type.TOptional<Type.TInteger>;
}>;
export type ToolSearchInput = Static<typeof ToolSearchInput>;
export declare const toolSearchTool: ToolSpec;
export declare const StructuredOutputInput: Type.TObject<{
    output: Type.TUnknown;
}>;
export type StructuredOutputInput = Static<typeof StructuredOutputInput>;
export declare const structuredOutputTool: ToolSpec;
export declare const SendUserMessageInput: Type.TObject<{
    message: Type.TString;
    status: Type.TOptional<Type.TEnum<["normal", "proactive"]>>;
}>;
export type SendUserMessageInput = Static<typeof SendUserMessageInput>;
export declare const sendUserMessageTool: ToolSpec;
export declare const ConfigInput: Type.TObject<{
    setting: Type.TOptional<Type.TString>;
}>;
export type ConfigInput = Static<typeof ConfigInput>;
export declare const configTool: ToolSpec;
export declare const AgentInput: Type.TObject<{
    description: Type.TString;
    prompt: Type.TString;
    model: Type.TOptional<Type.TString>;
}>;
export type AgentInput = Static<typeof AgentInput>;
export declare const agentTool: ToolSpec;

// sleep.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const SleepInput: Type.TObject<{
    duration_ms: Type.TInteger;
}>;
export type SleepInput = Static<typeof SleepInput>;
export declare const sleepTool: ToolSpec;

// todo-write.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
declare const Todo: Type.TObject<{
    content: Type.TString;
    activeForm: Type.TString;
    status: Type.TEnum<["pending", "in_progress", "completed"]>;
}>;
export type Todo = Static<typeof Todo>;
export declare const TodoWriteInput: Type.TObject<{
    todos: Type.TArray<Type.TObject<{
        content: Type.TString;
        activeForm: Type.TString;
        status: Type.TEnum<["pending", "in_progress", "completed"]>;
    }>>;
}>;
export type TodoWriteInput = Static<typeof TodoWriteInput>;
export declare const todoWriteTool: ToolSpec;
export {};

// web.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const WebFetchInput: Type.TObject<{
    url: Type.TString;
    prompt: Type.TOptional<Type.TString>;
}>;
export type WebFetchInput = Static<typeof WebFetchInput>;
export declare const webFetchTool: ToolSpec;
export declare const WebSearchInput: Type.TObject<{
    query: Type.TString;
    allowed_domains: Type.TOptional<Type.TArray<Type.TString>>;
    blocked_domains: Type.TOptional<Type.TArray<Type.TString>>;
}>;
export type WebSearchInput = Static<typeof WebSearchInput>;
export declare const webSearchTool: ToolSpec;

// write-file.d.ts
import * as Type from 'typebox';
import type { Static } from 'typebox';
import type { ToolSpec } from '../tool-spec.ts';
export declare const WriteFileInput: Type.TObject<{
    path: Type.TString;
    content: Type.TString;
}>;
export type WriteFileInput = Static<typeof WriteFileInput>;
export declare const writeFileTool: ToolSpec;
