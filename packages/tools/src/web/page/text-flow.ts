/** The deepest indentation of lists and quotations. */
const MAX_DEPTH = 8

/**
 * Builds the text of a page: blanks are collapsed, blocks are on lines of their own, and lists and quotations are
 * indented. Blanks and line breaks are written together with the text after them, so that the text never ends in
 * blanks.
 */
export class TextFlow {
  readonly #parts: string[] = []
  #length = 0
  #breaks = 0
  #blank = false
  #between = ''
  #mark = ''
  #lists = 0
  #quotes = 0

  /** Characters so far. */
  get length(): number {
    return this.#length
  }

  /** Text in which blanks and ends of lines are one blank. */
  write(text: string): void {
    const words = text.replace(/[ \t\n\r\f]+/g, ' ')
    const plain = words.trim()
    if (words.startsWith(' ')) this.#blank = true
    if (plain === '') return
    this.#put(plain)
    this.#blank = words.endsWith(' ')
  }

  /** Text in which they count. */
  writeAsIs(text: string): void {
    for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.#breaks = Math.min(this.#breaks + 1, 2)
      if (line !== '') this.#put(line)
    }
  }

  breakLine(): void {
    this.#breaks = Math.max(this.#breaks, 1)
  }

  breakBlock(): void {
    this.#breaks = 2
  }

  /** Stands before the next text, should it not begin a line. */
  separate(between: string): void {
    this.#between = between
  }

  /** Stands before the next text, which begins a line. */
  begin(mark: string): void {
    this.breakLine()
    this.#mark = mark
  }

  enter(block: 'list' | 'quote'): void {
    if (block === 'list') this.#lists += 1
    else this.#quotes += 1
  }

  leave(block: 'list' | 'quote'): void {
    if (block === 'list') this.#lists -= 1
    else this.#quotes -= 1
    this.#mark = ''
  }

  /** The text between two positions, without line breaks around it. */
  slice(start: number, end: number): string {
    return this.#parts
      .join('')
      .slice(start, end)
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd()
  }

  #put(text: string): void {
    if (this.#length === 0) this.#push(this.#mark)
    else if (this.#breaks > 0) this.#push('\n'.repeat(this.#breaks) + this.#indent())
    else if (this.#between !== '') this.#push(this.#between)
    else if (this.#blank) this.#push(' ')
    this.#breaks = 0
    this.#between = ''
    this.#mark = ''
    this.#blank = false
    this.#push(text)
  }

  #indent(): string {
    const quotes = '> '.repeat(Math.min(this.#quotes, MAX_DEPTH))
    const depth = Math.min(this.#lists, MAX_DEPTH)
    return quotes + '  '.repeat(this.#mark === '' ? depth : Math.max(depth - 1, 0)) + this.#mark
  }

  #push(text: string): void {
    this.#parts.push(text)
    this.#length += text.length
  }
}
