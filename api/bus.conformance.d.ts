// The public declarations of @poundlock/bus/conformance, written by `pnpm api`.

// index.d.ts
export type { BusCase, BusHarness } from './bus-case.ts';
export { BUS_CASES } from './bus-cases.ts';

// bus-case.d.ts
import type { Bus } from '../contract/bus.ts';
export interface BusHarness {
    readonly connect: () => Promise<Bus>;
}
export interface BusCase {
    readonly id: string;
    readonly title: string;
    readonly run: (harness: BusHarness) => Promise<void>;
}

// bus-cases.d.ts
import type { BusCase } from './bus-case.ts';
export declare const BUS_CASES: readonly BusCase[];

// ../contract/bus.d.ts
import type { LogTarget, Name, NameTarget } from './name.ts';
import type { RequestOutcome } from './request-outcome.ts';
export interface Entry {
    readonly name: Name;
    readonly sequence: number;
    readonly at: number;
    readonly value: unknown;
    readonly broken: boolean;
}
export interface BusRequestOptions {
    readonly timeoutMs?: number;
    readonly startWithinMs?: number;
}
export type BusHandler = (payload: unknown) => unknown;
export interface BusServeOptions {
    readonly maxConcurrent?: number;
}
export interface BusService {
    close(): Promise<void>;
}
export interface BusWriteOptions {
    readonly waitMs?: number;
}
export interface KeyOptions extends BusWriteOptions {
    readonly ttlMs?: number;
}
export type ClaimOutcome = {
    readonly claimed: true;
    readonly sequence: number;
} | {
    readonly claimed: false;
    readonly current: Entry;
};
export type CompareOutcome = {
    readonly written: true;
    readonly sequence: number;
} | {
    readonly written: false;
    readonly current: Entry | null;
};
export interface AppendOptions extends BusWriteOptions {
    readonly id?: string;
}
export interface AppendOutcome {
    readonly sequence: number;
    readonly duplicate: boolean;
}
export interface ReadOptions {
    readonly after?: number;
    readonly limit?: number;
}
export interface Page {
    readonly entries: readonly Entry[];
    readonly more: boolean;
    readonly gap: boolean;
}
export interface BusWatchOptions {
    readonly signal?: AbortSignal;
}
export interface LogWatchOptions extends BusWatchOptions {
    readonly after?: number;
}
export type WatchEvent = {
    readonly kind: 'entry';
    readonly entry: Entry;
} | {
    readonly kind: 'removed';
    readonly name: Name;
} | {
    readonly kind: 'current';
} | {
    readonly kind: 'gap';
};
export interface Bus {
    readonly maxValueBytes: number;
    request(name: Name, payload: unknown, options?: BusRequestOptions): Promise<RequestOutcome>;
    serve(name: Name, handler: BusHandler, options?: BusServeOptions): Promise<BusService>;
    claim(key: Name, value: unknown, options?: KeyOptions): Promise<ClaimOutcome>;
    compareAndSet(key: Name, sequence: number, value: unknown, options?: KeyOptions): Promise<CompareOutcome>;
    append(log: Name, value: unknown, options?: AppendOptions): Promise<AppendOutcome>;
    read(target: NameTarget, options?: ReadOptions): Promise<Page>;
    watch(target: LogTarget, options?: LogWatchOptions): AsyncIterable<WatchEvent>;
    watch(target: NameTarget, options?: BusWatchOptions): AsyncIterable<WatchEvent>;
    close(): Promise<void>;
}

// ../contract/name.d.ts
export type Name = readonly [space: string, ...words: string[]];
export type LogTarget = {
    readonly log: Name;
} | {
    readonly logs: Name;
};
export type NameTarget = {
    readonly key: Name;
} | {
    readonly keys: Name;
} | LogTarget;
export interface Selection {
    readonly kind: 'key' | 'log';
    readonly space: string;
    readonly path: string;
    readonly below: boolean;
}
export declare function encodeName([space, ...words]: Name): string;
export declare function decodeName(space: string, path: string): Name | null;
export declare function readTarget(target: NameTarget): Selection;

// ../contract/request-outcome.d.ts
export type RequestOutcome = {
    readonly status: 'answered';
    readonly mayHaveRun: true;
    readonly value: unknown;
} | {
    readonly status: 'failed';
    readonly mayHaveRun: true;
    readonly code: string;
    readonly message: string;
} | {
    readonly status: 'no-responder' | 'not-connected' | 'busy' | 'not-started';
    readonly mayHaveRun: false;
} | {
    readonly status: 'lost' | 'unknown';
    readonly mayHaveRun: true;
};
