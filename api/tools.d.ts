// The public declarations of @poundlock/tools, written by `pnpm api`.

// index.d.ts
export { builtInHandlers } from './built-in-handlers.ts';
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
export type { ToolContent } from '@poundlock/spec';
export type { ToolContext, ToolFileAccess, ToolFiles, ToolHandler, ToolOutput } from './tool-handler.ts';

// built-in-handlers.d.ts
import type { ToolHandler } from './tool-handler.ts';
export declare const builtInHandlers: readonly ToolHandler[];

// files/edit/edit-file-handler.d.ts
import { type EditFileInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const editFileHandler: ToolHandler<EditFileInput>;

// files/file-tool-error.d.ts
import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec/vocabulary';
export type FileToolErrorCode = 'FILE_PATH' | 'FILE_NOT_FOUND' | 'FILE_FOLDER' | 'FILE_SPECIAL' | 'FILE_BINARY' | 'FILE_TOO_LARGE' | 'FILE_RANGE' | 'FILE_CHANGED' | 'FILE_ACCESS' | 'FILE_SPACE' | 'FILE_SYSTEM' | 'FILE_STOPPED' | 'SEARCH_PATTERN' | 'SEARCH_SLOW' | 'FILE_EXISTS' | 'FILE_BUSY' | 'PATCH_SYNTAX' | 'PATCH_CONTEXT' | 'PATCH_AMBIGUOUS' | 'PATCH_EMPTY' | 'NOTEBOOK_INVALID' | 'NOTEBOOK_CELL' | 'EDIT_EMPTY' | 'EDIT_SAME' | 'EDIT_MISSING' | 'EDIT_AMBIGUOUS' | 'EDIT_ENCODING';
export declare class FileToolError extends PoundlockError {
    readonly name = "FileToolError";
    readonly code: FileToolErrorCode;
    constructor(code: FileToolErrorCode, message: string, remedy: string, options?: Partial<PoundlockErrorOptions>);
}

// files/notebook/notebook-edit-handler.d.ts
import { type NotebookEditInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const notebookEditHandler: ToolHandler<NotebookEditInput>;

// files/patch/apply-patch-handler.d.ts
import { type ApplyPatchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const applyPatchHandler: ToolHandler<ApplyPatchInput>;

// files/place/place.d.ts
import { type BigIntStats } from 'node:fs';
import { type FileHandle } from 'node:fs/promises';
export type PlaceKind = 'file' | 'folder' | 'link' | 'other';
export interface Place {
    readonly real: string;
    readonly kind: PlaceKind;
    readonly stats: BigIntStats;
    entry(name: string): string;
    open(flags: number): Promise<FileHandle>;
    demandAccess(mode: number): void;
    isMadeUp(): boolean;
    isInPlace(): boolean;
    close(): void;
}
export declare function openPlace(path: string, follow: 'follow' | 'hold-link'): Place;
export declare function findPlace(path: string, follow: 'follow' | 'hold-link'): Place | null;
export declare function openByPath(path: string, follow: 'follow' | 'hold-link'): Place;
export declare function isSame(one: BigIntStats | null, other: BigIntStats | null): boolean;
export declare function lstatOrNull(path: string): BigIntStats | null;

// files/read/read-file-handler.d.ts
import { type ReadFileInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const readFileHandler: ToolHandler<ReadFileInput>;

// files/search/glob-search-handler.d.ts
import { type GlobSearchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
import { type FindProgram } from './open-engine.ts';
export declare function createGlobSearch(findProgram?: FindProgram): ToolHandler<GlobSearchInput>;
export declare const globSearchHandler: ToolHandler<{
    pattern: string;
    path?: string;
}>;

// files/search/grep-search-handler.d.ts
import { type GrepSearchInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
import { type FindProgram } from './open-engine.ts';
export declare function createGrepSearch(findProgram?: FindProgram): ToolHandler<GrepSearchInput>;
export declare const grepSearchHandler: ToolHandler<{
    pattern: string;
    path?: string;
    glob?: string;
    type?: string;
    '-A'?: number;
    '-B'?: number;
    '-C'?: number;
    '-i'?: boolean;
    '-n'?: boolean;
    multiline?: boolean;
    output_mode?: "content" | "count" | "files_with_matches";
    head_limit?: number;
    offset?: number;
}>;

// files/search/open-engine.d.ts
import type { ToolContext } from '../../tool-handler.ts';
import type { SearchEngine } from './search-engine.ts';
import type { SearchRoot } from './search-root.ts';
export type FindProgram = (context: ToolContext) => string | null;
export declare const findInstalledRipgrep: FindProgram;
export declare function openEngine(findProgram: FindProgram, root: SearchRoot, context: ToolContext): Promise<SearchEngine>;

// files/search/search-engine.d.ts
export interface SearchQuery {
    readonly pattern: string;
    readonly ignoresCase: boolean;
    readonly isMultiline: boolean;
    readonly glob: string | null;
    readonly type: string | null;
    readonly before: number;
    readonly after: number;
    readonly mode: 'content' | 'files_with_matches' | 'count';
}
export interface FoundLine {
    readonly number: number;
    readonly text: string;
    readonly isMatch: boolean;
    readonly at: number;
}
export interface FileMatches {
    readonly path: string;
    readonly lines: readonly FoundLine[];
    readonly count: number;
    readonly binaryAt: number | null;
}
export interface Found {
    readonly paths: readonly string[];
    readonly searched: number;
    readonly refused: number;
    readonly unreadable: number;
}
export interface SearchEngine {
    list(options: {
        readonly hidden: boolean;
    }): Promise<Found>;
    find(query: SearchQuery): Promise<Found>;
    read(query: SearchQuery, paths: readonly string[], enough: number, write: (file: FileMatches) => boolean): Promise<void>;
}

// files/search/search-root.d.ts
import type { ToolContext } from '../../tool-handler.ts';
import { type Place } from '../place/place.ts';
export interface SearchRoot {
    readonly place: Place;
    readonly isFile: boolean;
    shown(path: string): string;
}
export declare function openSearchRoot(named: string | undefined, context: ToolContext): SearchRoot;
export declare const realBelow: (root: SearchRoot, path: string) => string;
export declare function holdFound(root: SearchRoot, path: string, context: ToolContext): Place | null;

// files/write/write-file-handler.d.ts
import { type WriteFileInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const writeFileHandler: ToolHandler<WriteFileInput>;

// process/process-handler.d.ts
import type { Job, Jobs } from '@poundlock/process/jobs';
import { type ProcessInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export interface ProcessHandlerOptions {
    readonly jobs: Jobs;
    readonly isConfined: (job: Job) => boolean;
}
export declare function createProcessHandler({ jobs, isConfined }: ProcessHandlerOptions): ToolHandler<ProcessInput>;

// sleep/sleep-handler.d.ts
import { type SleepInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export declare const sleepHandler: ToolHandler<SleepInput>;

// tool-handler.d.ts
import type { PoundlockError, RequiredPermission, ToolContent, ToolSpec, ValidationIssue } from '@poundlock/spec';
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
    readonly abortSignal: AbortSignal;
    readonly spillDirectory: string | null;
    readonly onUpdate?: (update: {
        readonly text: string;
    }) => void;
}
export interface ToolFiles {
    allows(realPath: string, access: ToolFileAccess): boolean;
    refusal(realPath: string, access: ToolFileAccess): PoundlockError;
}
export interface ToolHandler<Input = unknown> {
    readonly spec: ToolSpec;
    readonly served?: {
        readonly server: string;
        readonly tool: string;
    };
    readonly check?: (input: unknown) => readonly ValidationIssue[];
    permissionOf?(input: Input, context: Pick<ToolContext, 'agent' | 'session' | 'workspace' | 'cwd'>): Promise<RequiredPermission>;
    run(input: Input, context: ToolContext): Promise<ToolOutput>;
}
