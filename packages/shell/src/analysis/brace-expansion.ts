/** More words than this are left open: a few braces side by side multiply. */
const MOST_WORDS = 64

/** Lists without braces in them, and nothing else that braces could stand for. */
const LISTS_ONLY = /^[^{}]*(?:\{[^{},]*(?:,[^{},]*)+\}[^{}]*)+$/
const SEQUENCE_ONLY = /^([^{}]*)\{(0|-?[1-9]\d{0,5})\.\.(0|-?[1-9]\d{0,5})\}([^{}]*)$/

/**
 * The words that `{a,b}` and `{1..3}` in an unquoted literal become, or null where that is left open. Empty ones are
 * left out, as they are removed afterwards. Source: bash(1), Brace Expansion.
 */
export function expandBraces(text: string): readonly string[] | null {
  const sequence = SEQUENCE_ONLY.exec(text)
  if (sequence !== null) return numbers(sequence)
  if (!LISTS_ONLY.test(text)) return null
  let words = ['']
  for (const piece of text.split(/(\{[^{}]*\})/)) {
    const items = piece.startsWith('{') ? piece.slice(1, -1).split(',') : [piece]
    if (words.length * items.length > MOST_WORDS) return null
    words = words.flatMap((word) => items.map((item) => word + item))
  }
  return words.filter((word) => word !== '')
}

function numbers(sequence: RegExpExecArray): readonly string[] | null {
  const [, before = '', from, to, after = ''] = sequence
  const first = Number(from)
  const last = Number(to)
  const count = Math.abs(last - first) + 1
  if (count > MOST_WORDS) return null
  const step = first <= last ? 1 : -1
  return Array.from({ length: count }, (_, index) => `${before}${first + index * step}${after}`)
}
