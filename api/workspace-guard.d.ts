// The public declarations of @poundlock/workspace-guard, written by `pnpm api`.

// index.d.ts
export { type DeniedFiles, type DeniedNames, type DeniedPattern, type DeniedProblem, type DeniedPath, DENIED_PROBLEMS, type DeniedSearch, } from './denied/denied-files.ts';
export { deniedPaths, findDenied } from './denied/find-denied.ts';
export { absentFrom } from './paths/absent-from.ts';
export { resolveName } from './paths/resolve-name.ts';
export { editorWorkspaces } from './paths/editor-workspaces.ts';
export { onlyDescribes, type ConfigurationContext } from './repositories/git-configuration.ts';
export { isWrittenThrough, mergesPlainly, REMOTE_FOLDERS, STRATEGY_FILES } from './repositories/git-state.ts';
export { rebaseCommands, REBASE_FOLDER, REBASE_STEPS } from './repositories/repository-dangers.ts';
export { giveBack } from './sweep/give-back.ts';
export type { Quarantined } from './sweep/quarantine.ts';
export { type AbandonedFindings, openSweepFolders, type SweepFolders } from './sweep/sweep-abandoned.ts';
export { relativeTo } from './sweep/watched-paths.ts';
export { createWorkspaceGuard, type RunGuard, type SweepReport, type WorkspaceGuard, type WorkspaceGuardOptions, } from './sweep/workspace-guard.ts';
export { WorkspaceGuardError, type WorkspaceGuardErrorCode } from './workspace-guard-error.ts';

// denied/denied-files.d.ts
export interface DeniedPattern {
    readonly access: 'read' | 'write';
    readonly pattern: string;
}
export interface DeniedPath {
    readonly access: 'read' | 'write';
    readonly path: string;
}
export type DeniedProblem = 'ENTRIES' | 'TIME' | 'FILES' | 'UNREADABLE' | 'UNNAMEABLE' | 'SYSTEM' | 'GRANTED';
export interface DeniedFiles {
    readonly read: readonly string[];
    readonly write: readonly string[];
    readonly problem: DeniedProblem | null;
}
export interface DeniedSearch {
    readonly workspace: string;
    readonly readPaths: readonly string[];
    readonly writePaths: readonly string[];
    readonly hiddenPaths: readonly string[];
    readonly systemFolders: readonly string[];
    readonly patterns: readonly DeniedPattern[];
    readonly paths?: readonly DeniedPath[];
}
export interface DeniedNames {
    readonly search: DeniedSearch;
    readonly files: DeniedFiles;
}
export declare const DENIED_PROBLEMS: Readonly<Record<DeniedProblem, string>>;

// denied/find-denied.d.ts
import type { DeniedFiles, DeniedPattern, DeniedSearch } from './denied-files.ts';
export interface DeniedBounds {
    readonly entries: number;
    readonly files: number;
    readonly milliseconds: number;
    readonly otherNames: boolean;
}
export declare const afterRun: DeniedBounds;
export declare function findDenied(search: DeniedSearch, bounds?: DeniedBounds): DeniedFiles;
export declare function deniedPaths(patterns: readonly DeniedPattern[], access: DeniedPattern['access']): (path: string) => boolean;

// paths/absent-from.d.ts
export declare function absentFrom(folder: string): (name: string) => boolean;

// paths/editor-workspaces.d.ts
export declare const editorWorkspaces: (folder: string) => readonly string[];

// paths/resolve-name.d.ts
export declare function resolveName(name: string): string | null;

// repositories/git-configuration.d.ts
export interface ConfigurationContext {
    readonly mayWorkIn?: (folder: string) => boolean;
    readonly mayPushTo?: (path: string) => boolean;
}
export declare function onlyDescribes(configuration: string, context?: ConfigurationContext): boolean;

// repositories/git-state.d.ts
export declare function isWrittenThrough(path: string): boolean;
export declare function findWrittenThrough(folder: string): readonly string[];
export declare const REMOTE_FOLDERS: readonly ['remotes', 'branches'];
export declare const STRATEGY_FILES: readonly ['rebase-merge/strategy', 'sequencer/opts'];
export declare function mergesPlainly(path: (typeof STRATEGY_FILES)[number], text: string): boolean;

// repositories/repository-dangers.d.ts
export interface RepositoryDanger {
    readonly path: string;
    readonly reason: string;
}
export declare const LARGEST_LINK: number;
export declare const REBASE_FOLDER = "rebase-merge";
export declare const REBASE_STEPS = "rebase-merge/git-rebase-todo";
export declare function rebaseCommands(todo: string): readonly string[];
export declare function repositoryDangers(folder: string): readonly RepositoryDanger[];
export declare function commonFolder(folder: string): string | null;
export declare function lastChange(folder: string, dangers: readonly RepositoryDanger[]): number;

// sweep/give-back.d.ts
export declare function giveBack(root: string, from: number): Promise<void>;

// sweep/quarantine.d.ts
export interface Quarantined {
    readonly path: string;
    readonly root?: string;
    readonly movedTo: string;
    readonly reason: string;
}
export declare function quarantine(workspace: string, path: string, reason: string, folder: string): Quarantined | null;

// sweep/sweep-abandoned.d.ts
import type { Quarantined } from './quarantine.ts';
export interface AbandonedFindings {
    readonly quarantined: readonly Quarantined[];
    readonly unsearched: readonly string[];
}
export declare function sweepAbandoned(ledger: string, quarantine: string, histories?: string | null): Promise<AbandonedFindings>;
export interface SweepFolders {
    readonly quarantine: string;
    readonly ledger: string;
    readonly histories: string;
    leftBehind(): Promise<AbandonedFindings | null>;
}
export declare function openSweepFolders(stateDirectory: string): SweepFolders;

// sweep/watched-paths.d.ts
import { type Quarantined } from './quarantine.ts';
export interface WatchedPath {
    readonly path: string;
    readonly from: string;
    readonly link: string | null;
}
export declare function watchPaths(workspace: string, paths: readonly string[], unseen?: Set<string>): readonly WatchedPath[];
export declare function sweepPaths(workspace: string, watched: readonly WatchedPath[], folder: string): readonly Quarantined[];
export declare function sweepMissing(workspace: string, path: string, from: string, folder: string): Quarantined | null;
export declare function relativeTo(workspace: string, paths: readonly string[]): readonly string[];

// sweep/workspace-guard.d.ts
import type { DeniedNames } from '../denied/denied-files.ts';
import type { Quarantined } from './quarantine.ts';
export interface WorkspaceGuardOptions {
    readonly workspace: string;
    readonly writePaths?: readonly string[];
    readonly protectedPaths: readonly string[];
    readonly hiddenPaths: readonly string[];
    readonly quarantine: string;
    readonly mounted?: boolean;
    readonly ledger?: string;
    readonly histories?: string;
    readonly denied?: DeniedNames | null;
}
export interface SweepReport {
    readonly quarantined: readonly Quarantined[];
    readonly complete: boolean;
    readonly unsearched: readonly string[];
    readonly appeared: readonly string[];
}
export interface RunGuard {
    sweep(): Promise<SweepReport>;
}
export interface WorkspaceGuard {
    begin(released?: readonly string[]): Promise<RunGuard>;
    close(): void;
}
export declare function createWorkspaceGuard(options: WorkspaceGuardOptions): WorkspaceGuard;

// workspace-guard-error.d.ts
import { PoundlockError } from '@poundlock/spec';
export type WorkspaceGuardErrorCode = 'WORKSPACE_GUARD_POLICY' | 'WORKSPACE_GUARD_FAILED';
export declare class WorkspaceGuardError extends PoundlockError<WorkspaceGuardErrorCode> {
    readonly name = "WorkspaceGuardError";
}
