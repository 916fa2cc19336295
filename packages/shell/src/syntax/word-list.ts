const sets = new Map<string, ReadonlySet<string>>()

/**
 * Whether a word is in a list. A list is a text with blanks between its words; it becomes a set on first use. So an
 * unused list costs nothing at the start, and a bundler drops it.
 */
export function isAmong(list: string, word: string): boolean {
  let set = sets.get(list)
  if (set === undefined) sets.set(list, (set = new Set(list.split(' '))))
  return set.has(word)
}
