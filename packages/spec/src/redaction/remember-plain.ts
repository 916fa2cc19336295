/** Longer texts are rarely told twice, and would be held for long. */
const LONGEST = 128
const MOST = 1024

/**
 * The same question about texts, which is not asked again about one that it was answered with no: most of what is told
 * of a call is told of the next one too. What it was answered with yes may be a secret, and is not kept.
 */
export function rememberPlain(question: (text: string) => boolean): (text: string) => boolean {
  const plain = new Set<string>()
  return (text) => {
    if (text.length > LONGEST) return question(text)
    if (plain.has(text)) return false
    if (question(text)) return true
    if (plain.size >= MOST) plain.clear()
    plain.add(text)
    return false
  }
}
