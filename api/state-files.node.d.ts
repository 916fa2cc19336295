// The public declarations of @poundlock/state-files/node, written by `pnpm api`.

// index.d.ts
export { openOwnDatabase, type Durability, type OwnDatabase, type OwnDatabaseOptions, } from './database/open-own-database.ts';
export { WriteBatch } from './database/write-batch.ts';
export { withLock } from './lock.ts';
export { makeMissingFolders } from './make-missing-folders.ts';
export { checkOwnFolder, makeOwnFolder } from './own-folder.ts';
export { ownershipProblem } from './ownership.ts';
export { isAbandoned, ownerMark } from './owner-mark.ts';
export { isObeyed, isObeyedPlace } from './is-obeyed-place.ts';
export { describeHolder, describeProcess, isGone, isRunning } from './process-identity.ts';
export { readProcessStat, type ProcessStat } from './process-stat.ts';
export { entriesIn, linkTarget, lstatOrNull, namesIn, realPathOrNull, statOrNull, textOrNull } from './read-or-null.ts';
export { readOwnText } from './read-own-text.ts';
export { openFolders, removeFolder } from './remove-folder.ts';
export { removeIfThere } from './remove-if-there.ts';
export { createRepeatedLock, removeAbandonedNames, type RepeatedLock } from './repeated-lock.ts';
export { checkSocket, checkSocketFolder } from './socket/check-socket.ts';
export { claimSocket, isSocketServed, socketHolder, type SocketClaim, type SocketClaimOptions, } from './socket/claim-socket.ts';
export { StateFileError, stateFileError, type StateFileErrorCode } from './state-file-error.ts';
export { isUnfinished, makeOwnFile, replaceOwnFile } from './write-own-file.ts';

// database/open-own-database.d.ts
import type * as Sqlite from 'node:sqlite';
export type OwnDatabase = Sqlite.DatabaseSync;
export type Durability = 'power' | 'process';
export interface OwnDatabaseOptions {
    readonly survives: Durability;
    readonly isAlone?: boolean;
    readonly maxBytes: number;
    readonly schema: string;
}
export declare function openOwnDatabase(file: string, { survives, isAlone, maxBytes, schema }: OwnDatabaseOptions): OwnDatabase;

// database/write-batch.d.ts
import type { Durability, OwnDatabase } from './open-own-database.ts';
export interface WriteBatchOptions {
    readonly asError?: (error: unknown) => unknown;
    readonly syncsApart?: string;
}
export declare class WriteBatch {
    #private;
    constructor(database: OwnDatabase, { asError, syncsApart }?: WriteBatchOptions);
    write<Result>(statements: () => Result, survives?: Durability): Promise<Result>;
    flush(): void;
    close(): void;
}

// is-obeyed-place.d.ts
import { type OwnershipOptions } from './ownership.ts';
export declare function isObeyedPlace(path: string, options?: Omit<OwnershipOptions, 'sticky'>): boolean;
export declare function isObeyed(path: string, options?: OwnershipOptions): boolean;

// lock.d.ts
export declare function withLock<Result>(directory: string, timeoutMs: number, action: () => Result): Promise<Result>;
export declare function holdLock<Result>(directory: string, timeoutMs: number, take: (path: string) => boolean, action: () => Result): Promise<Result>;
export declare function lockPathOf(directory: string): string;
export declare function holdFreeLock<Result>(path: string, take: (path: string) => boolean, action: () => Result): {
    readonly result: Result;
} | null;
export declare function takeLock(path: string): boolean;
export declare function holderOf(path: string): string | null;

// make-missing-folders.d.ts
export declare function makeMissingFolders(path: string): void;

// own-folder.d.ts
import { type Ownership } from './ownership.ts';
export declare function makeOwnFolder(folder: string, ownership?: Ownership): void;
export declare function checkOwnFolder(folder: string, ownership?: Ownership): void;

// owner-mark.d.ts
export declare function ownerMark(): string;
export declare function isAbandoned(name: string): boolean;

// ownership.d.ts
import type { Stats } from 'node:fs';
export type Ownership = 'private' | 'own' | 'obeyed';
export interface OwnershipProblem {
    readonly code: 'link' | 'kind' | 'owner' | 'mode';
    readonly problem: string;
    readonly remedy: string;
}
export interface OwnershipOptions {
    readonly user?: number | undefined;
    readonly privateGroup?: number | undefined;
    readonly anyGroup?: boolean;
    readonly sticky?: boolean;
}
export declare function ownershipProblem(path: string, stats: Stats, kind: 'file' | 'folder', ownership: Ownership, options?: OwnershipOptions): OwnershipProblem | null;
export declare function checkOwnership(path: string, stats: Stats, kind: 'file' | 'folder', ownership: Ownership, options?: OwnershipOptions): void;

// process-identity.d.ts
export declare function describeHolder(): string;
export declare function describeProcess(pid: number): string | null;
export declare function isRunning(described: string): boolean;
export declare function isGone(holder: string): boolean;
export declare function ownNamespace(): string;

// process-stat.d.ts
export interface ProcessStat {
    readonly pid: number;
    readonly parent: number;
    readonly group: number;
    readonly session: number;
    readonly startTime: string;
    readonly isZombie: boolean;
}
export declare function readProcessStat(pid: number | 'self'): ProcessStat | null;

// read-or-null.d.ts
import { type Dirent, type Stats } from 'node:fs';
export declare const lstatOrNull: (path: string) => Stats | null;
export declare const statOrNull: (path: string) => Stats | null;
export declare const namesIn: (folder: string) => readonly string[];
export declare const entriesIn: (folder: string) => readonly Dirent[];
export declare const textOrNull: (path: string) => string | null;
export declare const linkTarget: (path: string) => string | null;
export declare const realPathOrNull: (path: string) => string | null;

// read-own-text.d.ts
import { type Ownership } from './ownership.ts';
export interface ReadTextOptions {
    readonly ownership: Ownership;
    readonly maxBytes: number;
    readonly names?: 'one' | 'any';
}
export declare function readOwnText(file: string, { ownership, maxBytes, names }: ReadTextOptions): string | null;

// remove-folder.d.ts
export declare function removeFolder(folder: string): Promise<void>;
export declare function openFolders(folder: string): void;

// remove-if-there.d.ts
export declare function removeIfThere(path: string): void;

// repeated-lock.d.ts
export interface RepeatedLock {
    run<Result>(timeoutMs: number, action: LockedAction<Result>): Promise<Result>;
    runIfFree<Result>(action: LockedAction<Result>): {
        readonly result: Result;
    } | null;
    announce(): void;
    close(): void;
}
export type LockedAction<Result> = (unannounced: boolean) => Result;
export declare function createRepeatedLock(directory: string): RepeatedLock;
export declare function removeAbandonedNames(directory: string, now?: number): void;

// socket/check-socket.d.ts
import { StateFileError } from '../state-file-error.ts';
export declare function checkSocketPath(path: string): void;
export declare function checkSocketFolder(folder: string): void;
export declare function checkSocket(path: string): boolean;
export declare const notASocket: (path: string, cause?: unknown) => StateFileError;

// socket/claim-socket.d.ts
import type { Server } from 'node:net';
export interface SocketClaim {
    readonly path: string;
    listen(server: Server): Promise<void>;
    isOurs(): boolean;
    release(): void;
}
export interface SocketClaimOptions {
    readonly listen?: (server: Server) => Promise<void>;
}
export declare function claimSocket(path: string, { listen: open }?: SocketClaimOptions): Promise<SocketClaim>;
export declare function socketHolder(path: string): number | null;
export declare function isSocketServed(path: string): Promise<boolean>;

// state-file-error.d.ts
import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec';
export type StateFileErrorCode = 'STATE_FILE_UNTRUSTED' | 'STATE_FILE_INVALID' | 'STATE_FILE_LOCKED' | 'STATE_FILE_SOCKET_PATH' | 'STATE_FILE_SOCKET_BUSY' | 'STATE_FILE_IO';
export declare class StateFileError extends PoundlockError<StateFileErrorCode> {
    readonly name = "StateFileError";
    readonly remedy: string;
    constructor(message: string, options: PoundlockErrorOptions<StateFileErrorCode> & {
        readonly remedy: string;
    });
}
export declare function stateFileError(error: unknown, action: string, path: string): StateFileError;

// write-own-file.d.ts
export interface WriteOptions {
    readonly durable?: boolean;
    readonly mode?: number;
}
export declare function replaceOwnFile(file: string, content: string | Uint8Array, options?: WriteOptions): void;
export declare function makeOwnFile(file: string, content: string | Uint8Array, options?: WriteOptions): boolean;
export declare const isUnfinished: (name: string) => boolean;
