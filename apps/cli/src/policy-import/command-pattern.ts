import type { CommandSubject } from './foreign-line.ts'

/** Characters of a word that mean the same to every shell and to a rule. */
const PLAIN = /^[\w@%+=:,./~^#-]+$/

/** The words of an exact command or of a prefix, each as it will reach the program. */
export function commandWords(words: readonly string[], form: 'exact' | 'prefix'): CommandSubject {
  const end = words.findIndex((word) => !PLAIN.test(word))
  if (end >= 0) return { kind: 'command', words: words.slice(0, end), form: 'unreadable' }
  return { kind: 'command', words, form }
}

/** The same of a text: quotes, variables and operators are not read, since they would stand for other words. */
export const commandText = (text: string, form: 'exact' | 'prefix'): CommandSubject => {
  const words = text.trim().split(/\s+/).filter(Boolean)
  // A prefix without a word would be every command.
  return commandWords(words, words.length === 0 ? 'prefix' : form)
}

/**
 * A pattern in which `*` stands for any text, blanks too, and, where `one` is set, `?` for one character. A trailing
 * ` *` also stands for nothing, as the agents have it.
 */
export function commandGlob(text: string, { one = false } = {}): CommandSubject {
  const wild = one ? /[*?]/ : /\*/
  const words = text.trim().split(/\s+/).filter(Boolean)
  const at = words.findIndex((word) => wild.test(word))
  if (at < 0) return commandText(text, 'exact')
  const before = commandWords(words.slice(0, at), 'prefix')
  if (before.form === 'unreadable') return before
  const word = words[at]!
  if (at < words.length - 1) return { kind: 'command', words: before.words, form: 'inner' }
  if (word === '*') return before
  const start = word.slice(0, -1)
  if (!word.endsWith('*') || wild.test(start) || !PLAIN.test(start)) {
    return { kind: 'command', words: before.words, form: 'inner' }
  }
  return { kind: 'command', words: [...before.words, start], form: 'partial' }
}

/** Whether one command can fit both; in doubt it can. */
export function mayMeet(one: CommandSubject, other: CommandSubject): boolean {
  const length = Math.min(one.words.length, other.words.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [one.words[index]!, other.words[index]!]
    if (left === right) continue
    const isOpen = ({ words, form }: CommandSubject) => form === 'partial' && index === words.length - 1
    return (isOpen(one) && right.startsWith(left)) || (isOpen(other) && left.startsWith(right))
  }
  // A longer one does not fit an exact command, but one cannot be sure of what its options would be.
  return true
}
