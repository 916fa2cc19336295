/** The end of a text that was cut. */
export const TRUNCATION_MARK = '… (truncated)'

/** The first `length` UTF-16 units of a text, or one fewer where that would part a surrogate pair. */
export function headOf(text: string, length: number): string {
  if (text.length <= length) return text
  return text.slice(0, isInsidePair(text, length) ? length - 1 : length)
}

/** The last `length` UTF-16 units of a text, or one fewer where that would part a surrogate pair. */
export function tailOf(text: string, length: number): string {
  if (text.length <= length) return text
  const start = text.length - length
  return text.slice(isInsidePair(text, start) ? start + 1 : start)
}

/** Cut to `length` units in total with the mark at its end; without the mark where that alone is longer. */
export function cutTo(text: string, length: number): string {
  if (length < TRUNCATION_MARK.length) return headOf(text, length)
  return headOf(text, length - TRUNCATION_MARK.length) + TRUNCATION_MARK
}

function isInsidePair(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  const after = text.charCodeAt(index)
  return before >= 0xd800 && before <= 0xdbff && after >= 0xdc00 && after <= 0xdfff
}
