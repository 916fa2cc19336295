// The public declarations of @poundlock/shell, written by `pnpm api`.

// index.d.ts
export { parseShell, type ParseOptions, type ParseResult } from './syntax/parse.ts';
export { print } from './printing/print.ts';
export { quote } from './printing/quote.ts';
export type { Refusal, RefusalCode } from './syntax/refusal.ts';
export type { ArithmeticCommand, ArithmeticExpansion, ArithmeticFor, ArrayElement, ArrayLiteral, Assignment, CaseClause, CaseCommand, Command, CommandSubstitution, CompoundCommand, Condition, ConditionalCommand, Coprocess, Dialect, DoubleQuoted, ExtendedGlob, ForCommand, FunctionDefinition, Group, HereDocument, IfCommand, LoopCommand, ParameterExpansion, Pipeline, ProcessSubstitution, Redirection, RedirectionOperator, Script, SimpleCommand, Span, Statement, Subshell, Text, Word, WordPart, } from './syntax/tree.ts';

// printing/print.d.ts
import type { Script } from '../syntax/tree.ts';
export declare function print(tree: Script): string;

// printing/quote.d.ts
export declare function quote(argv: readonly string[]): string;

// syntax/parse.d.ts
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

// syntax/refusal.d.ts
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

// syntax/tree.d.ts
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
