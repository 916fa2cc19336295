import type { CommandWord } from '../model/analysis.ts'
import type { Findings } from '../model/findings.ts'
import { type ShellState, isInteger, type Value } from '../model/state.ts'
import { isNumericVariable } from '../model/variables.ts'
import { isPlain } from '../syntax/characters.ts'
import type { Dialect, ParameterExpansion, Span, Word, WordPart } from '../syntax/tree.ts'
import { countBraceWords } from './brace-count.ts'
import { expandBraces } from './brace-expansion.ts'
import { knownOutput } from './known-output.ts'

/** What expansion needs from the walk: it records nested code, and checks evaluated text. */
export interface ExpansionVisitor {
  readonly findings: Findings
  /** Braces are expanded. */
  readonly bash?: boolean
  /** Values are split into words only by some options of zsh. */
  readonly dialect?: Dialect
  isFunction?(name: string): boolean
  /** Records the commands in a part; true if its output is surely a number. */
  visitNested(part: WordPart, state: ShellState): boolean
  /** Records what a `${…}` evaluates and assigns besides its value. */
  visitParameter(part: ParameterExpansion, state: ShellState): void
}

const SPLITTING = /[ \t\n]+/
/** Longer words are not put together from the values of variables. */
const LONGEST_WORD = 65_536

/** What a word that braces make costs to keep, in characters. */
const COST_OF_WORD = 16

/** In the value of an unquoted expansion: what could make a glob. */
const GLOB_CHARACTER = /[*?[\]\\(]/

/**
 * Where a word stands decides which expansions it goes through after its parameters. The name of a command is not put
 * together from braces: who writes it so hides it.
 */
export type WordPlace = 'name' | 'argument' | 'value'

/** Expands a word as far as it is certain and adds the resulting words: one, several or none. */
export function expandWord(
  visitor: ExpansionVisitor,
  word: Word,
  state: ShellState,
  place: WordPlace,
  into: CommandWord[],
): void {
  const { parts } = word
  const only = parts[0]
  if (place !== 'value' && visitor.bash === true) countBraces(visitor, word)
  const whole = parts.length === 1 && only !== undefined ? plainText(only) : null
  if (whole !== null) {
    into.push({
      text: whole,
      prefix: whole,
      splits: false,
      pattern: null,
      integer: false,
      span: visitor.findings.at(word.start, word.end),
    })
    return
  }
  if (place === 'argument' && visitor.bash === true && only?.type === 'literal' && parts.length === 1) {
    const words =
      only.text.includes('{') && visitor.findings.mayProduce(only.text.length) ? expandBraces(only.text) : null
    if (words !== null && visitor.findings.mayProduce(words.length * COST_OF_WORD)) {
      for (const text of words) {
        const part = { ...only, text }
        new WordExpansion(visitor, { ...word, parts: [part] }, state, place, into).run(false)
      }
      return
    }
  }
  const expansion = new WordExpansion(visitor, word, state, place, into)
  expansion.run()
}

/** What else stands in the word is one character of it: what the shell puts there is not multiplied in its values. */
function countBraces({ findings }: ExpansionVisitor, { parts, start, end }: Word): void {
  if (!parts.some((part) => part.type === 'literal' && part.text.includes('{'))) return
  const words = countBraceWords(parts.map((part) => (part.type === 'literal' ? part.text : 'x')).join(''))
  if (words > 1) findings.multiplies(words * (end - start + 16))
}

/** The text of a part that nothing can expand in; else null. */
function plainText(part: WordPart): string | null {
  switch (part.type) {
    case 'literal':
      return isPlain(part.text) ? part.text : null
    case 'escaped':
    case 'single':
    case 'ansi':
      return part.text
    case 'double': {
      const inner = part.parts[0]
      if (inner === undefined) return ''
      return part.parts.length === 1 && inner.type === 'literal' ? inner.text : null
    }
    default:
      return null
  }
}

/** The value a word has where it is neither split nor globbed: assignments, here-strings, `case`. */
export function wordValue(visitor: ExpansionVisitor, word: Word, state: ShellState): Value | undefined {
  if (word.parts.length === 0) return ''
  const fields: CommandWord[] = []
  expandWord(visitor, word, state, 'value', fields)
  const field = fields[0]
  if (field === undefined) return ''
  return field.text ?? (field.integer ? true : undefined)
}

class WordExpansion {
  private readonly visitor: ExpansionVisitor
  private readonly word: Word
  private readonly state: ShellState
  private readonly argument: boolean
  private readonly isName: boolean
  /** There is a reason to keep a pattern. */
  private readonly mayGlob: boolean
  private readonly into: CommandWord[]
  private readonly span: Span
  /** Of the word being built: what is known of its text, its pattern, whether it is all known. */
  private text = ''
  private pattern = ''
  private prefix: string | null = null
  private globs = false
  private splits = false
  private quoted = false
  private integer = false
  private dynamicParts = 0

  constructor(visitor: ExpansionVisitor, word: Word, state: ShellState, place: WordPlace, into: CommandWord[]) {
    this.visitor = visitor
    this.word = word
    this.state = state
    this.argument = place !== 'value'
    this.isName = place === 'name'
    this.mayGlob = this.argument && word.parts.some((part) => part.type === 'literal' && !isPlain(part.text))
    this.into = into
    this.span = visitor.findings.at(word.start, word.end)
  }

  run(braces = true): void {
    const { parts } = this.word
    if (braces && this.argument && mayBraceExpand(parts)) {
      this.dynamic()
      this.splits = true
    }
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]
      if (part !== undefined) this.part(part, index)
      if (this.visitor.findings.overflows) return
    }
    this.finish()
  }

  private part(part: WordPart, index: number): void {
    switch (part.type) {
      case 'literal':
        this.literal(part.text, index)
        break
      case 'escaped':
      case 'single':
      case 'ansi':
        this.addQuoted(part.text)
        break
      case 'double':
        this.quoted = true
        if (part.translated && part.parts.length > 0) this.integer = false
        for (const inner of part.parts) {
          if (inner.type === 'literal') this.addQuoted(inner.text)
          else this.expanding(inner, true)
        }
        break
      default:
        this.expanding(part, false)
    }
  }

  private literal(text: string, index: number): void {
    if (text.includes('~')) {
      if (index === 0 && text.charAt(0) === '~') {
        text = this.tilde(text)
      }
      if (/[=:]~/.test(text)) this.dynamic()
    }
    if (this.mayGlob && mayGlob(text, this.word.parts, index)) this.globs = true
    this.text += text
    this.pattern += text
  }

  /** A leading `~/` with a known home is replaced; every other tilde is left open. */
  private tilde(text: string): string {
    const home = this.state.get('HOME')
    const end = text.indexOf('/')
    const ends = end === 1 || (end < 0 && text.length === 1 && this.word.parts.length === 1)
    if (!ends || typeof home !== 'string') {
      this.dynamic()
      return text
    }
    this.addQuoted(home)
    return text.slice(1)
  }

  private addQuoted(text: string): void {
    this.quoted = true
    this.text += text
    if (this.mayGlob) this.pattern += text.replace(/[*?[\]\\]/g, '\\$&')
  }

  private dynamic(): void {
    this.prefix ??= this.text
    this.dynamicParts++
  }

  private expanding(part: WordPart, quoted: boolean): void {
    if (part.type === 'parameter') {
      this.visitor.visitParameter(part, this.state)
      const value = parameterValue(part, this.state, this.visitor.bash === true)
      if (typeof value === 'string') this.known(value, quoted)
      else this.unknown(value === true, quoted, !quoted || joinsMany(part))
    } else {
      const number = this.visitor.visitNested(part, this.state)
      const output = part.type === 'command' ? this.outputOf(part, quoted) : null
      if (output !== null) this.known(output, quoted)
      else if (part.type === 'extended-glob') {
        this.unknown(false, true, this.argument)
      } else {
        this.unknown(number || part.type === 'arithmetic', quoted, !quoted && part.type !== 'process')
      }
    }
  }

  /** Where the command fails it prints nothing: then the word must not vanish, become an option, or be another program. */
  private outputOf(part: Extract<WordPart, { type: 'command' }>, quoted: boolean): string | null {
    const { parts } = this.word
    const [first, next] = parts
    const behind = first?.type === 'double' ? (first.parts[1] ?? next) : next
    const isFirst = first === part || (first?.type === 'double' && first.parts[0] === part)
    const isPath = behind?.type === 'literal' && behind.text.startsWith('/')
    const stays = quoted || !this.argument ? behind === undefined || isPath : isPath
    return isFirst && stays && !this.isName ? knownOutput(part.script, this.state, this.visitor) : null
  }

  private known(value: string, quoted: boolean): void {
    if (this.text.length > LONGEST_WORD || !this.visitor.findings.mayProduce(value.length)) {
      this.unknown(false, quoted, !quoted)
      return
    }
    if (quoted || !this.argument) {
      this.addQuoted(value)
      return
    }
    if (GLOB_CHARACTER.test(value)) {
      this.unknown(false, false, true)
      return
    }
    if (!this.state.plainSplitting && value !== '') {
      this.unknown(false, false, true)
      return
    }
    const pieces = value.split(SPLITTING)
    if (pieces.length > 1 && this.visitor.dialect === 'zsh') {
      this.unknown(false, false, true)
      return
    }
    // As an operand of a declaration it is split by some shells only, or only where the name of the builtin is quoted.
    if (pieces.length > 1 && /^\w+\+?=/.test(this.text)) {
      this.unknown(false, false, true)
      return
    }
    for (let index = 0; index < pieces.length; index++) {
      if (index > 0) this.finish()
      this.text += pieces[index]
      this.pattern += pieces[index]
    }
  }

  private unknown(integer: boolean, quoted: boolean, splits: boolean): void {
    this.dynamic()
    this.integer = integer
    if (quoted) this.quoted = true
    const numberSplits = !this.state.plainSplitting || !integer
    if (this.argument && splits && numberSplits) this.splits = true
    this.globs = this.globs && quoted
    if (!quoted && !integer) this.unglobbable = true
  }

  /** An unquoted unknown value may bring glob characters of its own: then the pattern is not known either. */
  private unglobbable = false

  private finish(): void {
    const { text, prefix, globs } = this
    const known = prefix === null && !globs
    if (known && text === '' && !this.quoted && this.argument) {
      this.reset()
      return
    }
    const pattern = prefix === null && globs && !this.unglobbable ? this.pattern : null
    const made: CommandWord = {
      text: known ? text : null,
      prefix: prefix ?? (globs ? text.slice(0, Math.max(0, text.search(/[*?[]/))) : text),
      splits: this.splits || globs,
      pattern,
      integer: this.integer && this.dynamicParts === 1 && text === '',
      span: this.span,
    }
    const { parts } = this.word
    this.into.push(parts[parts.length - 1]?.type === 'array' ? { ...made, array: true } : made)
    this.reset()
  }

  private reset(): void {
    this.text = ''
    this.pattern = ''
    this.prefix = null
    this.globs = false
    this.splits = false
    this.quoted = false
    this.integer = false
    this.dynamicParts = 0
    this.unglobbable = false
  }
}

/** `"$@"`, `"${name[@]}"`, `"${!prefix@}"`: several words even in double quotes. */
function joinsMany(part: ParameterExpansion): boolean {
  if (part.length) return false
  const subscript = part.subscript?.parts[0]
  return part.name === '@' || part.operator === '@' || (subscript?.type === 'literal' && subscript.text === '[@]')
}

/** Known text, `true` for a number, or undefined. */
export function parameterValue(part: ParameterExpansion, state: ShellState, bash: boolean): Value | undefined {
  if (part.length) return true
  const { name, operator } = part
  // The descriptors of a coprocess are numbers, as long as nothing else assigns the variable.
  if (name === 'COPROC' && !part.indirect && operator === null && state.get(name) === true) return true
  if (part.indirect || part.subscript !== null) return undefined
  const value = state.get(name)
  if (operator === null) {
    if (value !== undefined) return value
    return name === '#' || name === '?' || name === '$' || (bash && isNumericVariable(name)) ? true : undefined
  }
  if (value === undefined) return undefined
  const nonEmpty = value !== ''
  if (operator === '-' || operator === '=' || operator === '?') return value
  if ((operator === ':-' || operator === ':=' || operator === ':?') && nonEmpty) return value
  return isInteger(value) && (operator === '^' || operator === ',' || operator === '^^' || operator === ',,')
    ? value
    : undefined
}

/**
 * `{a,b}` or `{1..3}` may stand in it: an unquoted brace with a comma or two dots after it. Bash looks into `$[ … ]`
 * too, unlike `$(( … ))`: `$[ {1..3} ]` is three words.
 */
function mayBraceExpand(parts: readonly WordPart[]): boolean {
  let open = false
  for (const part of parts) {
    if (part.type === 'arithmetic' && part.expression.start - part.start === '$['.length) {
      if (part.expression.parts.some((inner) => inner.type === 'literal' && inner.text.includes('{'))) return true
    }
    if (part.type !== 'literal') continue
    const from = open ? 0 : part.text.indexOf('{')
    if (from < 0) continue
    open = true
    if (part.text.indexOf(',', from) >= 0 || part.text.indexOf('..', from) >= 0) return true
  }
  return false
}

/** An unquoted `*` or `?`, or a `[` that some later `]` may close. */
function mayGlob(text: string, parts: readonly WordPart[], index: number): boolean {
  if (text.includes('*') || text.includes('?')) return true
  const open = text.indexOf('[')
  if (open < 0) return false
  if (text.indexOf(']', open) >= 0) return true
  return index < parts.length - 1
}
