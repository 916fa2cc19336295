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
  /** In the order of the source; empty for blanks and comments alone. */
  readonly statements: readonly Statement[]
}

/** Pipelines joined by `&&` and `||`, ended by `;`, a newline or `&`. */
export interface Statement extends Located {
  readonly type: 'statement'
  /** At least one. */
  readonly pipelines: readonly Pipeline[]
  /** `operators[i]` stands between `pipelines[i]` and `pipelines[i + 1]`. */
  readonly operators: readonly ('&&' | '||')[]
  /** True where it ends in `&`: the shell does not wait for it. */
  readonly background: boolean
}

/** Commands joined by `|` or `|&`. */
export interface Pipeline extends Located {
  readonly type: 'pipeline'
  /** `!`, `time` and `time -p` before the first command, in order. */
  readonly prefixes: readonly ('!' | 'time' | 'time -p')[]
  /** At least one; each reads what the one before it writes. */
  readonly commands: readonly Command[]
  /** `operators[i]` stands between `commands[i]` and `commands[i + 1]`; `|&` passes standard error too. */
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
  /** Those before the first word. */
  readonly assignments: readonly Assignment[]
  /** The program and its arguments; empty where there are assignments or redirections alone. */
  readonly words: readonly Word[]
  /** In order, wherever they stand in the command. */
  readonly redirections: readonly Redirection[]
}

/** `NAME=value`, `NAME+=value`, `NAME[subscript]=value`, `NAME=( … )`. */
export interface Assignment extends Located {
  readonly type: 'assignment'
  /** The variable, without subscript. */
  readonly name: string
  /** What is between the brackets; null without them. */
  readonly subscript: Word | null
  /** True for `+=`. */
  readonly append: boolean
  /** An array literal is a word with one part of type `array`. */
  readonly value: Word
}

/** `{ …; }` */
export interface Group extends Located {
  readonly type: 'group'
  /** What runs in this shell. */
  readonly body: Script
  /** They hold for the whole group. */
  readonly redirections: readonly Redirection[]
}

/** `( … )` */
export interface Subshell extends Located {
  readonly type: 'subshell'
  /** What runs in a copy of the shell: its variables and folder end with it. */
  readonly body: Script
  /** They hold for the whole subshell. */
  readonly redirections: readonly Redirection[]
}

/** `if …; then …; elif …; then …; else …; fi` */
export interface IfCommand extends Located {
  readonly type: 'if'
  /** `if` and each `elif`, in order: the first whose condition succeeds runs. */
  readonly branches: readonly { readonly condition: Script; readonly body: Script }[]
  /** What stands behind `else`; null without it. */
  readonly otherwise: Script | null
  /** They hold for the whole construct. */
  readonly redirections: readonly Redirection[]
}

/** `while …; do …; done` and `until …; do …; done` */
export interface LoopCommand extends Located {
  /** `while` repeats as long as the condition succeeds, `until` as long as it fails. */
  readonly type: 'while' | 'until'
  /** What runs before each turn. */
  readonly condition: Script
  /** What is repeated. */
  readonly body: Script
  /** They hold for the whole loop. */
  readonly redirections: readonly Redirection[]
}

/** `for name in …; do …; done` and `select name in …; do …; done`; without `in`, `words` is null. */
export interface ForCommand extends Located {
  /** `select` asks for one of the words in each turn. */
  readonly type: 'for' | 'select'
  /** The variable that gets each word. */
  readonly name: string
  /** What it goes through; null stands for the arguments of the script or function. */
  readonly words: readonly Word[] | null
  /** What is repeated. */
  readonly body: Script
  /** They hold for the whole loop. */
  readonly redirections: readonly Redirection[]
}

/** `for ((first; condition; step)); do …; done` */
export interface ArithmeticFor extends Located {
  readonly type: 'arithmetic-for'
  /** Evaluated once before the loop; may be empty. */
  readonly first: Word
  /** Evaluated before each turn; the loop ends where it is 0. Empty is true. */
  readonly condition: Word
  /** Evaluated after each turn; may be empty. */
  readonly step: Word
  /** What is repeated. */
  readonly body: Script
  /** They hold for the whole loop. */
  readonly redirections: readonly Redirection[]
}

/** `case word in pattern | pattern) … ;; esac` */
export interface CaseCommand extends Located {
  readonly type: 'case'
  /** What is compared with the patterns. */
  readonly word: Word
  /** In order; the first that fits runs. */
  readonly clauses: readonly CaseClause[]
  /** They hold for the whole construct. */
  readonly redirections: readonly Redirection[]
}

/** One clause of a `case`. */
export interface CaseClause extends Located {
  readonly type: 'clause'
  /** Alternatives, of which one must fit. */
  readonly patterns: readonly Word[]
  /** What runs where a pattern fits; may be empty. */
  readonly body: Script
  /** `;;` ends the construct, `;&` runs the next body too, `;;&` tries the other patterns. */
  readonly terminator: ';;' | ';&' | ';;&'
}

/** `[[ … ]]` */
export interface ConditionalCommand extends Located {
  readonly type: 'conditional'
  /** What is tested. */
  readonly expression: Condition
  /** They hold for the whole construct. */
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
  /** The expression as text, with the expansions in it. */
  readonly expression: Word
  /** They hold for the whole construct. */
  readonly redirections: readonly Redirection[]
}

/** `name() …` and `function name …` */
export interface FunctionDefinition extends Located {
  readonly type: 'function'
  /** What it is called by. */
  readonly name: string
  /** What runs when it is called, with the redirections that stand behind it. */
  readonly body: CompoundCommand
}

/** `coproc …` and `coproc name …` */
export interface Coprocess extends Located {
  readonly type: 'coprocess'
  /** The array that gets the descriptors; null stands for `COPROC`. */
  readonly name: string | null
  /** What runs in the background, joined by two pipes. */
  readonly body: Command
}

/** The operators of redirections. */
export type RedirectionOperator = '<' | '>' | '>>' | '>|' | '<>' | '<&' | '>&' | '&>' | '&>>' | '<<' | '<<-' | '<<<'

/** A redirection with its target. */
export interface Redirection extends Located {
  readonly type: 'redirection'
  /** As it is written, without the descriptor. */
  readonly operator: RedirectionOperator
  /** A number, the name in `{name}>`, or null for the operator's own default. */
  readonly descriptor: number | string | null
  /** The file, the descriptor, or the body of a here-document or here-string. */
  readonly target: Word
  /** How it is delimited, for `<<` and `<<-`; null for the others. */
  readonly hereDocument: HereDocument | null
}

/** How a here-document was delimited. A quoted one is data: nothing in it expands. */
export interface HereDocument {
  /** The word that ends it, without quotes. */
  readonly delimiter: string
  /** True where a part of the delimiter was quoted. */
  readonly quoted: boolean
}

/** One word, before expansion: its parts stand side by side. */
export interface Word extends Located {
  readonly type: 'word'
  /** In order; empty for a word of nothing, such as the value in `NAME=`. */
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
  /** How the characters were written, which says what is special in them. */
  readonly type: 'literal' | 'escaped' | 'single' | 'ansi'
  /** The characters they stand for, without quotes and backslashes. */
  readonly text: string
}

/** `"…"`, or `$"…"` when `translated`. */
export interface DoubleQuoted extends Located {
  readonly type: 'double'
  /** True for `$"…"`, which the shell looks up in a catalogue of messages. */
  readonly translated: boolean
  /** In order: text and expansions. */
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
  /** What is between the brackets of an element; null without them. */
  readonly subscript: Word | null
  /** `:-`, `%%`, `//`, `@Q` … or null. */
  readonly operator: string | null
  /** Everything after the operator: the default, the pattern, `pattern/replacement`, `offset:length`. */
  readonly operand: Word | null
}

/** `$( … )` and backticks. */
export interface CommandSubstitution extends Located {
  readonly type: 'command'
  /** What runs, in a copy of the shell; its output takes this place. */
  readonly script: Script
}

/** `<( … )` and `>( … )`. */
export interface ProcessSubstitution extends Located {
  readonly type: 'process'
  /** `<` gives a file to read the output from, `>` one to write the input to. */
  readonly direction: '<' | '>'
  /** What runs beside the command. */
  readonly script: Script
}

/** `$(( … ))` and `$[ … ]`: the expression as text and the expansions in it, as the shell sees it first. */
export interface ArithmeticExpansion extends Located {
  readonly type: 'arithmetic'
  /** The expression as text, with the expansions in it. */
  readonly expression: Word
}

/** `?( … )`, `*( … )`, `+( … )`, `@( … )`, `!( … )` */
export interface ExtendedGlob extends Located {
  readonly type: 'extended-glob'
  /** The character before the parenthesis: how often the pattern may fit. */
  readonly operator: string
  /** The alternatives, with `|` between them. */
  readonly pattern: Word
}

/** `( … )` as the value of an assignment. */
export interface ArrayLiteral extends Located {
  readonly type: 'array'
  /** In order; empty for `()`. */
  readonly elements: readonly ArrayElement[]
}

/** One element of an array literal: `value`, or `[subscript]=value`. */
export interface ArrayElement extends Located {
  readonly type: 'element'
  /** What is between the brackets; null without them. */
  readonly subscript: Word | null
  /** True for `[subscript]+=value`. */
  readonly append: boolean
  /** What the element gets; without a subscript it may expand to several. */
  readonly value: Word
}
