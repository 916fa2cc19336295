// The public declarations of @poundlock/undo, written by `pnpm api`.

// index.d.ts
export { describeReason } from './describe-reason.ts';
export { isSameEntry, type UnkeptReason, type WorkspaceEntry } from './entry.ts';
export type { LeftPath, LeftReason } from './restore/plan-undo.ts';
export { type UndoOptions, type UndoResult, undoRuns } from './restore/undo-runs.ts';
export { scopeOfPaths } from './scope-of-paths.ts';
export type { UndoChange, UndoRun } from './store/run-files.ts';
export { type NewRun, UndoStore, type UndoStoreOptions, type UnkeptPath } from './store/undo-store.ts';
export { UndoError, type UndoErrorCode } from './undo-error.ts';
export type { RunScope } from './walk.ts';

// describe-reason.d.ts
import type { LeftReason } from './restore/plan-undo.ts';
export declare const describeReason: (reason: LeftReason) => string;

// entry.d.ts
import type { Stats } from 'node:fs';
import type { BytePath } from '@poundlock/try';
export type UnkeptReason = 'ignored' | 'mount' | 'unreadable' | 'special' | 'too-large' | 'disk-full' | 'moving' | 'guarded';
export interface WorkspaceEntry {
    readonly kind: 'file' | 'folder' | 'link' | 'other';
    readonly mode: number;
    readonly size: number;
    readonly mtimeMs: number;
    readonly ctimeMs: number;
    readonly ino: number;
    readonly uid: number;
    readonly gid: number;
    readonly target?: BytePath;
    readonly kept?: string;
    readonly unkept?: UnkeptReason;
    readonly recent?: true;
}
export declare function entryOf(path: BytePath, stats: Stats): WorkspaceEntry;
export declare function isSameEntry(one: WorkspaceEntry | null, other: WorkspaceEntry | null): boolean;
export declare const isSameContentByTimes: (one: WorkspaceEntry, other: WorkspaceEntry) => boolean;
export declare const isSameFile: (known: WorkspaceEntry, stats: Stats) => boolean;

// restore/plan-undo.d.ts
import type { BytePath } from '@poundlock/try';
import { type UnkeptReason, type WorkspaceEntry } from '../entry.ts';
import type { UndoChange } from '../store/run-files.ts';
export type LeftReason = UnkeptReason | 'changed-since' | 'folder-changed' | 'not-empty' | 'failed' | 'lost';
export interface LeftPath {
    readonly path: BytePath;
    readonly reason: LeftReason;
    readonly detail?: string;
}
export interface UndoStep {
    readonly path: BytePath;
    readonly target: WorkspaceEntry | null;
    readonly now: WorkspaceEntry | null;
}
export interface UndoPlan {
    readonly steps: readonly UndoStep[];
    readonly conflicts: readonly LeftPath[];
    readonly lost: readonly LeftPath[];
}
export interface PlanFacts {
    readonly now: ReadonlyMap<BytePath, WorkspaceEntry>;
    readonly hasContent: (path: BytePath, kept: string) => boolean;
    readonly isIntact: (entry: WorkspaceEntry & {
        readonly kept: string;
    }) => boolean;
}
export declare function planUndo(runs: readonly (readonly UndoChange[])[], facts: PlanFacts): UndoPlan;
export declare const isOnlyMode: (target: WorkspaceEntry, now: WorkspaceEntry | null) => boolean;

// restore/undo-runs.d.ts
import { type BytePath } from '@poundlock/try';
import type { UndoRun } from '../store/run-files.ts';
import type { UndoStore } from '../store/undo-store.ts';
import { type LeftPath } from './plan-undo.ts';
export interface UndoOptions {
    readonly runs: readonly string[];
    readonly dryRun?: boolean;
    readonly partial?: boolean;
    readonly by: Pick<UndoRun, 'agent' | 'session'>;
}
export interface UndoResult {
    readonly outcome: 'done' | 'conflicting' | 'planned';
    readonly id: string | null;
    readonly restored: readonly BytePath[];
    readonly conflicts: readonly LeftPath[];
    readonly left: readonly LeftPath[];
}
export declare function undoRuns(store: UndoStore, options: UndoOptions): Promise<UndoResult>;

// scope-of-paths.d.ts
import type { RunScope } from './walk.ts';
export declare function scopeOfPaths(workspace: string, paths: readonly string[]): RunScope;

// store/content-store.d.ts
import { type Stats } from 'node:fs';
export declare class ContentStore {
    #private;
    constructor(folder: string);
    begin(name: string): void;
    get written(): readonly string[];
    keep(source: number, { size }: Stats, secondName: string | Buffer | null): string;
    isIntact(reference: string, { size, mtimeMs }: Pick<Stats, 'size' | 'mtimeMs'>): boolean;
    read(reference: string, most: number): Buffer | null;
    write(reference: string, target: number): boolean;
    equals(reference: string, other: number, size?: number): boolean;
    close(): void;
}
export declare const fileOfReference: (reference: string) => string;

// store/entry-lines.d.ts
import type { BytePath } from '@poundlock/try';
import type { WorkspaceEntry } from '../entry.ts';
export type EntryRow = readonly [path: BytePath, entry: WorkspaceEntry | null];
export declare const entryLines: (rows: Iterable<EntryRow>) => string;
export declare function readEntryLines(text: string): readonly EntryRow[];
export type EntryFields = readonly unknown[];
export declare function fieldsOf(entry: WorkspaceEntry): EntryFields;
export declare function readFields(fields: EntryFields): WorkspaceEntry | null;

// store/run-files.d.ts
import type { BytePath } from '@poundlock/try';
import type { WorkspaceEntry } from '../entry.ts';
import type { RunScope } from '../walk.ts';
import { type EntryRow } from './entry-lines.ts';
export interface UndoChange {
    readonly path: BytePath;
    readonly before: WorkspaceEntry | null;
    readonly after: WorkspaceEntry | null;
}
export interface UndoRun {
    readonly id: string;
    readonly tool: string;
    readonly title: string;
    readonly agent: string;
    readonly session: string;
    readonly startedAt: number;
    readonly scope: RunScope;
    readonly holder: string | null;
    readonly endedAt?: number;
    readonly interrupted?: true;
    readonly undoes?: readonly string[];
    readonly undoneBy?: string;
    readonly changed?: number;
    readonly held?: number;
}
export declare class RunFiles {
    #private;
    constructor(folder: string);
    makeFolders(): void;
    open(): readonly UndoRun[];
    ended(): readonly UndoRun[];
    findOpen(id: string): UndoRun | null;
    find(id: string): UndoRun | null;
    saveOpen(run: UndoRun): void;
    save(run: UndoRun): void;
    saveEnded(run: UndoRun, changes: readonly UndoChange[]): void;
    changes(id: string): readonly UndoChange[];
    appendLog(id: string, rows: Iterable<EntryRow>): void;
    log(id: string): ReadonlyMap<BytePath, WorkspaceEntry | null>;
    removeOpen(id: string): void;
    removeEnded(id: string): void;
}

// store/second-names.d.ts
import { type BytePath, type FolderTree } from '@poundlock/try';
import type { WorkspaceEntry } from '../entry.ts';
export declare class SecondNames {
    #private;
    constructor(folder: string);
    make(run: string, tree: FolderTree, entries: Iterable<readonly [BytePath, WorkspaceEntry]>, room: number): void;
    settle(run: string): {
        readonly held: number;
        readonly alive: ReadonlySet<number>;
    };
    giveBack(runs: readonly string[], entry: WorkspaceEntry, place: Buffer, hasContent: (descriptor: number) => boolean): boolean;
    has(run: string): boolean;
    runs(): readonly string[];
    remove(run: string): void;
}

// store/undo-store.d.ts
import { type BytePath } from '@poundlock/try';
import { type UnkeptReason, type WorkspaceEntry } from '../entry.ts';
import { type RunScope } from '../walk.ts';
import { ContentStore } from './content-store.ts';
import { RunFiles, type UndoChange, type UndoRun } from './run-files.ts';
import { SecondNames } from './second-names.ts';
export interface UndoStoreOptions {
    readonly folder: string;
    readonly workspace: string;
    readonly maxBytes: number;
    readonly maxAgeMs: number;
    readonly ignore: readonly string[];
    readonly excluded: readonly string[];
    readonly protectedPaths: readonly string[];
    readonly required?: boolean;
    readonly isRunning?: (run: string) => boolean;
}
export type NewRun = Pick<UndoRun, 'id' | 'tool' | 'title' | 'agent' | 'session' | 'scope' | 'undoes'> & {
    readonly deletes?: readonly BytePath[];
    readonly mustKeep?: RunScope;
};
export interface UnkeptPath {
    readonly path: BytePath;
    readonly reason: UnkeptReason;
}
export declare class UndoStore {
    #private;
    readonly folder: string;
    readonly runs: RunFiles;
    readonly contents: ContentStore;
    readonly secondNames: SecondNames;
    readonly options: UndoStoreOptions;
    constructor(options: UndoStoreOptions);
    begin(run: NewRun): Promise<readonly UnkeptPath[]>;
    end(id: string): Promise<readonly UndoChange[]>;
    canKeep(paths: readonly BytePath[]): boolean;
    detach(id: string): Promise<void>;
    list(): Promise<readonly UndoRun[]>;
    locked<Result>(action: () => Result): Promise<Result>;
    beginLocked({ deletes, mustKeep, ...run }: NewRun): {
        readonly unkept: readonly UnkeptPath[];
        readonly entries: ReadonlyMap<BytePath, WorkspaceEntry>;
    };
    endLocked(run: UndoRun, more?: Partial<UndoRun>): readonly UndoChange[];
    settle(): void;
    hasContent(path: BytePath, kept: string): boolean;
}

// undo-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type UndoErrorCode = 'UNDO_UNKNOWN_RUN' | 'UNDO_RUNNING' | 'UNDO_NOT_KEPT' | 'UNDO_UNAVAILABLE';
export declare class UndoError extends PoundlockError<UndoErrorCode> {
    readonly name = "UndoError";
}

// walk.d.ts
import { type BytePath } from '@poundlock/try';
import { type WorkspaceEntry } from './entry.ts';
export type RunScope = readonly BytePath[] | null;
export interface WalkOptions {
    readonly root: string;
    readonly scope: RunScope;
    readonly ignored: ReadonlySet<string>;
    readonly excluded: readonly string[];
    readonly known: ReadonlyMap<BytePath, WorkspaceEntry>;
}
export declare function walk(options: WalkOptions): Map<BytePath, WorkspaceEntry>;
export declare const systemPath: (path: BytePath) => string | Buffer;
