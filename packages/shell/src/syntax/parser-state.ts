import { END, BACKSLASH, HASH, isMeta, isOrdinary, NEWLINE, SPACE, TAB } from './characters.ts'
import { type RefusalCode, RefusalSignal } from './refusal.ts'
import type { TextOrigin } from './relocation.ts'
import type { Dialect, FunctionDefinition, Script, Word, WordPart } from './tree.ts'

/** A here-document whose body starts after the next newline. */
export interface PendingHereDocument {
  readonly delimiter: string
  readonly quoted: boolean
  readonly stripTabs: boolean
  /** Receives the body: the redirection's target, made before the body could be read. */
  readonly target: { start: number; end: number; parts: WordPart[] }
}

/** What the parser of a source and those of the texts taken out of it share. */
export class WholeSource {
  backticks = 0
  commands = 0
  readonly mostCommands: number
  readonly functions: FunctionDefinition[] = []
  /** Trees of nested texts whose spans are moved to the source already. */
  readonly moved: Set<object> = new Set()
  /** Lists to fill again. */
  readonly spareParts: WordPart[][] = []

  constructor(mostCommands: number) {
    this.mostCommands = mostCommands
  }
}

/** What a parser is made with, besides its source. */
interface ParserOptions {
  readonly dialect: Dialect
  readonly maxDepth: number
  readonly depth: number
  readonly whole: WholeSource
  readonly grammar: Grammar
}

/** The two places where the grammar comes back to itself: words hold commands, and lines hold documents of words. */
export interface Grammar {
  /** Parses until the end of the input, an unmatched `)` or one of `terminators` in command position. */
  readonly readScript: (parser: ParserState, terminators: ReadonlySet<string> | null) => Script
  /** At the first line of the body of a here-document. */
  readonly readHereDocumentBody: (parser: ParserState, document: PendingHereDocument) => void
}

/**
 * The cursor that all functions of the grammar share: `words.ts`, above it `redirections.ts` and `conditions.ts`, above
 * these `commands.ts`. What the lower ones need of the upper ones is in `grammar`.
 */
export class ParserState {
  /** Cut short while a part of it is parsed that the shell takes out of its surroundings first. */
  source: string
  length: number
  readonly dialect: Dialect
  readonly bash: boolean
  readonly maxDepth: number
  position = 0
  depth: number
  /** Over zero while inside an arithmetic expression, where parentheses must balance by themselves. */
  arithmeticDepth = 0
  /** Over zero while inside `$( )`, whose text bash 5.2 prints and parses a second time. */
  substitutionDepth = 0
  /** Compound commands around this place, within the innermost `$( )`. */
  compoundDepth = 0
  /** A here-document was begun in the innermost `$( )`. */
  documentInSubstitution = false
  pendingHereDocuments: PendingHereDocument[] = []
  /** Where this text was taken from, if it is not the source itself. */
  origin: TextOrigin | null = null
  /** Was the last command read a compound one, after which a keyword needs no separator? */
  afterCompound = false
  readonly whole: WholeSource
  readonly grammar: Grammar

  constructor(source: string, { dialect, maxDepth, depth, whole, grammar }: ParserOptions) {
    this.source = source
    this.length = source.length
    this.grammar = grammar
    this.dialect = dialect
    this.bash = dialect !== 'posix'
    this.maxDepth = maxDepth
    this.depth = depth
    this.whole = whole
  }

  /** For text that the shell takes out of its surroundings first: backticks and here-documents. */
  nested(source: string, origin: TextOrigin): ParserState {
    const { dialect, maxDepth, depth, whole, grammar } = this
    const parser = new ParserState(source, { dialect, maxDepth, depth, whole, grammar })
    parser.substitutionDepth = this.substitutionDepth
    parser.origin = origin
    return parser
  }

  /** The characters up to the next meta character, or null if there are none or one of them quotes or expands. */
  unquotedWordAhead(): string | null {
    const end = this.unquotedEnd()
    return end > this.position ? this.source.slice(this.position, end) : null
  }

  /** Where the unquoted characters end at a meta character; here, if there are none or one of them quotes or expands. */
  unquotedEnd(): number {
    let end = this.position
    while (isOrdinary(this.at(end))) end++
    return isMeta(this.at(end)) ? end : this.position
  }

  refuse(code: RefusalCode, message: string, start: number = this.position): never {
    throw new RefusalSignal({
      code,
      message,
      span: [start, Math.max(start, this.position, Math.min(start + 1, this.length))],
    })
  }

  /** The shell rejects it as well. */
  syntax(message: string, start?: number): never {
    this.refuse('SYNTAX', message, start)
  }

  /** The shell accepts it, and it is not opted in. */
  unsupported(message: string, start?: number): never {
    this.refuse('UNSUPPORTED', message, start)
  }

  /** Shells, versions or modes read it differently. */
  ambiguous(message: string, start?: number): never {
    this.refuse('AMBIGUOUS', message, start)
  }

  unterminated(what: string, start: number): never {
    this.position = this.length
    this.refuse('UNTERMINATED', `${what} has no end`, start)
  }

  enter(): void {
    if (++this.depth > this.maxDepth) this.refuse('TOO_DEEP', `nested deeper than ${this.maxDepth}`)
  }

  leave(): void {
    this.depth--
  }

  /** The character at a place, or END behind the last: never NaN, which would make every comparison slow. */
  at(position: number): number {
    return position < this.length ? this.source.charCodeAt(position) : END
  }

  code(offset = 0): number {
    return this.at(this.position + offset)
  }

  /** Skips blanks, line continuations and a comment, up to and not including a newline. */
  skipBlanks(): void {
    const { source } = this
    for (;;) {
      const code = this.at(this.position)
      if (code === SPACE || code === TAB) {
        this.position++
      } else if (code === BACKSLASH && this.at(this.position + 1) === NEWLINE) {
        this.position += 2
      } else {
        if (code === HASH) {
          const end = source.indexOf('\n', this.position)
          this.position = end < 0 ? this.length : end
        }
        return
      }
    }
  }

  /** Skips blanks, comments and newlines; reads the here-documents that begin after a newline. */
  skipNewlines(): void {
    for (;;) {
      this.skipBlanks()
      if (this.code() !== NEWLINE) return
      this.newline()
    }
  }

  /** The same inside a construct in which bash reads here-documents at another time. */
  skipNewlinesWithin(construct: string): void {
    this.skipBlanks()
    if (this.pendingHereDocuments.length > 0 && this.code() === NEWLINE) {
      this.unsupported(`a newline in ${construct} after a here-document operator`)
    }
    this.skipNewlines()
  }

  newline(): void {
    this.position++
    if (this.pendingHereDocuments.length > 0) {
      const pending = this.pendingHereDocuments
      this.pendingHereDocuments = []
      for (const document of pending) this.grammar.readHereDocumentBody(this, document)
    }
  }

  /** Parses from `start` as if the source ended at `end`. */
  isolated<T>(start: number, end: number, parse: () => T): T {
    const { source, length, arithmeticDepth, pendingHereDocuments } = this
    this.source = source.slice(0, end)
    this.length = end
    this.position = start
    this.arithmeticDepth = 0
    this.pendingHereDocuments = []
    const result = parse()
    this.source = source
    this.length = length
    this.arithmeticDepth = arithmeticDepth
    this.pendingHereDocuments = pendingHereDocuments
    return result
  }

  /** A script that is all of the text. */
  wholeScript(): Script {
    const script = this.grammar.readScript(this, null)
    if (this.position < this.length) this.syntax('an unmatched )')
    if (this.pendingHereDocuments.length > 0) this.refuse('UNTERMINATED', 'a here-document without a body')
    return script
  }

  /**
   * Bash 5.2 prints the commands of `$( )` and parses them again when it runs them, and after a here-document it
   * forgets a `;`. So behind one only simple commands on lines of their own are read.
   */
  refuseAfterDocument(): void {
    if (this.documentInSubstitution) this.ambiguous('this behind a here-document inside $( )')
  }

  /** Adds literal characters, joining them to a literal that ends where they start. */
  pushLiteral(parts: WordPart[], text: string, start: number, end: number): void {
    const last = parts[parts.length - 1]
    if (last?.type === 'literal') {
      parts[parts.length - 1] = { type: 'literal', start: last.start, end, text: last.text + text }
    } else {
      parts.push({ type: 'literal', start, end, text })
    }
  }

  /** Adds the literal characters of the source that were passed since `from`. */
  flush(parts: WordPart[], from: number, end: number = this.position): void {
    if (end > from) this.pushLiteral(parts, this.source.slice(from, end), from, end)
  }

  wordOf(parts: WordPart[], start: number, end: number): Word {
    return { type: 'word', start, end, parts: this.keepParts(parts) }
  }

  /** A list to be filled, until it is kept. */
  newParts(): WordPart[] {
    return this.whole.spareParts.pop() ?? []
  }

  /** The list of a node. One that grew has room for seventeen, so that of a list of one a copy is kept. */
  keepParts(parts: WordPart[]): readonly WordPart[] {
    if (parts.length !== 1) return parts
    const kept = [parts.pop() as WordPart]
    this.whole.spareParts.push(parts)
    return kept
  }
}
