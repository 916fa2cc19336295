import {
  END,
  BACKSLASH,
  BACKTICK,
  CLOSE_BRACKET,
  CLOSE_PARENTHESIS,
  DOLLAR,
  DOUBLE_QUOTE,
  isNamePart,
  isNameStart,
  LESS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PARENTHESIS,
  SEMICOLON,
  SINGLE_QUOTE,
} from './characters.ts'
import { ParameterParser, specialParameters } from './parameter-parser.ts'
import { RefusalSignal } from './refusal.ts'
import { outerOffset, relocate } from './relocation.ts'
import type { Scanner } from './scanner.ts'
import type { ProcessSubstitution, Script, Word, WordPart } from './tree.ts'

/** Each takes as long as a source of its own. No script within the length limit that somebody wrote has a tenth of it. */
const MAX_BACKTICKS = 2048

/** Everything that starts with `$` or a backtick. */
export abstract class ExpansionParser extends ParameterParser {
  /** At a `$`: does it start an expansion here, or stand for itself? `$'` and `$"` are the caller's. */
  dollarExpands(quoted: boolean): boolean {
    const next = this.code(1)
    if (next === OPEN_PARENTHESIS || next === OPEN_BRACE || isNamePart(next)) return true
    if (next === OPEN_BRACKET) {
      if (!this.bash) this.ambiguous('$[ is arithmetic in some shells')
      return true
    }
    if (next === BACKSLASH && this.code(2) === NEWLINE) this.ambiguous('a line continuation after $')
    if (next === SINGLE_QUOTE || next === DOUBLE_QUOTE) {
      if (quoted) return false
      return true
    }
    return next !== END && specialParameters.includes(String.fromCharCode(next))
  }

  /** At a `$` that expands. */
  dollar(parts: WordPart[], quoted: boolean): void {
    const { source } = this
    const start = this.position
    const next = this.at(start + 1)
    if (next === OPEN_PARENTHESIS) {
      if (this.at(start + 2) === OPEN_PARENTHESIS) {
        this.position += 3
        const expression = this.arithmetic(CLOSE_PARENTHESIS)
        parts.push({ type: 'arithmetic', start, end: this.position, expression })
      } else {
        this.position += 2
        const script = this.substitution(start)
        parts.push({ type: 'command', start, end: this.position, script })
      }
    } else if (next === OPEN_BRACE) {
      this.position += 2
      this.parameter(parts, start, quoted)
    } else if (next === OPEN_BRACKET) {
      this.position += 2
      const expression = this.arithmetic(CLOSE_BRACKET)
      parts.push({ type: 'arithmetic', start, end: this.position, expression })
    } else if (next === SINGLE_QUOTE) {
      if (!this.bash) this.ambiguous("$'…' is not quoting in every POSIX shell")
      this.ansiQuoted(parts)
    } else if (next === DOUBLE_QUOTE) {
      if (!this.bash) this.ambiguous('$"…" is not quoting in every POSIX shell')
      this.position++
      parts.push(this.doubleQuoted(true))
    } else {
      let end = start + 2
      if (isNameStart(next)) while (isNamePart(this.at(end))) end++
      this.position = end
      this.pushParameter(parts, start, source.slice(start + 1, end))
    }
  }

  /** After the opening parenthesis; consumes the closing one. */
  substitution(start: number): Script {
    this.enter()
    const pending = this.pendingHereDocuments
    this.pendingHereDocuments = []
    const { compoundDepth, documentInSubstitution } = this
    this.compoundDepth = 0
    this.documentInSubstitution = false
    this.substitutionDepth++
    const script = this.script(null)
    this.substitutionDepth--
    this.compoundDepth = compoundDepth
    this.documentInSubstitution = documentInSubstitution
    if (this.code() !== CLOSE_PARENTHESIS) this.unterminated('a substitution', start)
    if (this.pendingHereDocuments.length > 0) this.ambiguous('a here-document that is not read before the )')
    this.pendingHereDocuments = pending
    this.position++
    this.leave()
    return script
  }

  /** At `<(` or `>(`. */
  processSubstitution(): ProcessSubstitution {
    const start = this.position
    if (!this.bash) this.syntax('POSIX shells have no process substitution')
    const direction = this.code() === LESS ? '<' : '>'
    this.position += 2
    const script = this.substitution(start)
    // It becomes nothing, not the name of a file.
    if (script.statements.length === 0) this.unsupported('an empty process substitution', start)
    return { type: 'process', start, end: this.position, direction, script }
  }

  /** At the opening backtick. The shell removes backslashes first and parses what is left on its own. */
  backticks(parts: WordPart[], quoted: boolean): void {
    const { source } = this
    const start = this.position
    this.enter()
    if (++this.whole.backticks > MAX_BACKTICKS) {
      this.refuse('TOO_MANY', `more than ${MAX_BACKTICKS} backtick substitutions`)
    }
    let text = ''
    let from = start + 1
    let position = from
    /** For each removed backslash: the offset in `text` after which everything is one further to the right. */
    const removed: number[] = []
    for (;;) {
      const code = this.at(position)
      if (code === BACKTICK) break
      if (code === END) this.unterminated('a backtick', start)
      if (code === BACKSLASH) {
        const next = this.at(position + 1)
        if (next === BACKTICK || next === BACKSLASH || next === DOLLAR || (quoted && next === DOUBLE_QUOTE)) {
          text += source.slice(from, position)
          removed.push(text.length)
          from = position + 1
        }
        position += next !== END ? 2 : 1
      } else {
        position++
      }
    }
    text += source.slice(from, position)
    this.substitutionDepth++
    let script: Script
    if (removed.length === 0) {
      script = this.isolated(from, position, () => this.wholeScript())
    } else {
      script = this.fromText(text, start + 1, removed, (inner) => inner.wholeScript())
    }
    this.substitutionDepth--
    this.position = position + 1
    parts.push({ type: 'command', start, end: this.position, script })
    this.leave()
  }

  /**
   * Parses text that was taken out of this one, and moves the spans of its tree, or of its refusal, to where they are.
   * `removed`: the offsets in `text` at which characters of this one are missing.
   */
  protected fromText<T extends object>(
    text: string,
    base: number,
    removed: readonly number[],
    parse: (inner: ReturnType<Scanner['nested']>) => T,
  ): T {
    const origin = { base, removed, length: text.length, outer: this.origin, places: null }
    const inner = this.nested(text, origin)
    try {
      const tree = parse(inner)
      relocate(tree, origin, this.whole.moved)
      return tree
    } catch (thrown) {
      if (!(thrown instanceof RefusalSignal)) throw thrown
      const { code, message, span } = thrown.refusal
      throw new RefusalSignal({ code, message, span: [outerOffset(origin, span[0]), outerOffset(origin, span[1])] })
    }
  }

  /**
   * After `$((` or `$[`, or `((`; consumes the closing `))` or `]`. What can also be read as nested subshells is
   * refused: whether bash takes `$((` as arithmetic is decided only when it expands.
   */
  arithmetic(close: number): Word {
    const { source } = this
    const start = this.position
    this.enter()
    this.arithmeticDepth++
    const parts = this.newParts()
    let from = start
    let open = 0
    for (;;) {
      const code = this.at(this.position)
      if (code === END) this.unterminated('an arithmetic expression', start)
      if (code === close && open === 0) break
      if (code === OPEN_PARENTHESIS) {
        open++
        this.position++
      } else if (code === CLOSE_PARENTHESIS || (close === CLOSE_BRACKET && code === CLOSE_BRACKET)) {
        if (open === 0 || code === CLOSE_BRACKET) this.ambiguous('an unmatched bracket in an arithmetic expression')
        open--
        this.position++
      } else if (code === DOLLAR || code === BACKTICK || code === DOUBLE_QUOTE) {
        from = this.expansionIn(parts, from, true)
      } else if (code === SINGLE_QUOTE || code === BACKSLASH || code === SEMICOLON) {
        this.unsupported(`${source.charAt(this.position)} in an arithmetic expression`)
      } else if (code === OPEN_BRACKET) {
        this.flush(parts, from)
        for (const part of this.bracketed(true).parts) {
          if (part.type === 'literal') this.pushLiteral(parts, part.text, part.start, part.end)
          else parts.push(part)
        }
        from = this.position
      } else {
        this.position++
      }
    }
    const end = this.position
    if (close === CLOSE_PARENTHESIS && this.at(end + 1) !== CLOSE_PARENTHESIS) {
      this.ambiguous('(( that is not closed by )): arithmetic or nested subshells')
    }
    this.flush(parts, from, end)
    this.position += close === CLOSE_PARENTHESIS ? 2 : 1
    this.arithmeticDepth--
    this.leave()
    return this.wordOf(parts, start, end)
  }
}
