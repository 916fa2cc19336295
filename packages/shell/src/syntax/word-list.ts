const sets = new Map<string, ReadonlySet<string>>()

/**
 * Is the word one of a list? Lists of words are kept as texts with blanks between, and a set is made of one when it is
 * first asked: what is never asked costs nothing at the start, and a bundler drops it.
 */
export function isAmong(list: string, word: string): boolean {
  let set = sets.get(list)
  if (set === undefined) sets.set(list, (set = new Set(list.split(' '))))
  return set.has(word)
}
