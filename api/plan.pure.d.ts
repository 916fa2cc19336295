// The public declarations of @poundlock/plan/pure, written by `pnpm api`.

// index.d.ts
export type { FindExecutable } from '../commands/executables.ts';
export type { PlannedLine } from '../plan-command.ts';
export { type DisklessPlanOptions, planWithoutDisk } from './plan-without-disk.ts';

// ../commands/executables.d.ts
export type FindExecutable = (name: string, cwd: string) => string | null;
export declare const SYSTEM_PATH: readonly string[];
export declare function createExecutableFinder(path: readonly string[]): FindExecutable;
export declare function isExecutable(file: string): boolean;

// ../commands/possible-commands.d.ts
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

// ../links/disk-budget.d.ts
export declare class DiskBudget {
    #private;
    spend(steps: number): boolean;
}

// ../plan-command.d.ts
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

// ../plan-options.d.ts
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

// plan-without-disk.d.ts
import { type PlannedLine } from '../plan-command.ts';
import type { PlanOptions } from '../plan-options.ts';
export type DisklessPlanOptions = Omit<PlanOptions, 'looksAtDisk'>;
export declare function planWithoutDisk(text: string, options: DisklessPlanOptions): PlannedLine;

// ../repository/gitlinks.d.ts
import type { DiskBudget } from '../links/disk-budget.ts';
export interface Gitlinks {
    readonly paths: readonly string[];
    readonly folders: readonly string[];
    readonly complete: boolean;
}
export declare function readGitlinks(own: string, disk?: DiskBudget): Gitlinks;
export declare function trackedNames(own: string): readonly string[] | null;

// ../repository/inspect-repository.d.ts
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

// ../repository/looked-repositories.d.ts
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

// ../repository/nested-repositories.d.ts
import type { DiskBudget } from '../links/disk-budget.ts';
export declare function findNested(top: string, disk?: DiskBudget): {
    readonly paths: readonly string[];
    readonly complete: boolean;
};
