// The public declarations of @poundlock/plan, written by `pnpm api`.

// index.d.ts
export { boundFiles, type BoundFiles } from './binding/bound-files.ts';
export { commandFiles, type CommandFiles } from './binding/command-files.ts';
export { createExecutableFinder, SYSTEM_PATH, type FindExecutable } from './commands/executables.ts';
export { isKnownCommand } from './commands/known-commands.ts';
export { possibleScripts } from './commands/named-script.ts';
export { programIdentity } from './commands/program-identity.ts';
export { languageOf } from './commands/script-calls.ts';
export { realPathAmong, realPathOf } from './links/real-path.ts';
export { rootHas } from './links/root-has.ts';
export { MAX_COMMAND_LENGTH, planCommand, type PlannedLine } from './plan-command.ts';
export type { PlanOptions } from './plan-options.ts';
export { readableFolders } from './repository/readable-folders.ts';
export { inspectRepository, type InspectRepository } from './repository/inspect-repository.ts';

// binding/bind-line.d.ts
import type { CommandPlan } from '@poundlock/policy';
import type { Script } from '@poundlock/shell';
import type { FileCollector } from './file-collector.ts';
export interface BoundLine {
    readonly plan: CommandPlan;
    readonly tree?: Script | undefined;
    readonly cwd: string;
    readonly sets: Readonly<Record<string, string>>;
}
export interface Naming {
    readonly depth: number;
    readonly name: (path: string) => void;
}
export declare function bindLine({ plan, tree, cwd, sets }: BoundLine, collector: FileCollector, { depth, name }: Naming): readonly string[] | null;

// binding/bound-files.d.ts
import { type BoundLine } from './bind-line.ts';
import { FileCollector, type LookedAt } from './file-collector.ts';
export interface BoundFiles {
    readonly named: readonly string[] | null;
    readonly followed: readonly string[];
    readonly groups: readonly (readonly string[])[];
    readonly open: readonly string[];
}
export declare function boundFiles(line: BoundLine, context: LookedAt): BoundFiles;
export declare function drain(collector: FileCollector, folders: readonly string[]): void;

// binding/command-files.d.ts
import type { PlannedCommand } from '@poundlock/policy';
import { type LookedAt } from './file-collector.ts';
export interface CommandFiles {
    readonly files: readonly string[];
    readonly open: readonly string[];
}
export declare function commandFiles(command: PlannedCommand, scripts: readonly string[], cwd: string, place: LookedAt): CommandFiles;

// binding/convention-row.d.ts
export type Follow = 'makefile' | 'named-files' | 'package-scripts' | 'node-modules' | 'python-modules' | 'required-files' | 'repository';
export interface ConventionRow {
    readonly programs: string;
    readonly source: string;
    readonly files?: string;
    readonly upward?: string;
    readonly below?: string;
    readonly inside?: string;
    readonly home?: string;
    readonly words?: string;
    readonly follow?: Follow;
    readonly unbound: string | null;
}

// binding/file-collector.d.ts
import type { ConventionRow } from './convention-row.ts';
export interface FoundFile {
    readonly path: string;
    readonly depth: number;
}
export interface FoundText {
    readonly text: string;
    readonly places: readonly string[];
    readonly programs: readonly string[];
    readonly depth: number;
}
export interface LookedAt {
    readonly home: string;
    readonly workspace: string;
    readonly path: readonly string[];
}
export declare class FileCollector {
    #private;
    readonly pending: FoundFile[];
    readonly pendingTexts: FoundText[];
    readonly context: LookedAt;
    constructor(context: LookedAt);
    holdsCode(path: string): boolean;
    isFile(path: string): boolean;
    isFolder(path: string): boolean;
    add(path: string, depth: number): void;
    addPresent(path: string, depth: number): void;
    addMatches(pattern: string, folder: string, depth: number): void;
    addBelow(patterns: readonly string[], folder: string, depth: number): void;
    addConventions(rows: readonly ConventionRow[], places: readonly string[], given: readonly string[], runs: boolean, depth: number): void;
    ancestors(folder: string): readonly string[];
    addProgram(path: string, depth: number): void;
    addText(found: FoundText): void;
    mayFollow(text: string, places: readonly string[]): boolean;
    read(path: string): string | null;
    say(unbound: string): void;
    get followed(): readonly string[];
    get groups(): readonly (readonly string[])[];
    get open(): readonly string[];
}

// commands/executables.d.ts
export type FindExecutable = (name: string, cwd: string) => string | null;
export declare const SYSTEM_PATH: readonly string[];
export declare function createExecutableFinder(path: readonly string[]): FindExecutable;
export declare function isExecutable(file: string): boolean;

// commands/known-commands.d.ts
export declare function isKnownCommand(name: string): boolean;

// commands/named-script.d.ts
export declare function namedScript(name: string, argv: readonly (string | null)[], where: string | null, resolved: string | null): string | null;
export declare function possibleScripts(name: string, argv: readonly (string | null)[], where: string | null): readonly string[];

// commands/possible-commands.d.ts
import type { CommandProfile, PlannedCommand } from '@poundlock/policy';
import type { InspectRepository } from '../repository/inspect-repository.ts';
import type { FindExecutable } from './executables.ts';
export declare const MAX_COMMAND_LENGTH: number;
export interface StartContext {
    readonly cwd: string;
    readonly home: string;
    readonly findExecutable: FindExecutable;
    readonly inspectRepository?: InspectRepository;
    readonly looksAtDisk?: boolean;
    readonly workspace?: string;
}
export declare function addPossible(code: string, span: PlannedCommand['span'], context: StartContext, into: PlannedCommand[]): void;
export declare function addPossibleFile(path: string, span: PlannedCommand['span'], context: Pick<StartContext, 'inspectRepository' | 'looksAtDisk'>, into: PlannedCommand[]): void;
export declare function addExecuted({ effects }: CommandProfile, span: PlannedCommand['span'], context: StartContext, into: PlannedCommand[]): void;

// commands/program-identity.d.ts
import type { CommandPlan } from '@poundlock/policy';
export declare function programIdentity(plan: CommandPlan): string;

// commands/script-calls.d.ts
export declare function languageOf(program: string): string | null;
export declare function scriptCalls(language: string, code: string): readonly string[];

// links/disk-budget.d.ts
export declare class DiskBudget {
    #private;
    spend(steps: number): boolean;
}

// links/real-path.d.ts
export declare function realPathOf(path: string, cwd: string, home: string): string | null;
export declare function realPathAmong(links: Readonly<Record<string, string>>, path: string, cwd: string, home: string): string | null;

// links/root-has.d.ts
export declare function rootHas(name: string): boolean;

// plan-command.d.ts
import type { CommandPlan } from '@poundlock/policy';
import { type ShellAnalysis } from '@poundlock/shell/analysis';
import { type PlanOptions } from './plan-options.ts';
export interface PlannedLine {
    readonly plan: CommandPlan;
    readonly analysis: ShellAnalysis;
}
export { MAX_COMMAND_LENGTH } from './commands/possible-commands.ts';
export declare function planCommand(text: string, options: PlanOptions): PlannedLine;
export declare function planAnalyzed(text: string, analysis: ShellAnalysis, options: PlanOptions): CommandPlan;

// plan-options.d.ts
import type { Dialect } from '@poundlock/shell';
import type { FindExecutable } from './commands/executables.ts';
import type { InspectRepository } from './repository/inspect-repository.ts';
export interface PlanOptions {
    readonly cwd: string;
    readonly home: string;
    readonly dialect?: Dialect;
    readonly findExecutable: FindExecutable;
    readonly path?: readonly string[];
    readonly inspectRepository?: InspectRepository;
    readonly looksAtDisk?: boolean;
    readonly isFolder?: (folder: string) => boolean;
    readonly repositoryData?: (folder: string) => string | null;
    readonly workspace?: string;
}
export declare const looksAtDisk: ({ looksAtDisk: looks, inspectRepository, }: Pick<PlanOptions, 'looksAtDisk' | 'inspectRepository'>) => boolean;

// repository/gitlinks.d.ts
import type { DiskBudget } from '../links/disk-budget.ts';
export interface Gitlinks {
    readonly paths: readonly string[];
    readonly folders: readonly string[];
    readonly complete: boolean;
}
export declare function readGitlinks(own: string, disk?: DiskBudget): Gitlinks;
export declare function trackedNames(own: string): readonly string[] | null;

// repository/inspect-repository.d.ts
import type { GitArea } from '@poundlock/profiles';
import { LookedRepositories } from './looked-repositories.ts';
export interface RepositoryUse {
    readonly folder: string;
    readonly areas: readonly GitArea[];
    readonly home: string | null;
    readonly workspace: string | null;
    readonly others?: readonly string[];
    readonly mayHaveAdded?: boolean;
    readonly looked?: LookedRepositories;
}
export type InspectRepository = (use: RepositoryUse) => readonly string[];
export declare const inspectRepository: InspectRepository;

// repository/looked-repositories.d.ts
import type { DiskBudget } from '../links/disk-budget.ts';
import { type Gitlinks } from './gitlinks.ts';
import { findNested } from './nested-repositories.ts';
export declare class LookedRepositories {
    #private;
    constructor(disk: DiskBudget);
    answer(question: string, find: () => readonly string[]): readonly string[];
    mayLook(): boolean;
    gitlinks(own: string): Gitlinks;
    nested(top: string): ReturnType<typeof findNested>;
}

// repository/nested-repositories.d.ts
import type { DiskBudget } from '../links/disk-budget.ts';
export declare function findNested(top: string, disk?: DiskBudget): {
    readonly paths: readonly string[];
    readonly complete: boolean;
};

// repository/readable-folders.d.ts
export declare function readableFolders(workspace: string, home: string): readonly string[];
