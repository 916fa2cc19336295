/** What a text of JSON is made of, as far as keys are concerned. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/gs

/**
 * A key that stands twice in one object of a valid text of JSON; `null` where none does. Readers differ in which of the
 * two counts (RFC 8259, 4), so that whoever wrote it may have meant the other one.
 */
export function repeatedKey(text: string): string | null {
  const open: (Set<string> | null)[] = []
  let last: string | null = null
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (token === ':' && last !== null) {
      const keys = open.at(-1)
      const key = JSON.parse(last) as string
      if (keys?.has(key) === true) return key
      keys?.add(key)
    }
    last = token.startsWith('"') ? token : null
  }
  return null
}
