// The public declarations of @poundlock/try, written by `pnpm api`.

// index.d.ts
export type { ApplyResult } from './apply-changes.ts';
export { type BytePath, bytesOf, foldersAbove, isBelow, joined, nameOf, parentOf, pathOfBytes, pathOfText, textOfPath, } from './byte-path.ts';
export { kindOfChange, type Change, type ChangeKind, type ChangeSet, type ChangedKind, type EntryAfter, type EntryBefore, } from './change-set.ts';
export type { Conflict } from './find-conflicts.ts';
export { FolderHandle, FolderTree } from './folder-handle.ts';
export { formatChanges, summaryOf, type Contents, type FormatOptions, type FormattedLine } from './format-changes.ts';
export type { GuardedResult } from './guard-apply.ts';
export { openTry, type OpenTry, type TryOptions } from './open-try.ts';
export { describeTried, pathForJson, takeTried, type Tried, type TriedApplyOptions } from './tried.ts';
export { TryStore, type GuardedPaths, type TryRecord, type TryState, type TryStoreOptions, type ViewKind, } from './try-store.ts';
export { differenceOf, type TextDifference } from './text-difference.ts';

// apply-changes.d.ts
import type { Change } from './change-set.ts';
import { type Conflict } from './find-conflicts.ts';
export interface ApplyOptions {
    readonly workspace: string;
    readonly view: string;
    readonly folder: string;
    readonly mark: string;
    readonly force?: boolean;
}
export type ApplyResult = {
    readonly done: true;
    readonly overwritten: string | null;
} | {
    readonly done: false;
    readonly conflicts: readonly Conflict[];
};
export declare function applyChanges(changes: readonly Change[], options: ApplyOptions): Promise<ApplyResult>;
export declare function finishApply(changes: readonly Change[], options: ApplyOptions): Promise<ApplyResult>;
export declare function undoApply(options: ApplyOptions): Promise<readonly Conflict[]>;

// byte-path.d.ts
export type BytePath = string;
export declare const bytesOf: (path: BytePath) => Buffer;
export declare const pathOfBytes: (bytes: Uint8Array) => BytePath;
export declare const pathOfText: (text: string) => BytePath;
export declare const textOfPath: (path: BytePath) => string;
export declare function parentOf(path: BytePath): BytePath | null;
export declare const nameOf: (path: BytePath) => BytePath;
export declare const joined: (folder: BytePath, name: BytePath) => BytePath;
export declare const isBelow: (path: BytePath, outer: BytePath) => boolean;
export declare function foldersAbove(path: BytePath): readonly BytePath[];

// change-set.d.ts
import type { BytePath } from './byte-path.ts';
export type ChangedKind = 'file' | 'folder' | 'link' | 'other';
export interface EntryBefore {
    readonly kind: ChangedKind;
    readonly mode: number;
    readonly size: number;
    readonly mtimeMs: number;
    readonly ctimeMs: number;
    readonly ino: number;
    readonly dev: number;
    readonly target?: BytePath;
    readonly hash?: string;
}
export interface EntryAfter {
    readonly kind: ChangedKind;
    readonly mode: number;
    readonly size: number;
    readonly mtimeMs: number;
    readonly uid: number;
    readonly gid: number;
    readonly target?: BytePath;
    readonly hash?: string;
}
export interface Change {
    readonly path: BytePath;
    readonly before: EntryBefore | null;
    readonly after: EntryAfter | null;
    readonly refused?: string;
}
export interface ChangeSet {
    readonly changes: readonly Change[];
    readonly notes: readonly string[];
}
export type ChangeKind = 'created' | 'modified' | 'deleted' | 'mode' | 'replaced';
export declare const PERMISSIONS = 511;
export declare function kindOfChange({ before, after }: Change): ChangeKind;
export declare function countChanges(changes: readonly Change[]): Readonly<Record<ChangeKind, number>>;

// find-conflicts.d.ts
import { type BytePath } from './byte-path.ts';
import type { Change } from './change-set.ts';
import type { FolderTree } from './folder-handle.ts';
export interface Conflict {
    readonly path: BytePath;
    readonly reason: string;
}
export declare function findConflicts(changes: readonly Change[], workspace: FolderTree): readonly Conflict[];

// folder-handle.d.ts
import { type BytePath } from './byte-path.ts';
export declare class FolderHandle {
    #private;
    private constructor();
    static open(path: string | Buffer): FolderHandle | null;
    get path(): string;
    entry(name: BytePath): Buffer;
    enter(name: BytePath): FolderHandle | null;
    close(): void;
}
export declare class FolderTree {
    #private;
    constructor(root: string);
    folder(path: BytePath): FolderHandle | null;
    close(): void;
}

// format-changes.d.ts
import { type BytePath } from './byte-path.ts';
import { type Change, type ChangeSet } from './change-set.ts';
export interface Contents {
    before(path: BytePath, most: number): Uint8Array | null;
    after(path: BytePath, most: number): Uint8Array | null;
}
export interface FormatOptions {
    readonly lines?: number;
    readonly paths?: number;
}
export interface FormattedLine {
    readonly kind: 'heading' | 'added' | 'removed' | 'context' | 'hunk' | 'note';
    readonly text: string;
}
export declare function formatChanges({ changes, notes }: ChangeSet, contents: Contents, options?: FormatOptions): readonly FormattedLine[];
export declare function summaryOf(changes: readonly Change[]): string;

// guard-apply.d.ts
import { type Quarantined } from '@poundlock/workspace-guard';
import type { ApplyResult } from './apply-changes.ts';
import type { TryRecord } from './try-store.ts';
export interface GuardedResult {
    readonly quarantined: readonly Quarantined[];
    readonly complete: boolean;
}
export declare function guardApply({ workspace, guarded }: TryRecord, state: string, released: readonly string[], apply: () => Promise<ApplyResult>): Promise<ApplyResult & GuardedResult>;

// open-try.d.ts
import { type Sandbox, type SandboxBackend, type SandboxPolicy } from '@poundlock/sandbox';
import { type Tried } from './tried.ts';
import type { TryStore } from './try-store.ts';
export interface TryOptions {
    readonly backend: SandboxBackend;
    readonly policy: SandboxPolicy;
    readonly store: TryStore;
    readonly command: string;
    readonly startedAt: number;
    readonly mostCopied?: number;
}
export interface OpenTry {
    readonly id: string;
    readonly sandbox: Sandbox;
    read(): Promise<Tried>;
    discard(): Promise<void>;
}
export declare function openTry(options: TryOptions): Promise<OpenTry>;

// text-difference.d.ts
export declare const LARGEST_TEXT: number;
export declare const SHOWN_LINES = 200;
export interface TextDifference {
    readonly lines: readonly string[];
    readonly omitted: number;
}
export declare function asText(bytes: Uint8Array): string | null;
export declare function differenceOf(before: string, after: string, most?: number): TextDifference | null;

// tried.d.ts
import { type ApplyResult } from './apply-changes.ts';
import { type BytePath } from './byte-path.ts';
import { type ChangeKind, type ChangeSet } from './change-set.ts';
import type { Conflict } from './find-conflicts.ts';
import type { Contents } from './format-changes.ts';
import { type GuardedResult } from './guard-apply.ts';
import type { TryRecord, TryStore } from './try-store.ts';
export interface TriedApplyOptions {
    readonly force?: boolean;
    readonly released?: readonly string[];
}
export interface Tried {
    readonly record: TryRecord;
    readonly changeSet: ChangeSet;
    readonly contents: Contents;
    apply(options?: TriedApplyOptions): Promise<ApplyResult & GuardedResult>;
    undo(): Promise<readonly Conflict[]>;
    discard(): void;
    keep(): void;
}
export declare function viewFolder(store: TryStore, { id, view }: Pick<TryRecord, 'id' | 'view'>): string;
export declare function takeTried(store: TryStore, id: string): Tried;
export declare function tried(store: TryStore, record: TryRecord, changeSet: ChangeSet): Tried;
export declare function pathForJson(path: BytePath): {
    readonly path: string;
    readonly bytes?: string;
};
export declare function describeTried({ record, changeSet }: Pick<Tried, 'record' | 'changeSet'>): {
    readonly tryId: string;
    readonly workspace: string;
    readonly changes: Readonly<Record<ChangeKind, number>>;
    readonly digest: string;
};

// try-store.d.ts
import { type SandboxPolicy } from '@poundlock/sandbox';
import type { ChangeSet } from './change-set.ts';
export interface ViewKind {
    readonly kind: 'overlay' | 'copy';
    readonly reason: string | null;
}
export type GuardedPaths = Pick<SandboxPolicy, 'protectedPaths' | 'hiddenPaths' | 'writePaths'>;
export interface TryRecord {
    readonly id: string;
    readonly workspace: string;
    readonly command: string;
    readonly startedAt: number;
    readonly view: ViewKind;
    readonly guarded: GuardedPaths;
    readonly unapproved?: readonly string[];
    readonly endedEarly?: string;
}
export type TryState = 'running' | 'ready' | 'interrupted' | 'applying';
export interface TryStoreOptions {
    readonly folder: string;
    readonly holder?: string;
    readonly isGone?: (holder: string) => boolean;
}
export declare class TryStore {
    #private;
    constructor(options: TryStoreOptions);
    create(record: Omit<TryRecord, 'id' | 'view'>): {
        readonly id: string;
        readonly folder: string;
    };
    save(record: TryRecord): void;
    saveChanges(id: string, changes: ChangeSet): void;
    changes(id: string): ChangeSet | null;
    record(id: string): TryRecord;
    state(id: string): TryState;
    list(): readonly TryRecord[];
    claim(id: string): void;
    release(id: string): void;
    remove(id: string): void;
    sweep(): void;
    get stateFolder(): string;
    folderOf(id: string): string;
}
