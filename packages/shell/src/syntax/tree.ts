/**
 * The syntax tree. Every node has `start` and `end`: UTF-16 offsets into the source, end exclusive.
 *
 * The tree is canonical: spellings that mean the same share one shape (`$x` and `${x}`, backticks and `$( )`, `$[ ]`
 * and `$(( ))`), comments and line continuations are dropped, and within a simple command assignments, words and
 * redirections are kept in three lists, because the shell expands them in that order however they were mixed.
 */

/** A region of the source: UTF-16 offsets, the end exclusive. */
export type Span = readonly [start: number, end: number]

/**
 * The shells that can be read: bash 5.2 and 5.3, or POSIX `sh` as dash 0.5.12 implements it. `zsh`: as far as zsh 5.9
 * reads a text as bash does; its tree is that of bash, and the analysis leaves open what the two read otherwise.
 */
export type Dialect = 'bash' | 'posix' | 'zsh'

interface Located {
  readonly start: number
  readonly end: number
}

/** A sequence of statements: a whole input, or the body of a construct. */
export interface Script extends Located {
  readonly type: 'script'
  readonly statements: readonly Statement[]
}

/** Pipelines joined by `&&` and `||`, ended by `;`, a newline or `&`. */
export interface Statement extends Located {
  readonly type: 'statement'
  readonly pipelines: readonly Pipeline[]
  /** `operators[i]` stands between `pipelines[i]` and `pipelines[i + 1]`. */
  readonly operators: readonly ('&&' | '||')[]
  readonly background: boolean
}

/** Commands joined by `|` or `|&`. */
export interface Pipeline extends Located {
  readonly type: 'pipeline'
  /** `!`, `time` and `time -p` before the first command, in order. */
  readonly prefixes: readonly ('!' | 'time' | 'time -p')[]
  readonly commands: readonly Command[]
  readonly operators: readonly ('|' | '|&')[]
}

/** Everything that can stand between two pipes. */
export type Command = SimpleCommand | CompoundCommand | FunctionDefinition | Coprocess

/** Commands that hold other commands, each with redirections of its own. */
export type CompoundCommand =
  | Group
  | Subshell
  | IfCommand
  | LoopCommand
  | ForCommand
  | ArithmeticFor
  | CaseCommand
  | ConditionalCommand
  | ArithmeticCommand

/** `NAME=value … word … >file`: a program, function or builtin with its arguments, or assignments alone. */
export interface SimpleCommand extends Located {
  readonly type: 'simple'
  readonly assignments: readonly Assignment[]
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
}

/** `NAME=value`, `NAME+=value`, `NAME[subscript]=value`, `NAME=( … )`. */
export interface Assignment extends Located {
  readonly type: 'assignment'
  readonly name: string
  readonly subscript: Word | null
  readonly append: boolean
  /** An array literal is a word with one part of type `array`. */
  readonly value: Word
}

/** `{ …; }` */
export interface Group extends Located {
  readonly type: 'group'
  readonly body: Script
  readonly redirections: readonly Redirection[]
}

/** `( … )` */
export interface Subshell extends Located {
  readonly type: 'subshell'
  readonly body: Script
  readonly redirections: readonly Redirection[]
}

/** `if …; then …; elif …; then …; else …; fi` */
export interface IfCommand extends Located {
  readonly type: 'if'
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[]
  readonly otherwise: Script | null
  readonly redirections: readonly Redirection[]
}

/** `while …; do …; done` and `until …; do …; done` */
export interface LoopCommand extends Located {
  readonly type: 'while' | 'until'
  readonly condition: Script
  readonly body: Script
  readonly redirections: readonly Redirection[]
}

/** `for name in …; do …; done` and `select name in …; do …; done`; without `in`, `words` is null. */
export interface ForCommand extends Located {
  readonly type: 'for' | 'select'
  readonly name: string
  readonly words: readonly Word[] | null
  readonly body: Script
  readonly redirections: readonly Redirection[]
}

/** `for ((first; condition; step)); do …; done` */
export interface ArithmeticFor extends Located {
  readonly type: 'arithmetic-for'
  readonly first: Word
  readonly condition: Word
  readonly step: Word
  readonly body: Script
  readonly redirections: readonly Redirection[]
}

/** `case word in pattern | pattern) … ;; esac` */
export interface CaseCommand extends Located {
  readonly type: 'case'
  readonly word: Word
  readonly clauses: readonly CaseClause[]
  readonly redirections: readonly Redirection[]
}

/** One clause of a `case`. */
export interface CaseClause extends Located {
  readonly type: 'clause'
  readonly patterns: readonly Word[]
  readonly body: Script
  readonly terminator: ';;' | ';&' | ';;&'
}

/** `[[ … ]]` */
export interface ConditionalCommand extends Located {
  readonly type: 'conditional'
  readonly expression: Condition
  readonly redirections: readonly Redirection[]
}

/** An expression inside `[[ … ]]`. */
export type Condition =
  | (Located & { readonly type: 'and' | 'or'; readonly operands: readonly Condition[] })
  | (Located & { readonly type: 'not' | 'parentheses'; readonly operand: Condition })
  | (Located & { readonly type: 'unary'; readonly operator: string; readonly operand: Word })
  | (Located & { readonly type: 'binary'; readonly operator: string; readonly left: Word; readonly right: Word })
  | (Located & { readonly type: 'text'; readonly operand: Word })

/** `(( … ))` */
export interface ArithmeticCommand extends Located {
  readonly type: 'arithmetic-command'
  readonly expression: Word
  readonly redirections: readonly Redirection[]
}

/** `name() …` and `function name …` */
export interface FunctionDefinition extends Located {
  readonly type: 'function'
  readonly name: string
  readonly body: CompoundCommand
}

/** `coproc …` and `coproc name …` */
export interface Coprocess extends Located {
  readonly type: 'coprocess'
  /** The array that gets the descriptors; null stands for `COPROC`. */
  readonly name: string | null
  readonly body: Command
}

/** The operators of redirections. */
export type RedirectionOperator = '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<-' | '<<<'

/** A redirection with its target. */
export interface Redirection extends Located {
  readonly type: 'redirection'
  readonly operator: RedirectionOperator
  /** A number, the name in `{name}>`, or null for the operator's own default. */
  readonly descriptor: number | string | null
  /** The file, the descriptor, or the body of a here-document or here-string. */
  readonly target: Word
  readonly hereDocument: HereDocument | null
}

/** How a here-document was delimited. A quoted one is data: nothing in it expands. */
export interface HereDocument {
  readonly delimiter: string
  readonly quoted: boolean
}

/** One word, before expansion: its parts stand side by side. */
export interface Word extends Located {
  readonly type: 'word'
  readonly parts: readonly WordPart[]
}

/** What a word is made of. */
export type WordPart =
  | Text
  | DoubleQuoted
  | ParameterExpansion
  | CommandSubstitution
  | ProcessSubstitution
  | ArithmeticExpansion
  | ExtendedGlob
  | ArrayLiteral

/**
 * Characters: `literal` unquoted (globs, braces and tildes still stand in it), `escaped` after a backslash, `single`
 * in single quotes, `ansi` in `$'…'` (decoded), and in double quotes `literal` again.
 */
export interface Text extends Located {
  readonly type: 'literal' | 'escaped' | 'single' | 'ansi'
  readonly text: string
}

/** `"…"`, or `$"…"` when `translated`. */
export interface DoubleQuoted extends Located {
  readonly type: 'double'
  readonly translated: boolean
  readonly parts: readonly WordPart[]
}

/** `$name`, `${name}`, `${name<operator>operand}` and their kin. */
export interface ParameterExpansion extends Located {
  readonly type: 'parameter'
  /** A variable's name, a positional number, or one of `@ * # ? - $ !`. */
  readonly name: string
  /** `${#name}` */
  readonly length: boolean
  /** `${!name}` */
  readonly indirect: boolean
  readonly subscript: Word | null
  /** `:-`, `%%`, `//`, `@Q` … or null. */
  readonly operator: string | null
  /** Everything after the operator: the default, the pattern, `pattern/replacement`, `offset:length`. */
  readonly operand: Word | null
}

/** `$( … )` and backticks. */
export interface CommandSubstitution extends Located {
  readonly type: 'command'
  readonly script: Script
}

/** `<( … )` and `>( … )`. */
export interface ProcessSubstitution extends Located {
  readonly type: 'process'
  readonly direction: '<' | '>'
  readonly script: Script
}

/** `$(( … ))` and `$[ … ]`: the expression as text and the expansions in it, as the shell sees it first. */
export interface ArithmeticExpansion extends Located {
  readonly type: 'arithmetic'
  readonly expression: Word
}

/** `?( … )`, `*( … )`, `+( … )`, `@( … )`, `!( … )` */
export interface ExtendedGlob extends Located {
  readonly type: 'extended-glob'
  readonly operator: string
  readonly pattern: Word
}

/** `( … )` as the value of an assignment. */
export interface ArrayLiteral extends Located {
  readonly type: 'array'
  readonly elements: readonly ArrayElement[]
}

/** One element of an array literal: `value`, or `[subscript]=value`. */
export interface ArrayElement extends Located {
  readonly type: 'element'
  readonly subscript: Word | null
  readonly append: boolean
  readonly value: Word
}
