import { isAmong } from '../syntax/word-list.ts'

/** Words that no shell takes for anything but themselves. A leading `=` or `~` would be expanded by some. */
const PLAIN = /^[A-Za-z0-9_@%+:,./-][A-Za-z0-9_@%+=:,./-]*$/

/** Words that mean something else as the first of a command; also everything with `=` is quoted there. */
const RESERVED =
  'if then elif else fi for while until do done case esac select function in time coproc foreach repeat end nocorrect noglob'

/**
 * Text that any POSIX shell (bash, dash, ksh, zsh too) reads as exactly these words.
 *
 * @throws RangeError when a word contains NUL, which no command line can carry.
 *
 * @example
 * quote(['echo', "it's", '']) // echo 'it'\''s' ''
 */
export function quote(argv: readonly string[]): string {
  return argv.map((word, index) => quoteWord(word, index === 0)).join(' ')
}

function quoteWord(word: string, first: boolean): string {
  if (word.includes('\0')) throw new RangeError('a word of a command line cannot contain NUL')
  const asIs = PLAIN.test(word) && !(first && (isAmong(RESERVED, word) || word.includes('=')))
  return asIs ? word : `'${word.replaceAll("'", "'\\''")}'`
}
