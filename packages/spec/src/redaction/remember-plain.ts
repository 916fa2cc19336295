/** Longer texts are rarely repeated, and would take memory for long. */
const LONGEST = 128
const MOST = 1024

/**
 * Remembers texts for which a check was false, since most texts of a call occur in the next one, too. A text for which
 * it was true may be a secret, and is not kept.
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
