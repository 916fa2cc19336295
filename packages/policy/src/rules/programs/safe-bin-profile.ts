import type { SafeBinProfile } from '../../model/layer.ts'
/** True when the words behind the name are what the profile lets through. */
export function fitsProfile(words: readonly string[], profile: SafeBinProfile): boolean {
  const { minPositional = 0, maxPositional = 0, allowedFlags = [], allowedValueFlags = [], deniedFlags = [] } = profile
  let operands = 0
  let options = true
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    if (!options || !/^-./.test(word)) {
      if (looksLikePath(word)) return false
      operands++
      continue
    }
    if (word === '--') {
      options = false
      continue
    }
    const [name, attached] = splitOption(word, allowedValueFlags)
    if (deniedFlags.includes(name) || lettersOf(word).some((letter) => deniedFlags.includes(letter))) return false
    if (allowedValueFlags.includes(name)) {
      const value = attached ?? words[++at]
      if (value === undefined || looksLikePath(value)) return false
    } else if (attached !== undefined || !isAllowed(word, allowedFlags)) return false
  }
  return operands >= minPositional && operands <= maxPositional
}

const isAllowed = (word: string, allowed: readonly string[]) =>
  allowed.includes(word) || (!word.startsWith('--') && lettersOf(word).every((letter) => allowed.includes(letter)))

const lettersOf = (word: string) => (word.startsWith('--') ? [] : Array.from(word.slice(1), (letter) => `-${letter}`))

/** `--limit=5` and `-n5`. */
function splitOption(word: string, valued: readonly string[]): readonly [name: string, attached?: string] {
  const equals = word.indexOf('=')
  if (equals > 0) return [word.slice(0, equals), word.slice(equals + 1)]
  if (!word.startsWith('--') && word.length > 2 && !valued.includes(word) && valued.includes(word.slice(0, 2))) {
    return [word.slice(0, 2), word.slice(2)]
  }
  return [word]
}

/** A file, a folder, a home, a list of files, an address; or a further option in the place of a value. */
const looksLikePath = (word: string) => /[\\/@]|^[~.-]|^$|[*?[\]{}$`]|^[A-Za-z]:/.test(word)
