// The public declarations of @poundlock/tools, written by `pnpm api`.

// index.d.ts
export { BUILT_IN_HANDLERS } from './built-in-handlers.ts';
export { editFileHandler } from './files/edit/edit-file-handler.ts';
export { FileToolError, type FileToolErrorCode } from './files/file-tool-error.ts';
export { notebookEditHandler } from './files/notebook/notebook-edit-handler.ts';
export { applyPatchHandler } from './files/patch/apply-patch-handler.ts';
export { readFileHandler } from './files/read/read-file-handler.ts';
export { createGlobSearch, globSearchHandler } from './files/search/glob-search-handler.ts';
export { createGrepSearch, grepSearchHandler } from './files/search/grep-search-handler.ts';
export { writeFileHandler } from './files/write/write-file-handler.ts';
export { createProcessHandler, type ProcessHandlerOptions } from './process/process-handler.ts';
export { sleepHandler } from './sleep/sleep-handler.ts';
export type { ToolContext, ToolFileAccess, ToolFiles, ToolHandler, ToolOutput, ToolUrls } from './tool-handler.ts';
export { createWebFetchHandler, type WebFetchOptions } from './web/web-fetch-handler.ts';
export { createWebSearchHandler, searchContacts, type WebSearchOptions } from './web/web-search-handler.ts';
export { WebError, type WebErrorCode } from './web/web-error.ts';
export { AGENT_LIMITS, agentReport, tooManyAgents } from './agent/agent-limits.ts';
export { createAgentHandler, type AgentReport, type AgentTask } from './agent/agent-handler.ts';
export { createConfigHandler, type ShownSetting } from './config/config-handler.ts';
export { createSendUserMessageHandler, createStructuredOutputHandler, type UserMessage, } from './output/answer-handlers.ts';
export { createSkillHandler } from './skill/skill-handler.ts';
export { readSkills, type Skill } from './skill/skill-folders.ts';
export { createTodoWriteHandler } from './todo/todo-write-handler.ts';
export { createToolSearchHandler } from './tool-search/tool-search-handler.ts';

// agent/agent-handler.d.ts
import { type AgentInput } from '@poundlock/spec/tools';
import type { ToolContext, ToolHandler } from '../tool-handler.ts';
export interface AgentTask extends AgentInput {
    readonly agent: string;
    readonly session: string;
    readonly callId: string;
    readonly workspace: string;
    readonly abortSignal: AbortSignal;
    readonly onUpdate?: ToolContext['onUpdate'];
}
export interface AgentReport {
    readonly text: string;
    readonly session: string;
}
export declare function createAgentHandler(run: (task: AgentTask) => Promise<AgentReport>): ToolHandler<AgentInput>;

// agent/agent-limits.d.ts
import { PoundlockError } from '@poundlock/spec';
import type { AgentReport } from './agent-handler.ts';
export declare const AGENT_LIMITS: {
    readonly agents: 8;
    readonly turns: 50;
};
export declare const tooManyAgents: () => PoundlockError;
export declare function agentReport(end: {
    readonly reason: string;
    readonly text: string;
    readonly error?: unknown;
}, session: string): AgentReport;

// built-in-handlers.d.ts
import type { ToolHandler } from './tool-handler.ts';
export declare const BUILT_IN_HANDLERS: readonly ToolHandler[];

// config/config-handler.d.ts
import { type ConfigInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export interface ShownSetting {
    readonly name: string;
    readonly value: unknown;
    readonly origin: string;
}
export declare function createConfigHandler(settings: () => readonly ShownSetting[]): ToolHandler<ConfigInput>;

// files/edit/edit-file-handler.d.ts
import { type EditFileInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const editFileHandler: ToolHandler<EditFileInput>;

// files/file-tool-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type FileToolErrorCode = 'FILE_PATH' | 'FILE_NOT_FOUND' | 'FILE_FOLDER' | 'FILE_SPECIAL' | 'FILE_BINARY' | 'FILE_TOO_LARGE' | 'FILE_RANGE' | 'FILE_CHANGED' | 'FILE_ACCESS' | 'FILE_SPACE' | 'FILE_SYSTEM' | 'FILE_STOPPED' | 'SEARCH_PATTERN' | 'SEARCH_SLOW' | 'SEARCH_MEMORY' | 'SEARCH_UNAVAILABLE' | 'FILE_EXISTS' | 'FILE_BUSY' | 'PATCH_SYNTAX' | 'PATCH_CONTEXT' | 'PATCH_AMBIGUOUS' | 'PATCH_EMPTY' | 'NOTEBOOK_INVALID' | 'NOTEBOOK_CELL' | 'EDIT_EMPTY' | 'EDIT_SAME' | 'EDIT_MISSING' | 'EDIT_AMBIGUOUS' | 'EDIT_ENCODING';
export declare class FileToolError extends PoundlockError<FileToolErrorCode> {
    readonly name = "FileToolError";
}

// files/notebook/notebook-edit-handler.d.ts
import { type NotebookEditInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const notebookEditHandler: ToolHandler<NotebookEditInput>;

// files/patch/apply-patch-handler.d.ts
import { type ApplyPatchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const applyPatchHandler: ToolHandler<ApplyPatchInput>;

// files/read/read-file-handler.d.ts
import { type ReadFileInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const readFileHandler: ToolHandler<ReadFileInput>;

// files/search/find-ripgrep.d.ts
import type { ToolContext } from '../../tool-handler.ts';
export type FindProgram = (context: Pick<ToolContext, 'workspace'>) => Promise<string>;
export declare const findRipgrep: FindProgram;

// files/search/glob-search-handler.d.ts
import { type GlobSearchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
import { type FindProgram } from './find-ripgrep.ts';
export declare function createGlobSearch(findProgram?: FindProgram): ToolHandler<GlobSearchInput>;
export declare const globSearchHandler: ToolHandler<{
    path?: string;
    pattern: string;
}>;

// files/search/grep-search-handler.d.ts
import { type GrepSearchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
import { type FindProgram } from './find-ripgrep.ts';
export declare function createGrepSearch(findProgram?: FindProgram): ToolHandler<GrepSearchInput>;
export declare const grepSearchHandler: ToolHandler<{
    "-A"?: number;
    "-B"?: number;
    "-C"?: number;
    "-i"?: boolean;
    "-n"?: boolean;
    glob?: string;
    head_limit?: number;
    multiline?: boolean;
    offset?: number;
    output_mode?: "content" | "count" | "files_with_matches";
    path?: string;
    pattern: string;
    type?: string;
}>;

// files/write/write-file-handler.d.ts
import { type WriteFileInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const writeFileHandler: ToolHandler<WriteFileInput>;

// output/answer-handlers.d.ts
import { type SendUserMessageInput, type StructuredOutputInput } from '@poundlock/spec/tools';
import type { ValidationIssue } from '@poundlock/spec/validation';
import type { ToolHandler } from '../tool-handler.ts';
export declare function createStructuredOutputHandler(check?: (output: unknown) => readonly ValidationIssue[]): ToolHandler<StructuredOutputInput>;
export interface UserMessage {
    readonly text: string;
    readonly isProactive: boolean;
    readonly agent: string;
    readonly session: string;
}
export declare function createSendUserMessageHandler(deliver: (message: UserMessage) => Promise<unknown>): ToolHandler<SendUserMessageInput>;

// process/process-handler.d.ts
import type { Job, Jobs } from '@poundlock/process/jobs';
import { type ProcessToolInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export interface ProcessHandlerOptions {
    readonly jobs: Jobs;
    readonly isConfined: (job: Job) => boolean;
}
export declare function createProcessHandler({ jobs, isConfined }: ProcessHandlerOptions): ToolHandler<ProcessToolInput>;

// skill/skill-folders.d.ts
export interface Skill {
    readonly name: string;
    readonly description: string;
    readonly file: string;
    readonly instructions: string;
}
export declare function readSkills(folders: readonly string[]): readonly Skill[];

// skill/skill-handler.d.ts
import { type SkillInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export declare function createSkillHandler(folders: () => readonly string[]): ToolHandler<SkillInput>;

// sleep/sleep-handler.d.ts
import { type SleepInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export declare const sleepHandler: ToolHandler<SleepInput>;

// todo/todo-write-handler.d.ts
import { type TodoWriteInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export declare function createTodoWriteHandler(folder: string): ToolHandler<TodoWriteInput>;

// tool-handler.d.ts
import type { ToolInputs } from '@poundlock/policy';
import type { PoundlockError, RequiredPermission, ToolContent, ToolSpec } from '@poundlock/spec';
import type { ValidationIssue } from '@poundlock/spec/validation';
export interface ToolOutput {
    readonly content: readonly ToolContent[];
    readonly structured?: unknown;
    readonly error?: PoundlockError;
}
export type ToolFileAccess = 'read' | 'write' | 'delete';
export interface ToolContext {
    readonly callId: string;
    readonly agent: string;
    readonly session: string;
    readonly workspace: string;
    readonly cwd: string;
    readonly home: string;
    readonly files: ToolFiles;
    readonly urls: ToolUrls;
    readonly abortSignal: AbortSignal;
    readonly spillDirectory: string | null;
    readonly onUpdate?: (update: {
        readonly text: string;
    }) => void;
}
export interface ToolFiles {
    allows(realPath: string, access: ToolFileAccess): boolean;
    plainBelow?(realPath: string, access: ToolFileAccess): readonly string[] | null;
    refusal(realPath: string, access: ToolFileAccess): PoundlockError;
}
export interface ToolUrls {
    allows(url: string): boolean;
    refusal(url: string): PoundlockError;
}
export interface ToolHandler<Input = unknown> {
    readonly spec: ToolSpec;
    readonly served?: {
        readonly server: string;
        readonly tool: string;
    };
    readonly inputs?: ToolInputs;
    readonly contacts?: readonly string[];
    readonly holdsFilesOpen?: boolean;
    readonly check?: (input: unknown) => readonly ValidationIssue[];
    faultOf?(input: Input): PoundlockError | null;
    permissionOf?(input: Input, context: Pick<ToolContext, 'agent' | 'session' | 'workspace' | 'cwd'>): Promise<RequiredPermission>;
    run(input: Input, context: ToolContext): Promise<ToolOutput>;
}

// tool-search/tool-search-handler.d.ts
import { type ToolSpec } from '@poundlock/spec';
import { type ToolSearchInput } from '@poundlock/spec/tools';
import type { ToolContext, ToolHandler } from '../tool-handler.ts';
export declare function createToolSearchHandler(tools: (caller: Pick<ToolContext, 'agent' | 'session'>) => readonly ToolSpec[]): ToolHandler<ToolSearchInput>;

// web/fetch-guarded.d.ts
import { type IncomingMessage } from 'node:http';
import { WebError } from './web-error.ts';
export interface FetchGuards {
    readonly resolve?: (host: string) => Promise<readonly string[]>;
    readonly refuseAddress?: (address: string) => string | null;
    readonly checkUrl: (url: string) => void;
}
export interface FetchOptions extends FetchGuards {
    readonly method?: 'GET' | 'POST';
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly abortSignal: AbortSignal;
    readonly timeoutMs: number;
    readonly maxBytes: number;
}
export interface Fetched {
    readonly url: string;
    readonly status: number;
    readonly headers: IncomingMessage['headers'];
    readonly body: Uint8Array;
    readonly cut: boolean;
}
export declare function fetchGuarded(address: string, options: FetchOptions): Promise<Fetched>;
export declare function readAddress(text: string, base?: URL): URL;
export declare const noAddress: (text: string, cause?: unknown) => WebError;

// web/search-providers.d.ts
export interface SearchResult {
    readonly title: string;
    readonly url: string;
    readonly excerpt: string;
}
export interface SearchRequest {
    readonly url: string;
    readonly method: 'GET' | 'POST';
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
}
export interface WebSearchQuery {
    readonly query: string;
    readonly count: number;
    readonly allowed: readonly string[];
    readonly blocked: readonly string[];
}
export interface SearchProvider {
    readonly endpoint: string | null;
    readonly needsKey: boolean;
    request(query: WebSearchQuery, endpoint: string, key: string): SearchRequest;
    read(answer: unknown): readonly SearchResult[] | null;
}
export declare const SEARCH_PROVIDERS: {
    readonly brave: {
        readonly endpoint: 'https://api.search.brave.com/res/v1/web/search';
        readonly needsKey: true;
        readonly request: (query: WebSearchQuery, endpoint: string, key: string) => {
            url: string;
            method: "GET";
            headers: {
                accept: string;
                'x-subscription-token': string;
            };
        };
        readonly read: (answer: unknown) => readonly SearchResult[] | null;
    };
    readonly tavily: {
        readonly endpoint: 'https://api.tavily.com/search';
        readonly needsKey: true;
        readonly request: ({ query, count, allowed, blocked }: WebSearchQuery, endpoint: string, key: string) => {
            url: string;
            method: "POST";
            headers: {
                accept: string;
                'content-type': string;
                authorization: string;
            };
            body: string;
        };
        readonly read: (answer: unknown) => readonly SearchResult[] | null;
    };
    readonly searxng: {
        readonly endpoint: null;
        readonly needsKey: false;
        readonly request: (query: WebSearchQuery, endpoint: string) => {
            url: string;
            method: "GET";
            headers: {
                accept: string;
            };
        };
        readonly read: (answer: unknown) => readonly SearchResult[] | null;
    };
};
export type SearchProviderName = keyof typeof SEARCH_PROVIDERS;

// web/web-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type WebErrorCode = 'WEB_ADDRESS' | 'WEB_REFUSED' | 'WEB_FAILED' | 'WEB_CONTENT' | 'WEB_SEARCH';
export declare class WebError extends PoundlockError<WebErrorCode> {
    readonly name = "WebError";
}

// web/web-fetch-handler.d.ts
import { type WebFetchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
import { type FetchGuards } from './fetch-guarded.ts';
export interface WebFetchOptions extends Omit<FetchGuards, 'checkUrl'> {
    readonly timeoutMs?: number;
    readonly maxBytes?: number;
}
export declare function createWebFetchHandler(options?: WebFetchOptions): ToolHandler<WebFetchInput>;

// web/web-search-handler.d.ts
import { type WebSearchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
import { type FetchGuards } from './fetch-guarded.ts';
import { type SearchProviderName } from './search-providers.ts';
export interface WebSearchOptions {
    readonly provider: SearchProviderName;
    readonly endpoint?: string;
    readonly key?: string;
    readonly timeoutMs?: number;
    readonly resolve?: FetchGuards['resolve'];
}
export declare function createWebSearchHandler(options?: WebSearchOptions): ToolHandler<WebSearchInput>;
export declare function searchContacts(options: Pick<WebSearchOptions, 'provider' | 'endpoint'> | undefined): readonly string[];
