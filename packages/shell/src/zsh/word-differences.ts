import type { ParameterExpansion, Script, Text, Word, WordPart } from '../syntax/tree.ts'

/**
 * Where a word stands. Words of conditions and patterns of `case` name no files; the value of an assignment, and what an
 * operand of a declaration has behind `=`, is a list of paths for zsh; in a here-document only `$` and backticks count.
 */
export type ZshPlace = 'argument' | 'git-argument' | 'assignment' | 'declaration' | 'condition' | 'text'

/** Called for each thing that zsh reads in another way than bash, or may. */
export type Differs = (message: string, node: { readonly start: number; readonly end: number }) => void

/** Operators of `${name…}` that both shells read alike, whatever stands behind them. */
const SHARED_OPERATORS = /^(?::?[-+?]|##?|%%?|\/\/?)$/
/** `$'…'` in which both shells read every escape alike. */
const SHARED_ESCAPES = /^\$'(?:[^\\']|\\(?:[\\'"abefnrtv]|x[0-7][\da-fA-F]|[01][0-7]{2}))*'$/
/** What both shells calculate alike. `#`, `[`, `.` and quotes mean something else in zsh; a leading zero may. */
const SHARED_ARITHMETIC = /^(?:[\s+*/%()<>=!&|?:,^~-]|(?<!\w)(?:0|[1-9]\d*|[A-Za-z_]\w*)(?!\w))*$/
/** A brace that both shells leave alone (`{}`, `@{u}`, `HEAD@{1}`), or expand alike. */
const SHARED_BRACES =
  /^(?:@\{[\w-]*\}$|\{(?:|[^{},]*(?:,[^{},]*)+|(?:0|[1-9]\d*)\.\.(?:0|[1-9]\d*)|[A-Za-z]\.\.[A-Za-z])\}$)/

/** Finds what zsh 5.9 reads otherwise in words. Sources: zshexpn(1), zshoptions(1) with every option that a user may set. */
export class WordDifferences {
  private readonly source: string
  private readonly differs: Differs
  private readonly nested: (script: Script) => void

  constructor(source: string, differs: Differs, nested: (script: Script) => void) {
    this.source = source
    this.differs = differs
    this.nested = nested
  }

  word(word: Word, place: ZshPlace): void {
    const { parts } = word
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index]!
      if (part.type === 'literal') {
        if (place === 'text') this.dollars(part)
        else this.literal(part, index, word, place)
      } else {
        if (part.type === 'single' && parts[index + 1]?.type === 'single') {
          this.differs('two quoted texts side by side may be one with a quote in it', part)
        }
        if (part.type === 'process' && parts.length > 1) this.differs('a process substitution within a word', part)
        this.part(part)
      }
    }
  }

  arithmetic(expression: Word): void {
    for (const part of expression.parts) {
      if (part.type === 'parameter') this.parameter(part)
      else if (part.type === 'command') this.nested(part.script)
      else if (part.type !== 'literal' || !SHARED_ARITHMETIC.test(part.text)) {
        this.differs('an expression that zsh may calculate otherwise', part)
      }
    }
  }

  private part(part: WordPart): void {
    switch (part.type) {
      case 'ansi':
        if (!SHARED_ESCAPES.test(this.raw(part))) this.differs("an escape in $'…'", part)
        break
      case 'double':
        if (part.translated) this.differs('$"…"', part)
        for (const inner of part.parts) {
          if (inner.type === 'literal') this.dollars(inner)
          else this.part(inner)
        }
        break
      case 'parameter':
        this.parameter(part)
        break
      case 'command':
      case 'process':
        this.nested(part.script)
        break
      case 'arithmetic':
        if (this.source.startsWith('$[', part.start)) this.differs('$[…]', part)
        this.arithmetic(part.expression)
        break
      case 'extended-glob':
        this.differs('parentheses behind a pattern are qualifiers for zsh, which can run code', part)
        break
      case 'array':
        this.differs('an array', part)
        break
    }
  }

  private raw = ({ start, end }: { readonly start: number; readonly end: number }) => this.source.slice(start, end)

  /** Text in double quotes or a here-document: a dollar that expands nothing for bash may do so for zsh. */
  private dollars(part: Text): void {
    const raw = this.raw(part)
    for (let at = raw.indexOf('$'); at >= 0; at = raw.indexOf('$', at + 1)) {
      if (isEscaped(raw, at)) continue
      const next = at + 1 < raw.length ? raw[at + 1]! : '"'
      if (!/["\s|)/.,;%&\]}\\]/.test(next)) this.differs(`$${next}`, part)
    }
  }

  private literal(part: Text, index: number, word: Word, place: ZshPlace): void {
    const { text } = part
    const isLast = index === word.parts.length - 1
    const dollar = text.indexOf('$')
    if (dollar >= 0 && !(isLast && dollar === text.length - 1))
      this.differs('a dollar that expands nothing for bash', part)
    if (place === 'condition') return
    if (index === 0) this.beginning(text, word, part)
    if (place === 'assignment' && /[:=]=|:~/.test(`=${text}`.slice(index === 0 ? 0 : 1))) {
      this.differs('= before a name stands for the path of a program', part)
    }
    if (place === 'declaration' && /[:=]=/.test(text)) {
      this.differs('= before a name stands for the path of a program', part)
    }
    if (text.includes('***')) this.differs('*** goes through links', part)
    if (index > 0 || !text.startsWith('#')) {
      if (text.includes('#')) this.differs('# may repeat what stands before it', part)
    }
    if (text.includes('^')) this.caret(part, index, place)
    if (/[{}]/.test(text)) this.braces(part, word)
  }

  private beginning(text: string, word: Word, part: Text): void {
    const isWhole = word.parts.length === 1
    if (text.startsWith('=') && !(isWhole && text === '=')) {
      this.differs('= before a name stands for the path of a program', part)
    }
    if (text.startsWith('~') && !(text.startsWith('~/') || (isWhole && text === '~'))) {
      this.differs('~ before anything but a slash may run a function', part)
    }
    if (text.startsWith('!') && isWhole && text !== '!' && text !== '!=')
      this.differs('! at the beginning of a word', part)
  }

  /** With EXTENDED_GLOB it stands for everything but what follows. Revisions of git end in it: `HEAD^`. */
  private caret(part: Text, index: number, place: ZshPlace): void {
    const rest = part.text.replaceAll(/\[\^[^\]/]*\]/g, '')
    if (!rest.includes('^')) return
    const isRevision = place === 'git-argument' && index === 0 && /^[\w./@-]+(?:[~^]+\d*)+(?::[\w./-]*)?$/.test(rest)
    if (!isRevision || rest.includes('/^')) this.differs('^ may stand for everything but what follows', part)
  }

  private braces(part: Text, word: Word): void {
    const groups = part.text.match(/@?\{[^{}]*\}/g) ?? []
    const rest = part.text.replaceAll(/\{[^{}]*\}/g, '')
    if (
      /[{}]/.test(rest) ||
      !groups.every((group) => SHARED_BRACES.test(group) || SHARED_BRACES.test(group.slice(1)))
    ) {
      this.differs('braces that zsh may expand otherwise', part)
    } else if (
      rest === '' &&
      (/[{,][,}]/.test(part.text.replace('{}', '')) || (part.text === '{}' && word.parts.length > 1))
    ) {
      // A word of nothing is one for zsh.
      this.differs('braces that zsh may expand otherwise', part)
    }
  }

  private parameter(part: ParameterExpansion): void {
    const { name, operator, operand } = part
    const next = this.source.charAt(part.end)
    if (this.source.charAt(part.start + 1) !== '{') {
      const behind = this.source.slice(part.end, part.end + 2)
      if (next === '[') this.differs(`$${name}[…] is one of several values`, part)
      if (/^:[A-Za-z&]/.test(behind)) this.differs(`$${name}:… changes the value`, part)
      if (name === '#' && !/^(?:[\s"'`;|&)<>]|$)/.test(next)) this.differs('$# in front of a name is its length', part)
      if (/[^\0-\x7f]/.test(next)) this.differs('a letter that goes on with the name', part)
      if (/^\d$/.test(name) && /\d/.test(next)) this.differs('a parameter with two digits', part)
      return
    }
    if (part.indirect || part.subscript !== null) this.differs(`\${${part.indirect ? '!' : ''}${name}…}`, part)
    if (operator === null) return
    const isRange = operator === ':' && /^ ?-?\d+(?::\d+)?$/.test(operand === null ? '' : this.raw(operand))
    if (!isRange && !SHARED_OPERATORS.test(operator)) this.differs(`\${${name}${operator}…}`, part)
    else if (operand !== null) this.word(operand, 'condition')
  }
}

function isEscaped(text: string, at: number): boolean {
  let count = 0
  while (text[at - 1 - count] === '\\') count++
  return count % 2 === 1
}
