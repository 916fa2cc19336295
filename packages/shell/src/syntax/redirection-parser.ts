import {
  AMPERSAND,
  BACKSLASH,
  BACKTICK,
  DOLLAR,
  GREATER,
  isDigit,
  isMeta,
  isNamePart,
  isNameStart,
  LESS,
  MINUS,
  NEWLINE,
  OPEN_BRACE,
  OPEN_PARENTHESIS,
  PIPE,
  SPACE,
  TAB,
} from './characters.ts'
import type { PendingHereDocument } from './scanner.ts'
import type { HereDocument, Redirection, RedirectionOperator, Word, WordPart } from './tree.ts'
import { WordParser } from './word-parser.ts'

/** A delimiter that every shell reads alike: plain characters, and quotes in which nothing can expand. */
const delimiterPattern =
  /(?![-#])(?:[\w.=+%@:,!/^~{}[\]*?-]|\\[\w.-]|'[^'\n\\]*'|"[^"\n\\$`]*")+(?=[\s;&|)]|[<>](?!\()|$)/y

/** Redirections and here-documents. */
export abstract class RedirectionParser extends WordParser {
  /** At a possible redirection; null with nothing consumed if it is none. */
  redirection(): Redirection | null {
    const { source } = this
    const start = this.position
    let position = start
    let descriptor: number | string | null = null
    let code = this.at(position)
    if (isDigit(code)) {
      do code = this.at(++position)
      while (isDigit(code))
      if ((code !== LESS && code !== GREATER) || this.at(position + 1) === OPEN_PARENTHESIS) return null
      if (position - start > 3) this.unsupported('a file descriptor over 999')
      if (position - start > 1 && !this.bash) this.ambiguous('a file descriptor over 9')
      descriptor = Number(source.slice(start, position))
    } else if (code === OPEN_BRACE) {
      position++
      if (!isNameStart(this.at(position))) return null
      while (isNamePart(this.at(position))) position++
      if (source.charAt(position) !== '}') return null
      code = this.at(++position)
      if (code !== LESS && code !== GREATER) return null
      if (!this.bash) this.ambiguous('{name} before a redirection')
      if (this.at(position + 1) === OPEN_PARENTHESIS) this.ambiguous('{name} before a substitution')
      descriptor = source.slice(start + 1, position - 1)
    } else if (code === AMPERSAND) {
      if (!this.bash || this.at(position + 1) !== GREATER) return null
    }
    const operator = this.operatorAt(position)
    if (operator === null) return null
    this.position = position + operator.length
    this.skipBlanksOnLine(this.position)
    if (operator === '<<' || operator === '<<-') return this.hereDocument(start, operator, descriptor)
    const next = this.code()
    const opensSubstitution = (next === LESS || next === GREATER) && this.code(1) === OPEN_PARENTHESIS
    if ((operator === '<&' || operator === '>&') && next === MINUS) {
      const at = this.position++
      if (!isMeta(this.code()) || this.startsSubstitution()) {
        this.ambiguous('text glued to the closing of a descriptor')
      }
      const target = this.wordOf([{ type: 'literal', start: at, end: at + 1, text: '-' }], at, at + 1)
      return { type: 'redirection', start, end: this.position, operator, descriptor, target, hereDocument: null }
    }
    if (isMeta(next) && !opensSubstitution) this.syntax(`${operator} without a target`)
    const target = this.word(false)
    if (this.code() === OPEN_PARENTHESIS) this.syntax('a ( after a redirection')
    return { type: 'redirection', start, end: this.position, operator, descriptor, target, hereDocument: null }
  }

  private startsSubstitution(): boolean {
    const code = this.code()
    return (code === LESS || code === GREATER) && this.code(1) === OPEN_PARENTHESIS
  }

  private operatorAt(position: number): RedirectionOperator | null {
    const first = this.at(position)
    const second = this.at(position + 1)
    const third = this.at(position + 2)
    if (first === AMPERSAND) return third === GREATER ? '&>>' : '&>'
    if (first === LESS) {
      if (second === OPEN_PARENTHESIS) return null
      if (second === LESS) {
        if (third === LESS) {
          if (!this.bash) this.syntax('POSIX shells have no here-strings')
          return '<<<'
        }
        return third === MINUS ? '<<-' : '<<'
      }
      return second === AMPERSAND ? '<&' : second === GREATER ? '<>' : '<'
    }
    if (first === GREATER) {
      if (second === OPEN_PARENTHESIS) return null
      return second === GREATER ? '>>' : second === AMPERSAND ? '>&' : second === PIPE ? '>|' : '>'
    }
    return null
  }

  /** A line continuation that is glued to the operator is not removed everywhere. */
  private skipBlanksOnLine(start: number): void {
    for (;;) {
      const code = this.code()
      if (code === SPACE || code === TAB) this.position++
      else if (code === BACKSLASH && this.code(1) === NEWLINE) {
        if (this.position > start) {
          this.position += 2
          continue
        }
        this.ambiguous('a line continuation in a redirection')
      } else return
    }
  }

  private hereDocument(start: number, operator: '<<' | '<<-', descriptor: number | string | null): Redirection {
    if (this.substitutionDepth > 0) {
      if (this.compoundDepth > 0) this.ambiguous('a here-document in a compound command inside $( )', start)
      this.documentInSubstitution = true
    }
    delimiterPattern.lastIndex = this.position
    const match = delimiterPattern.exec(this.source)
    if (match === null) this.unsupported('this spelling of a here-document delimiter')
    const quoted = /['"\\]/.test(match[0])
    const delimiter = match[0].replace(/['"\\]/g, '')
    if (delimiter === '') this.unsupported('an empty here-document delimiter')
    this.position = delimiterPattern.lastIndex
    const target = { type: 'word' as const, start: this.position, end: this.position, parts: [] as WordPart[] }
    this.pendingHereDocuments.push({ delimiter, quoted, stripTabs: operator === '<<-', target })
    const hereDocument: HereDocument = { delimiter, quoted }
    return { type: 'redirection', start, end: this.position, operator, descriptor, target, hereDocument }
  }

  hereDocumentBody(document: PendingHereDocument): void {
    const { source, length } = this
    const { delimiter, quoted } = document
    const start = this.position
    let body = ''
    /** Where characters are missing in `body`, as `fromText` wants them. */
    const removed: number[] = []
    for (;;) {
      if (this.position >= length) this.unterminated(`the here-document ${delimiter}`, start)
      const lineStart = this.position
      let from = lineStart
      if (document.stripTabs) while (this.at(from) === TAB) from++
      for (let tab = lineStart; tab < from; tab++) removed.push(body.length)
      let line = ''
      let end: number
      for (;;) {
        end = source.indexOf('\n', from)
        if (end < 0) end = length
        if (quoted || end === length || !this.endsInContinuation(from, end)) break
        // Lines are joined before anything else is looked at, the delimiter included.
        line += source.slice(from, end - 1)
        removed.push(body.length + line.length, body.length + line.length)
        from = end + 1
      }
      line += source.slice(from, end)
      if (line === delimiter) {
        this.position = lineStart
        this.setHereDocument(document, body, start, removed)
        this.position = Math.min(end + 1, length)
        return
      }
      if (end === length) this.unterminated(`the here-document ${delimiter}`, start)
      body += `${line}\n`
      this.position = end + 1
    }
  }

  private endsInContinuation(from: number, end: number): boolean {
    let backslashes = 0
    while (end - 1 - backslashes >= from && this.at(end - 1 - backslashes) === BACKSLASH) backslashes++
    return backslashes % 2 === 1
  }

  private setHereDocument(document: PendingHereDocument, body: string, start: number, removed: number[]): void {
    const { target } = document
    target.start = start
    target.end = this.position
    if (body === '') return
    if (document.quoted) {
      target.parts.push({ type: 'single', start, end: this.position, text: body })
    } else if (!/[$`\\]/.test(body)) {
      target.parts.push({ type: 'literal', start, end: this.position, text: body })
    } else {
      this.enter()
      let parts: WordPart[]
      if (removed.length === 0) {
        parts = this.isolated(start, target.end, () => this.hereDocumentParts())
      } else {
        parts = this.fromText(body, start, removed, (inner) => inner.hereDocumentParts())
      }
      for (const part of parts) target.parts.push(part)
      this.leave()
    }
  }

  /** The whole input as the body of a here-document: like double quotes, in which `"` is nothing special. */
  hereDocumentParts(): WordPart[] {
    const { source, length } = this
    const parts: WordPart[] = []
    let from = this.position
    while (this.position < length) {
      const code = this.code()
      if (code === BACKSLASH) {
        this.flush(parts, from)
        const next = this.code(1)
        from = next === DOLLAR || next === BACKTICK || next === BACKSLASH ? this.position + 1 : this.position
        this.pushLiteral(parts, source.charAt(from), this.position, from + 1)
        from++
        this.position = from
      } else if (code === DOLLAR || code === BACKTICK) {
        from = this.expansionIn(parts, from, true)
      } else {
        this.position++
      }
    }
    this.flush(parts, from, length)
    return parts
  }

  redirections(): Redirection[] {
    const redirections: Redirection[] = []
    for (;;) {
      this.skipBlanks()
      const redirection = this.redirection()
      if (redirection === null) return redirections
      redirections.push(redirection)
    }
  }

  /** A word that must be there, with nothing glued behind it. */
  wordHere(): Word {
    this.skipBlanks()
    const word = this.plainWord()
    if (this.code() === OPEN_PARENTHESIS) this.syntax('a ( after a word')
    return word
  }
}
