/** Lines of a list that are shown of it, unless all are wanted. */
const MOST_LINES = 3
/** Where the output goes to no terminal. */
const USUAL_WIDTH = 100
/** The room for a title and for the values below it. */
const TITLE_WIDTH = 18

export interface ListOptions {
  /** Said after the last entry. */
  readonly end?: string
  /** Also more than a few lines; where the output goes to no terminal, a list is always whole. */
  readonly all: boolean
  readonly columns: number | undefined
}

/** A list behind its title: wrapped to the terminal, and folded after a few lines with the number of the rest. */
export function listLines(title: string, entries: readonly string[], options: ListOptions): readonly string[] {
  const { end = '', all, columns } = options
  const room = Math.max((columns ?? USUAL_WIDTH) - TITLE_WIDTH, 20)
  const lines: { text: string; entries: number }[] = []
  for (const [index, entry] of entries.entries()) {
    const text = index === entries.length - 1 ? `${entry}${end}` : `${entry},`
    const last = lines.at(-1)
    if (last !== undefined && last.text.length + 1 + text.length <= room) {
      last.text += ` ${text}`
      last.entries++
    } else lines.push({ text, entries: 1 })
  }
  const shown = all || columns === undefined || lines.length <= MOST_LINES ? lines : lines.slice(0, MOST_LINES - 1)
  const left = entries.length - shown.reduce((sum, line) => sum + line.entries, 0)
  const texts = [...shown.map(({ text }) => text), ...(left > 0 ? [`… and ${left} more; -v shows all`] : [])]
  return texts.map((text, index) => `${(index === 0 ? title : '').padEnd(TITLE_WIDTH)}${text}`)
}
