// The public declarations of @poundlock/shell/analysis, written by `pnpm api`.

// index.d.ts
export { analyzeShell, type AnalyzeOptions } from './analyze.ts';
export { isBashBuiltin } from '../model/builtin-names.ts';
export { executionPlan, type ExecutionPlan, type ExecutionPlanOptions } from './execution-plan.ts';
export type { AnalyzedShell, CommandContext, CommandJoin, CommandRedirection, CommandWord, EnvironmentEntry, ShellAnalysis, ShellCommand, ShellEffect, ShellEffectKind, StandardInput, Unresolved, UnresolvedReason, } from '../model/analysis.ts';

// analyze.d.ts
import type { ShellAnalysis } from '../model/analysis.ts';
import { type ParseOptions } from '../syntax/parse.ts';
export interface AnalyzeOptions extends ParseOptions {
    readonly home?: string | undefined;
    readonly cwd?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
    readonly outputOf?: ((words: readonly string[], directory: string | null) => string | null) | undefined;
    readonly isFolder?: ((directory: string) => boolean) | undefined;
}
export declare function analyzeShell(source: string, options?: AnalyzeOptions): ShellAnalysis;

// execution-plan.d.ts
import type { ShellAnalysis } from '../model/analysis.ts';
import type { Dialect } from '../syntax/tree.ts';
export interface ExecutionPlan {
    readonly file: string;
    readonly args: readonly string[];
    readonly env: Readonly<Record<string, string>>;
}
export interface ExecutionPlanOptions {
    readonly dialect?: Dialect | undefined;
    readonly shellPath?: string | undefined;
    readonly env?: Readonly<Record<string, string>> | undefined;
}
export declare function executionPlan(analysis: ShellAnalysis, source: string, options?: ExecutionPlanOptions): ExecutionPlan;

// ../model/analysis.d.ts
import type { Refusal } from '../syntax/refusal.ts';
import type { Dialect, Script, Span } from '../syntax/tree.ts';
export type ShellAnalysis = AnalyzedShell | {
    readonly ok: false;
    readonly refusal: Refusal;
};
export interface AnalyzedShell {
    readonly ok: true;
    readonly dialect: Dialect;
    readonly complete: boolean;
    readonly commands: readonly ShellCommand[];
    readonly unresolved: readonly Unresolved[];
    readonly effects: readonly ShellEffect[];
    readonly tree: Script;
}
export type CommandContext = 'top' | 'compound' | 'subshell' | 'substitution' | 'process-substitution' | 'function' | 'carried';
export type CommandJoin = 'start' | 'and' | 'or' | 'sequence' | 'background' | 'pipe' | 'pipe-both';
export type StandardInput = 'inherit' | 'pipe' | 'file' | 'here-document' | 'here-string' | 'descriptor' | 'closed' | 'null';
export interface ShellCommand {
    readonly name: string | null;
    readonly argv: readonly (string | null)[];
    readonly words: readonly CommandWord[];
    readonly span: Span;
    readonly context: CommandContext;
    readonly join: CommandJoin;
    readonly wrappers: readonly string[];
    readonly environment: readonly EnvironmentEntry[];
    readonly redirections: readonly CommandRedirection[];
    readonly stdin: StandardInput;
    readonly cwd: string | null;
}
export interface CommandWord {
    readonly text: string | null;
    readonly prefix: string;
    readonly splits: boolean;
    readonly pattern: string | null;
    readonly integer: boolean;
    readonly array?: true;
    readonly span: Span;
}
export interface EnvironmentEntry {
    readonly name: string;
    readonly value: string | null;
}
export interface CommandRedirection {
    readonly operator: string;
    readonly fd: number | string | null;
    readonly target: string | null;
    readonly span: Span;
}
export type UnresolvedReason = 'command-name' | 'text' | 'refused-text' | 'source' | 'script-file' | 'script' | 'alias' | 'lookup' | 'environment' | 'arithmetic' | 'subscript' | 'assignment-target' | 'reference' | 'option' | 'builtin' | 'wrapper' | 'dialect' | 'depth' | 'too-many-commands';
export interface Unresolved {
    readonly reason: UnresolvedReason;
    readonly message: string;
    readonly span: Span;
}
export type ShellEffectKind = 'file-read' | 'file-write' | 'network' | 'environment';
export interface ShellEffect {
    readonly kind: ShellEffectKind;
    readonly path: string | null;
    readonly span: Span;
}

// ../model/builtin-names.d.ts
export declare function isBashBuiltin(name: string): boolean;

// ../syntax/parse.d.ts
import { type Refusal } from './refusal.ts';
import type { Dialect, FunctionDefinition, Script } from './tree.ts';
export type ParseResult = {
    readonly ok: true;
    readonly tree: Script;
} | {
    readonly ok: false;
    readonly refusal: Refusal;
};
export interface ParseOptions {
    readonly dialect?: Dialect | undefined;
    readonly maxLength?: number | undefined;
    readonly maxDepth?: number | undefined;
}
export declare const DEFAULT_MAX_LENGTH = 65536;
export declare const DEFAULT_MAX_DEPTH = 64;
export declare function parseShell(source: string, options?: ParseOptions): ParseResult;
export interface ParsedText {
    readonly ok: true;
    readonly tree: Script;
    readonly functions: readonly FunctionDefinition[];
}
export declare function parseText(source: string, dialect?: Dialect, depth?: number, maxLength?: number): ParsedText | {
    readonly ok: false;
    readonly refusal: Refusal;
};

// ../syntax/refusal.d.ts
import type { Span } from './tree.ts';
export type RefusalCode = 'TOO_LONG' | 'TOO_DEEP' | 'TOO_MANY' | 'CONTROL_CHARACTER' | 'LONE_SURROGATE' | 'UNTERMINATED' | 'SYNTAX' | 'UNSUPPORTED' | 'AMBIGUOUS';
export interface Refusal {
    readonly code: RefusalCode;
    readonly message: string;
    readonly span: Span;
}
export declare class RefusalSignal {
    readonly refusal: Refusal;
    constructor(refusal: Refusal);
}

// ../syntax/tree.d.ts
export type Span = readonly [start: number, end: number];
export type Dialect = 'bash' | 'posix' | 'zsh';
interface Located {
    readonly start: number;
    readonly end: number;
}
export interface Script extends Located {
    readonly type: 'script';
    readonly statements: readonly Statement[];
}
export interface Statement extends Located {
    readonly type: 'statement';
    readonly pipelines: readonly Pipeline[];
    readonly operators: readonly ('&&' | '||')[];
    readonly background: boolean;
}
export interface Pipeline extends Located {
    readonly type: 'pipeline';
    readonly prefixes: readonly ('!' | 'time' | 'time -p')[];
    readonly commands: readonly Command[];
    readonly operators: readonly ('|' | '|&')[];
}
export type Command = SimpleCommand | CompoundCommand | FunctionDefinition | Coprocess;
export type CompoundCommand = Group | Subshell | IfCommand | LoopCommand | ForCommand | ArithmeticFor | CaseCommand | ConditionalCommand | ArithmeticCommand;
export interface SimpleCommand extends Located {
    readonly type: 'simple';
    readonly assignments: readonly Assignment[];
    readonly words: readonly Word[];
    readonly redirections: readonly Redirection[];
}
export interface Assignment extends Located {
    readonly type: 'assignment';
    readonly name: string;
    readonly subscript: Word | null;
    readonly append: boolean;
    readonly value: Word;
}
export interface Group extends Located {
    readonly type: 'group';
    readonly body: Script;
    readonly redirections: readonly Redirection[];
}
export interface Subshell extends Located {
    readonly type: 'subshell';
    readonly body: Script;
    readonly redirections: readonly Redirection[];
}
export interface IfCommand extends Located {
    readonly type: 'if';
    readonly branches: readonly {
        readonly condition: Script;
        readonly body: Script;
    }[];
    readonly otherwise: Script | null;
    readonly redirections: readonly Redirection[];
}
export interface LoopCommand extends Located {
    readonly type: 'while' | 'until';
    readonly condition: Script;
    readonly body: Script;
    readonly redirections: readonly Redirection[];
}
export interface ForCommand extends Located {
    readonly type: 'for' | 'select';
    readonly name: string;
    readonly words: readonly Word[] | null;
    readonly body: Script;
    readonly redirections: readonly Redirection[];
}
export interface ArithmeticFor extends Located {
    readonly type: 'arithmetic-for';
    readonly first: Word;
    readonly condition: Word;
    readonly step: Word;
    readonly body: Script;
    readonly redirections: readonly Redirection[];
}
export interface CaseCommand extends Located {
    readonly type: 'case';
    readonly word: Word;
    readonly clauses: readonly CaseClause[];
    readonly redirections: readonly Redirection[];
}
export interface CaseClause extends Located {
    readonly type: 'clause';
    readonly patterns: readonly Word[];
    readonly body: Script;
    readonly terminator: ';;' | ';&' | ';;&';
}
export interface ConditionalCommand extends Located {
    readonly type: 'conditional';
    readonly expression: Condition;
    readonly redirections: readonly Redirection[];
}
export type Condition = (Located & {
    readonly type: 'and' | 'or';
    readonly operands: readonly Condition[];
}) | (Located & {
    readonly type: 'not' | 'parentheses';
    readonly operand: Condition;
}) | (Located & {
    readonly type: 'unary';
    readonly operator: string;
    readonly operand: Word;
}) | (Located & {
    readonly type: 'binary';
    readonly operator: string;
    readonly left: Word;
    readonly right: Word;
}) | (Located & {
    readonly type: 'text';
    readonly operand: Word;
});
export interface ArithmeticCommand extends Located {
    readonly type: 'arithmetic-command';
    readonly expression: Word;
    readonly redirections: readonly Redirection[];
}
export interface FunctionDefinition extends Located {
    readonly type: 'function';
    readonly name: string;
    readonly body: CompoundCommand;
}
export interface Coprocess extends Located {
    readonly type: 'coprocess';
    readonly name: string | null;
    readonly body: Command;
}
export type RedirectionOperator = '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<-' | '<<<';
export interface Redirection extends Located {
    readonly type: 'redirection';
    readonly operator: RedirectionOperator;
    readonly descriptor: number | string | null;
    readonly target: Word;
    readonly hereDocument: HereDocument | null;
}
export interface HereDocument {
    readonly delimiter: string;
    readonly quoted: boolean;
}
export interface Word extends Located {
    readonly type: 'word';
    readonly parts: readonly WordPart[];
}
export type WordPart = Text | DoubleQuoted | ParameterExpansion | CommandSubstitution | ProcessSubstitution | ArithmeticExpansion | ExtendedGlob | ArrayLiteral;
export interface Text extends Located {
    readonly type: 'literal' | 'escaped' | 'single' | 'ansi';
    readonly text: string;
}
export interface DoubleQuoted extends Located {
    readonly type: 'double';
    readonly translated: boolean;
    readonly parts: readonly WordPart[];
}
export interface ParameterExpansion extends Located {
    readonly type: 'parameter';
    readonly name: string;
    readonly length: boolean;
    readonly indirect: boolean;
    readonly subscript: Word | null;
    readonly operator: string | null;
    readonly operand: Word | null;
}
export interface CommandSubstitution extends Located {
    readonly type: 'command';
    readonly script: Script;
}
export interface ProcessSubstitution extends Located {
    readonly type: 'process';
    readonly direction: '<' | '>';
    readonly script: Script;
}
export interface ArithmeticExpansion extends Located {
    readonly type: 'arithmetic';
    readonly expression: Word;
}
export interface ExtendedGlob extends Located {
    readonly type: 'extended-glob';
    readonly operator: string;
    readonly pattern: Word;
}
export interface ArrayLiteral extends Located {
    readonly type: 'array';
    readonly elements: readonly ArrayElement[];
}
export interface ArrayElement extends Located {
    readonly type: 'element';
    readonly subscript: Word | null;
    readonly append: boolean;
    readonly value: Word;
}
export {};
