// The public declarations of @poundlock/process/jobs, written by `pnpm api`.

// index.d.ts
export type { JobOutput } from './job-folder.ts';
export type { Job, JobOrder, JobPhase, JobResult, JobState } from './job.ts';
export { openJobs, type Jobs, type JobsOptions, type StartJobOptions } from './open-jobs.ts';
export type { StartedJob } from './run-job.ts';
export { serveJobs, type JobHost, type JobHostOptions } from './serve-jobs.ts';

// job-folder.d.ts
import type { Job, JobOrder, JobState } from './job.ts';
export interface JobOutput {
    readonly stdout: string;
    readonly stderr: string;
    readonly tail: string;
    readonly truncated: boolean;
}
export interface JobFolder {
    readonly path: string;
    create(order: JobOrder): void;
    state(id: string): JobState;
    setState(id: string, state: JobState): void;
    setOutput(id: string, output: JobOutput): void;
    read(id: string): Job | null;
    output(id: string): JobOutput | null;
    logPath(id: string): string;
    logSize(id: string): number;
    readLog(id: string, offset: number, length: number): Uint8Array;
    list(): readonly Job[];
    remove(id: string): void;
}
export declare function openJobFolder(path: string): JobFolder;

// job.d.ts
import type { ProcessResult } from '../process-result.ts';
export type JobPhase = 'starting' | 'running' | 'ended' | 'lost';
export interface JobOrder {
    readonly id: string;
    readonly title: string;
    readonly agent: string;
    readonly session: string;
    readonly createdAt: number;
    readonly work: unknown;
}
export interface JobState {
    readonly phase: JobPhase;
    readonly pid?: number;
    readonly pidStart?: string;
    readonly channels?: readonly string[];
    readonly host?: string;
    readonly startedAt?: number;
    readonly endedAt?: number;
    readonly result?: JobResult;
    readonly noticed?: boolean;
}
export type JobResult = Omit<ProcessResult, 'stdout' | 'stderr' | 'tail' | 'spillFile' | 'spillComplete' | 'error'> & {
    readonly message?: string;
    readonly code?: string;
    readonly remedy?: string;
    readonly logComplete: boolean;
    readonly notes?: unknown;
};
export interface Job extends JobOrder, JobState {
    readonly log: string;
    readonly logSize: number;
}

// open-jobs.d.ts
import { type JobOutput } from './job-folder.ts';
import type { Job, JobOrder } from './job.ts';
export interface JobsOptions {
    readonly folder: string;
    readonly launchHost: () => void;
    readonly launchMs?: number;
}
export interface StartJobOptions {
    readonly isOwn?: boolean;
}
export interface Jobs {
    start(order: Omit<JobOrder, 'id' | 'createdAt'>, options?: StartJobOptions): Promise<Job>;
    release(id: string): Promise<void>;
    list(): Promise<readonly Job[]>;
    get(id: string): Promise<Job | null>;
    output(id: string): JobOutput | null;
    readLog(id: string, offset: number, length: number): Uint8Array;
    wait(id: string, milliseconds: number, abortSignal?: AbortSignal): Promise<Job | null>;
    end(id: string): Promise<void>;
    signal(id: string, signal: 'SIGINT' | 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): Promise<void>;
    write(id: string, bytes: Uint8Array, options?: {
        readonly end?: boolean;
    }): Promise<boolean>;
    resize(id: string, columns: number, rows: number): Promise<boolean>;
    notice(id: string): Promise<void>;
    remove(id: string): Promise<void>;
    close(): void;
}
export declare function openJobs(options: JobsOptions): Jobs;

// run-job.d.ts
import { type ProcessHandle } from '@poundlock/spec';
import { type ProcessResult } from '../process-result.ts';
import type { JobFolder } from './job-folder.ts';
import type { JobOrder } from './job.ts';
export interface StartedJob {
    readonly handle: ProcessHandle;
    readonly timeoutMs?: number;
    resize?(columns: number, rows: number): void;
    ended?(result: ProcessResult): Promise<unknown>;
    lost?(error: unknown): Promise<unknown>;
}
export interface RunningJob {
    readonly done: Promise<void>;
    end(): void;
    signal(signal: 'SIGINT' | 'SIGHUP' | 'SIGTERM' | 'SIGKILL'): void;
    write(bytes: Uint8Array, end: boolean): boolean;
    readonly unread: number;
    resize(columns: number, rows: number): boolean;
}
export interface RunJobOptions {
    readonly folder: JobFolder;
    readonly host: string;
    readonly maxLogBytes: number;
    readonly keep?: ((work: unknown) => unknown) | undefined;
    readonly start: (order: JobOrder) => Promise<StartedJob>;
    readonly signal?: AbortSignal;
}
export declare function runJob(order: JobOrder, options: RunJobOptions): {
    readonly job: RunningJob;
    readonly started: Promise<void>;
};

// serve-jobs.d.ts
import type { Job, JobOrder } from './job.ts';
import type { StartedJob } from './run-job.ts';
export interface JobHostOptions {
    readonly folder: string;
    readonly start: (order: JobOrder) => Promise<StartedJob>;
    readonly keep?: (work: unknown) => unknown;
    readonly lost?: (job: Job) => Promise<unknown>;
    readonly idleMs?: number;
    readonly maxLogBytes?: number;
    readonly maxRunning?: number;
    readonly keepEnded?: number;
    readonly keepLogBytes?: number;
    readonly keepAtLeastMs?: number;
}
export interface JobHost {
    readonly closed: Promise<void>;
    close(): Promise<void>;
}
export declare function serveJobs(options: JobHostOptions): Promise<JobHost | null>;

// ../process-result.d.ts
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
