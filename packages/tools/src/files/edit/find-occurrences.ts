/** A stretch of a text. */
export interface Occurrence {
  readonly start: number
  readonly end: number
}

/**
 * Where a text occurs. A line feed of it also stands for CRLF, since who writes it does not see which the file has;
 * unless it has carriage returns itself, and then occurs as it is.
 *
 * @param overlapping whether those that begin inside another count: where exactly one is meant, they leave it open
 */
export function findOccurrences(text: string, wanted: string, overlapping: boolean): readonly Occurrence[] {
  const exact = findExact(text, wanted, overlapping)
  if (!text.includes('\r\n') || !wanted.includes('\n') || (wanted.includes('\r') && exact.length > 0)) return exact
  const pattern = wanted.replaceAll('\r\n', '\n')
  const { plain, offsets } = withoutReturns(text)
  return findExact(plain, pattern, overlapping).map(({ start, end }) => ({
    start: start + countBelow(offsets, start),
    end: end + countBelow(offsets, end),
  }))
}

function findExact(text: string, wanted: string, overlapping: boolean): readonly Occurrence[] {
  const found: Occurrence[] = []
  const step = overlapping ? 1 : wanted.length
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + step)) {
    found.push({ start: at, end: at + wanted.length })
  }
  return found
}

/** The text with line feeds for CRLF, and where in it they stand. */
function withoutReturns(text: string): { readonly plain: string; readonly offsets: readonly number[] } {
  const offsets: number[] = []
  const plain = text.replaceAll(/\r\n/g, (_, at: number) => {
    offsets.push(at - offsets.length)
    return '\n'
  })
  return { plain, offsets }
}

/** How many of the sorted numbers are below a limit. */
function countBelow(numbers: readonly number[], limit: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
