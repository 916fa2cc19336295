// The public declarations of @poundlock/tools, written by `pnpm api`.

// index.d.ts
export { builtInHandlers } from './built-in-handlers.ts';
export { sleepHandler } from './sleep/sleep-handler.ts';
export type { ToolContent } from '@poundlock/spec';
export type { ToolContext, ToolFileAccess, ToolFiles, ToolHandler, ToolOutput } from './tool-handler.ts';

// built-in-handlers.d.ts
import type { ToolHandler } from './tool-handler.ts';
export declare const builtInHandlers: readonly ToolHandler[];

// sleep/sleep-handler.d.ts
import { type SleepInput } from '@poundlock/spec/tools';
import type { ToolHandler } from '../tool-handler.ts';
export declare const sleepHandler: ToolHandler<SleepInput>;

// tool-handler.d.ts
import type { PoundlockError, ToolContent, ToolSpec } from '@poundlock/spec';
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
    run(input: Input, context: ToolContext): Promise<ToolOutput>;
}
