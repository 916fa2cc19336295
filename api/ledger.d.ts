// The public declarations of @poundlock/ledger, written by `pnpm api`.

// index.d.ts
export { CallLedger, type LedgerEntry, type LedgerLimits, type LedgerOptions, type LedgerResult, type LedgerState, type NewEntry, type Reserved, } from './call-ledger.ts';
export { openDatabase, type Database } from './open-database.ts';
export { recordFailed } from './record-failed.ts';

// call-ledger.d.ts
import { type Durability } from '@poundlock/state-files/node';
export interface LedgerLimits {
    readonly keptMs: number;
    readonly maxKeysPerDevice: number;
    readonly maxResultBytes: number;
    readonly maxFileBytes: number;
}
export type LedgerState = 'accepted' | 'running' | 'ended';
export interface LedgerResult {
    readonly endedAt: number;
}
export interface LedgerEntry<Result extends LedgerResult = LedgerResult> {
    readonly callId: string;
    readonly device: string;
    readonly key: string;
    readonly fingerprint: string;
    readonly session: string;
    readonly tool: string;
    readonly state: LedgerState;
    readonly runId: string | null;
    readonly createdAt: number;
    readonly startedAt: number | null;
    readonly result: Result | null;
}
export type NewEntry = Pick<LedgerEntry, 'device' | 'key' | 'fingerprint' | 'session' | 'tool'>;
export type Reserved<Result extends LedgerResult = LedgerResult> = {
    readonly kind: 'new';
    readonly entry: LedgerEntry<Result>;
} | {
    readonly kind: 'known';
    readonly entry: LedgerEntry<Result>;
};
export interface LedgerOptions<Result extends LedgerResult> extends Partial<LedgerLimits> {
    readonly folder: string;
    readonly isAlone?: boolean;
    readonly now: () => number;
    readonly brief: (result: Result) => Result;
}
export declare class CallLedger<Result extends LedgerResult> {
    #private;
    readonly id: string;
    constructor({ folder, isAlone, now, brief, ...limits }: LedgerOptions<Result>);
    reserve(wanted: NewEntry): Promise<Reserved<Result>>;
    begin(callId: string, runId: string): Promise<void>;
    finish(callId: string, result: Result, survives?: Durability): Promise<void>;
    find(device: string, reference: {
        readonly key: string;
    } | {
        readonly callId: string;
    }): LedgerEntry<Result> | null;
    interrupted(): readonly LedgerEntry<Result>[];
    giveBack(callId: string): Promise<void>;
    keepTail(callId: string, tail: string): void;
    tailOf(callId: string): string | null;
    deliver(callId: string): Promise<void>;
    undelivered(device: string, limit: number): Promise<readonly LedgerEntry<Result>[]>;
    expire(): void;
    close(): void;
}

// open-database.d.ts
import { type OwnDatabase, type OwnDatabaseOptions } from '@poundlock/state-files/node';
export type Database = OwnDatabase;
export declare function openDatabase(file: string, options: OwnDatabaseOptions): Database;

// record-failed.d.ts
export declare function recordFailed(error: unknown): unknown;
