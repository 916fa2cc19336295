import type { Command } from 'commander'

/**
 * True when a command line asks for results as JSON, also one that is wrong otherwise. Words after `--`, values of
 * options, and the words of a command that is to be run ask for nothing.
 */
export function asksForJson(program: Command, words: readonly string[]): boolean {
  let command = program
  let isMistaken = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    if (word === '--') return false
    if (/^--jsonl?(?:=|$)/.test(word)) return true
    if (word.startsWith('-') && word !== '-') {
      const option = command.options.find(({ long, short }) => long === word || short === word)
      const hasOtherForm = word.includes('=') || (/^-[a-z]./.test(word) && !word.startsWith('--'))
      // A word after an option that is not known may be its value, or the command: nothing runs in any case.
      if (option === undefined) isMistaken ||= !hasOtherForm
      else if (option.required || (option.optional && !(words[at + 1] ?? '-').startsWith('-'))) at++
      continue
    }
    const named = command.commands.find((one) => one.name() === word || one.aliases().includes(word))
    if (named !== undefined) command = named
    else if (!isMistaken && runsItsWords(command)) return false
  }
  return false
}

/** The last argument of such a command takes all words that follow. */
const runsItsWords = ({ registeredArguments }: Command): boolean =>
  registeredArguments.length === 1 && registeredArguments[0]?.name() === 'command'
