import { MOST_LINE_CHARACTERS } from '../read/show-lines.ts'
import { showPath } from '../show-path.ts'
import type { FileMatches } from './search-engine.ts'

/** More is not shown in one answer. */
const MOST_CHARACTERS = 200_000

/** The lines of an answer: some are left out at the beginning, and so many are shown. */
export class OutputLines {
  readonly lines: string[] = []
  /** Whether a line came that is not shown. */
  isMore = false
  #skip: number
  readonly #limit: number
  #characters = 0

  constructor(offset: number, limit: number) {
    this.#skip = offset
    this.#limit = limit === 0 ? Infinity : limit
  }

  /** @returns false when there is room for no more */
  add(line: string): boolean {
    if (this.#skip > 0) {
      this.#skip--
      return true
    }
    if (this.lines.length >= this.#limit || this.#characters >= MOST_CHARACTERS) {
      this.isMore = true
      return false
    }
    this.lines.push(line)
    this.#characters += line.length + 1
    return true
  }
}

export interface ContentFormat {
  readonly hasNumbers: boolean
  /** Whether lines around matches are shown; then parts that do not follow each other are set apart. */
  readonly hasContext: boolean
  readonly shown: (path: string) => string
}

/** Writes the lines of files as `grep -n` does: `path:12:text`, and `path-11-text` around it. */
export class ContentWriter {
  readonly #output: OutputLines
  readonly #format: ContentFormat
  #hasWritten = false

  constructor(output: OutputLines, format: ContentFormat) {
    this.#output = output
    this.#format = format
  }

  /** @returns false when there is room for no more */
  write({ path, lines, binaryAt }: FileMatches): boolean {
    const { hasNumbers, hasContext, shown } = this.#format
    const name = showPath(shown(path))
    let last: number | null = null
    for (const { number, text, isMatch } of lines) {
      const isApart = last === null ? this.#hasWritten : number > last + 1
      if (hasContext && isApart && !this.#output.add('--')) return false
      const mark = isMatch ? ':' : '-'
      const prefix = hasNumbers ? `${name}${mark}${String(number)}${mark}` : `${name}${mark}`
      if (!this.#output.add(prefix + cutLine(text))) return false
      this.#hasWritten = true
      last = number
    }
    if (binaryAt === null || lines.length === 0) return true
    return this.#output.add(`${name}: binary from byte ${String(binaryAt)} on; what follows is not searched`)
  }
}

function cutLine(text: string): string {
  const shown = text.replaceAll('\0', '\\x00')
  if (shown.length <= MOST_LINE_CHARACTERS) return shown
  return `${shown.slice(0, MOST_LINE_CHARACTERS).toWellFormed()} … [cut: the line has ${String(text.length)} characters]`
}
