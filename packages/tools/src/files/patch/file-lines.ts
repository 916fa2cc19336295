export type LineEnd = '\n' | '\r\n' | ''

/** A line of a file, with its line end; the last line may have none. */
export interface FileLine {
  readonly text: string
  readonly end: LineEnd
}

export function splitLines(text: string): readonly FileLine[] {
  const lines: FileLine[] = []
  for (let at = 0; at < text.length;) {
    const lineFeed = text.indexOf('\n', at)
    const stop = lineFeed < 0 ? text.length : lineFeed
    const hasReturn = lineFeed > at && text[lineFeed - 1] === '\r'
    lines.push({
      text: text.slice(at, hasReturn ? stop - 1 : stop),
      end: lineFeed < 0 ? '' : hasReturn ? '\r\n' : '\n',
    })
    at = stop + 1
  }
  return lines
}

export function joinLines(lines: readonly FileLine[]): string {
  return lines.map(({ text, end }) => text + end).join('')
}
