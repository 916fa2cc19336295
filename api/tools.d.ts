// The public declarations of @poundlock/tools, written by `pnpm api`.

// index.d.ts
export { builtInHandlers } from './built-in-handlers.ts';
export { editFileHandler } from './files/edit/edit-file-handler.ts';
export { FileToolError, type FileToolErrorCode } from './files/file-tool-error.ts';
export { readFileHandler } from './files/read/read-file-handler.ts';
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
export type FileToolErrorCode = 'FILE_PATH' | 'FILE_NOT_FOUND' | 'FILE_FOLDER' | 'FILE_SPECIAL' | 'FILE_BINARY' | 'FILE_TOO_LARGE' | 'FILE_RANGE' | 'FILE_CHANGED' | 'FILE_ACCESS' | 'FILE_SPACE' | 'FILE_SYSTEM' | 'FILE_STOPPED' | 'EDIT_EMPTY' | 'EDIT_SAME' | 'EDIT_MISSING' | 'EDIT_AMBIGUOUS' | 'EDIT_ENCODING';
export declare class FileToolError extends PoundlockError {
    readonly name = "FileToolError";
    readonly code: FileToolErrorCode;
    constructor(code: FileToolErrorCode, message: string, remedy: string, options?: Partial<PoundlockErrorOptions>);
}

// files/read/read-file-handler.d.ts
import { type ReadFileInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../../tool-handler.ts';
export declare const readFileHandler: ToolHandler<ReadFileInput>;

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
