// The public declarations of @poundlock/process, written by `pnpm api`.

// index.d.ts
export type { ProcessCommand } from './command.ts';
export type { OutputChunk, OutputStream } from './output/output-capture.ts';
export { ProcessError, type ProcessErrorCode } from './process-error.ts';
export { describeExit, type ProcessEnd, type ProcessResult } from './process-result.ts';
export { runProcess } from './run-process.ts';
export { startProcess } from './start-process.ts';
export { supervise } from './supervise.ts';
export type { SuperviseOptions } from './supervise-options.ts';
export { endLeftRunning, noteRunning } from './tree/left-running.ts';
export { startTerminal, type TerminalHandle, type TerminalSize } from './pty/start-terminal.ts';
export { endWithUs, type EndWithUs } from './tree/end-with-us.ts';

// command.d.ts
import { ProcessError } from './process-error.ts';
export interface ProcessCommand {
    readonly file: string;
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly stdin?: 'ignore' | 'pipe' | 'inherit';
    readonly output?: 'pipe' | 'inherit';
    readonly leftovers?: 'end' | 'keep';
    readonly endsWithUs?: boolean;
}
export declare function findCommandFault(command: ProcessCommand): ProcessError | null;

// output/output-capture.d.ts
import type { SpillFile } from './spill-file.ts';
export type OutputStream = 'stdout' | 'stderr';
export interface OutputChunk {
    readonly stream: OutputStream;
    readonly text: string;
    readonly bytes: Uint8Array;
}
export interface CapturedOutput {
    readonly stdout: string;
    readonly stderr: string;
    readonly tail: string;
    readonly truncated: boolean;
}
export interface OutputCapture {
    add(stream: OutputStream, bytes: Uint8Array): {
        text: string;
        settled: Promise<void> | undefined;
    };
    end(stream: OutputStream): string;
    result(): CapturedOutput;
}
export declare function createOutputCapture(limit: number, spill: SpillFile | undefined): OutputCapture;

// output/spill-file.d.ts
export interface SpillFile {
    readonly path: string | undefined;
    readonly complete: boolean;
    write(chunks: readonly Uint8Array[]): Promise<void>;
    close(): Promise<void>;
}
export declare function createSpillFile(directory: string, maxBytes: number): SpillFile;

// process-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type ProcessErrorCode = 'PROCESS_INVALID_COMMAND' | 'PROCESS_INVALID_OPTION' | 'PROCESS_CWD' | 'PROCESS_NOT_FOUND' | 'PROCESS_NOT_EXECUTABLE' | 'PROCESS_TOO_LARGE' | 'PROCESS_LIMIT' | 'PROCESS_NO_TERMINAL' | 'PROCESS_NO_HOST' | 'PROCESS_JOB' | 'PROCESS_FAILED';
export declare class ProcessError extends PoundlockError<ProcessErrorCode> {
    readonly name = "ProcessError";
}

// process-result.d.ts
import type { PoundlockError } from '@poundlock/spec';
export type ProcessEnd = 'exit' | 'signal' | 'timeout' | 'aborted' | 'spawn-failed';
export interface ProcessResult {
    readonly stdout: string;
    readonly stderr: string;
    readonly tail: string;
    readonly exitCode: number | null;
    readonly signal: string | null;
    readonly reason: ProcessEnd;
    readonly interrupted: boolean;
    readonly exitText: string;
    readonly truncated: boolean;
    readonly spillFile?: string;
    readonly spillComplete?: boolean;
    readonly outputOpen: boolean;
    readonly durationMs: number;
    readonly error?: PoundlockError;
}
export declare function describeExit(exit: Pick<ProcessResult, 'exitCode' | 'signal' | 'reason'> & {
    readonly error?: {
        readonly message: string;
    };
}): string;

// pty/start-terminal.d.ts
import type { ProcessHandle } from '@poundlock/spec';
import { type ProcessCommand } from '../command.ts';
export interface TerminalHandle extends ProcessHandle {
    resize(columns: number, rows: number): void;
}
export interface TerminalSize {
    readonly columns?: number;
    readonly rows?: number;
}
export declare function startTerminal(command: ProcessCommand, size?: TerminalSize): Promise<TerminalHandle>;

// run-process.d.ts
import { type ProcessCommand } from './command.ts';
import { type ProcessResult } from './process-result.ts';
import { type SuperviseOptions } from './supervise-options.ts';
export declare function runProcess(command: ProcessCommand, options?: SuperviseOptions): Promise<ProcessResult>;

// start-process.d.ts
import type { ProcessHandle } from '@poundlock/spec';
import { type ProcessCommand } from './command.ts';
export declare function startProcess(command: ProcessCommand): ProcessHandle;

// supervise-options.d.ts
import type { OutputChunk } from './output/output-capture.ts';
export interface SuperviseOptions {
    readonly timeoutMs?: number;
    readonly abortSignal?: AbortSignal;
    readonly input?: string | Uint8Array;
    readonly maxOutputCharacters?: number;
    readonly spillDirectory?: string;
    readonly maxSpillBytes?: number;
    readonly onOutput?: (chunk: OutputChunk) => unknown;
    readonly killGraceMs?: number;
    readonly drainGraceMs?: number;
}
export interface SuperviseSettings {
    readonly timeoutMs: number;
    readonly maxOutputCharacters: number;
    readonly maxSpillBytes: number;
    readonly killGraceMs: number;
    readonly drainGraceMs: number;
}
export declare function checkOptions(options: SuperviseOptions): SuperviseSettings;

// supervise.d.ts
import { type ProcessHandle } from '@poundlock/spec';
import { type ProcessResult } from './process-result.ts';
import { type SuperviseOptions } from './supervise-options.ts';
export declare function supervise(handle: ProcessHandle, options?: SuperviseOptions): Promise<ProcessResult>;

// tree/end-with-us.d.ts
export interface EndWithUs {
    readonly environment: Readonly<Record<string, string>>;
    begin(leader: number, piped: readonly number[]): void;
    over(): void;
}
export declare const newMark: () => EndWithUs['environment'];
export declare function endWithUs(environment?: Readonly<Record<string, string>>, waiting?: {
    leader: number;
    piped: readonly number[];
}): EndWithUs;

// tree/left-running.d.ts
export declare function noteRunning(folder: string, pid: number): () => void;
export declare function endLeftRunning(folder: string): number;
