// The public declarations of @poundlock/profiles, written by `pnpm api`.

// index.d.ts
export { profileCommand, type ProfileContext } from './profile-command.ts';
export { PROFILED_COMMANDS } from './catalogue.ts';
export type { GitArea } from './model/git-area.ts';
export type { KnownProfile, ProfileEffect, ProfileRefusalCode, ProfileResult, UnknownProfile, Unpacked, } from './model/result.ts';
export { mayBeOption, type ProfileWord } from './model/word.ts';

// catalogue.d.ts
import type { CommandTable } from './engine/table.ts';
export declare const commandTables: ReadonlyMap<string, CommandTable>;
export declare const PROFILED_COMMANDS: readonly string[];

// engine/invocation.d.ts
import type { GitArea } from '../model/git-area.ts';
import type { ProfileEffect, ProfileRefusalCode } from '../model/result.ts';
import type { ProfileWord } from '../model/word.ts';
import type { OptionRow } from './option-row.ts';
export interface ProfileRefusal {
    readonly code: ProfileRefusalCode;
    readonly message: string;
    readonly at?: number;
}
export interface GivenOption {
    readonly name: string;
    readonly row: OptionRow;
    readonly values: readonly ProfileWord[];
    readonly at: number;
}
export interface GivenOperand {
    readonly word: ProfileWord;
    readonly at: number;
}
export declare class Invocation {
    readonly program: string;
    readonly options: GivenOption[];
    operands: GivenOperand[];
    readonly effects: ProfileEffect[];
    readonly runs: (readonly ProfileWord[])[];
    hidesOptions: boolean;
    readonly globsMatchOptions: boolean;
    endOfOptions: number;
    readsStdinAsCode: boolean;
    folder: string | null;
    dashIsStream: boolean;
    obeys: readonly GitArea[];
    handedOn: readonly string[];
    constructor(program: string, globsMatchOptions: boolean);
    executes(target: string | null, origin: NonNullable<ProfileEffect['origin']>, note?: string): void;
    has(names: string): boolean;
    value(names: string): ProfileWord | undefined;
    path(target: string | null): string | null;
}

// engine/option-row.d.ts
export type EffectKind = 'nothing' | 'flag' | 'list' | 'list-tree' | 'read' | 'read-tree' | 'write' | 'write-tree' | 'output' | 'change' | 'change-tree' | 'delete' | 'delete-tree' | 'move' | 'folder' | 'run' | 'shell' | 'load' | 'helper' | 'workspace' | 'download' | 'code' | 'network' | 'environment' | 'process' | 'privilege' | 'unevaluated';
export interface OptionRow {
    readonly names: string;
    readonly takes: 0 | 1 | 2 | 'optional';
    readonly does: EffectKind;
    readonly target?: string;
    readonly kept?: true;
}
export declare function flags(names: TemplateStringsArray): OptionRow;
export declare function flags(names: string, does?: EffectKind, target?: string): OptionRow;
export declare function values(names: TemplateStringsArray): OptionRow;
export declare function values(names: string, does?: EffectKind, target?: string): OptionRow;
export declare const unevaluatedValues: (names: TemplateStringsArray) => OptionRow;
export declare function optionals(names: TemplateStringsArray): OptionRow;
export declare function optionals(names: string, does?: EffectKind): OptionRow;
export declare function kept(row: OptionRow): OptionRow;
export declare const helpAndVersion: OptionRow;

// engine/table.d.ts
import type { GitArea } from '../model/git-area.ts';
import type { ProfileEffect } from '../model/result.ts';
import type { Invocation, ProfileRefusal } from './invocation.ts';
import type { EffectKind, OptionRow } from './option-row.ts';
export interface OperandRule {
    readonly first?: readonly EffectKind[];
    readonly firstUnless?: string;
    readonly rest?: EffectKind;
    readonly last?: EffectKind;
    readonly lastUnless?: string;
    readonly none?: readonly ProfileEffect[];
}
export type OptionStyle = 'gnu' | 'posix' | 'git' | 'exact' | 'exact-posix' | 'go' | 'go-posix' | 'long' | 'long-posix';
export interface CommandTable {
    readonly source: string;
    readonly style?: OptionStyle;
    readonly options?: readonly OptionRow[];
    readonly operands?: EffectKind | OperandRule;
    readonly subcommands?: Readonly<Record<string, CommandTable>>;
    readonly always?: readonly ProfileEffect[];
    readonly numeric?: true;
    readonly plus?: EffectKind | 'position';
    readonly stopsAfter?: string;
    readonly operandsFirst?: true;
    readonly raw?: true;
    readonly bundle?: true;
    readonly dashIsStream?: true;
    readonly obeys?: readonly GitArea[];
    readonly refine?: (call: Invocation) => ProfileRefusal | void;
    readonly evaluate?: (call: Invocation) => ProfileRefusal | void;
    readonly ownOperands?: true;
}
export declare const command: (source: string, operands: EffectKind, options: NonNullable<CommandTable['options']>) => CommandTable;
export declare const leftToPerson: (source: string, why: string, code?: ProfileRefusal['code']) => CommandTable;

// model/git-area.d.ts
export type GitArea = 'looks' | 'pages' | 'compares' | 'checks-out' | 'shows-diff' | 'shows-commits' | 'commits' | 'signs' | 'edits' | 'trailers' | 'merges' | 'replays' | 'patches' | 'talks' | 'pushes' | 'receives' | 'references' | 'collects' | 'archives' | 'formats' | 'initialises' | 'submodules' | 'recurses' | 'lists-files' | 'aliases';

// model/result.d.ts
import type { GitArea } from './git-area.ts';
import type { ProfileWord } from './word.ts';
export type ProfileEffectKind = 'file-read' | 'file-write' | 'file-delete' | 'execute' | 'network' | 'environment' | 'process' | 'privilege';
export type ExecutionOrigin = 'argument' | 'workspace' | 'helper' | 'download';
export interface ProfileEffect {
    readonly kind: ProfileEffectKind;
    readonly target: string | null;
    readonly origin?: ExecutionOrigin;
    readonly recursive?: true;
    readonly lists?: true;
    readonly opens?: true;
    readonly glob?: true;
    readonly repository?: true;
    readonly sends?: true;
    readonly unpacks?: Unpacked;
    readonly note?: string;
}
export interface Unpacked {
    readonly kind: 'archive' | 'patch';
    readonly from: string | null;
    readonly strip: number;
}
export type ProfileRefusalCode = 'UNKNOWN_COMMAND' | 'UNKNOWN_SUBCOMMAND' | 'UNKNOWN_OPTION' | 'AMBIGUOUS_OPTION' | 'UNKNOWN_OPERAND' | 'MISSING_VALUE' | 'DYNAMIC_ARGUMENT' | 'EXECUTES_CODE' | 'STDIN_IS_CODE' | 'NOT_EVALUATED';
export interface KnownProfile {
    readonly known: true;
    readonly program: string;
    readonly words: readonly (string | null)[];
    readonly effects: readonly ProfileEffect[];
    readonly options: readonly string[];
    readonly alike: string | undefined;
    readonly runs: readonly (readonly ProfileWord[])[];
    readonly readsStdinAsCode: boolean;
    readonly folder: string | null;
    readonly obeys: readonly GitArea[];
    readonly source: string;
}
export interface UnknownProfile {
    readonly known: false;
    readonly program: string | null;
    readonly code: ProfileRefusalCode;
    readonly message: string;
    readonly words: readonly (string | null)[] | null;
    readonly at?: number;
}
export type ProfileResult = KnownProfile | UnknownProfile;

// model/word.d.ts
export interface DynamicWord {
    readonly text?: string | null;
    readonly prefix?: string;
    readonly splits?: boolean;
    readonly pattern?: string | null;
    readonly integer?: boolean;
}
export type ProfileWord = string | null | DynamicWord;
export declare function knownText(word: ProfileWord): string | null;
export declare function knownPrefix(word: ProfileWord): string;
export declare function globPattern(word: ProfileWord): string | null;
export declare function wordTarget(word: ProfileWord): string | null;
export declare function maySplit(word: ProfileWord): boolean;
export declare function mayBeOption(word: ProfileWord): boolean;

// profile-command.d.ts
import type { ProfileResult } from './model/result.ts';
import { type ProfileWord } from './model/word.ts';
export interface ProfileContext {
    readonly globsMatchOptions?: boolean;
}
export declare function profileCommand(argv: readonly ProfileWord[], context?: ProfileContext): ProfileResult;
