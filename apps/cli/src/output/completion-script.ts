/** Shells that a completion script can be printed for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type ShellName = (typeof SHELLS)[number]

/** A command by its words, none for the program itself, and the words that can follow it. */
export interface CompletionEntry {
  readonly path: readonly string[]
  readonly words: readonly { readonly word: string; readonly text: string }[]
}

/** A script that completes commands, options and fixed arguments; files elsewhere. It starts no program. */
export function completionScript(shell: ShellName, entries: readonly CompletionEntry[]): string {
  switch (shell) {
    case 'bash':
      return bash(entries)
    case 'zsh':
      return zsh(entries)
    case 'fish':
      return fish(entries)
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const table = (entries: readonly CompletionEntry[], show: (entry: CompletionEntry) => string) =>
  entries.map((entry) => `    ${quoted(entry.path.join(' '))}) ${show(entry)} ;;`).join('\n')

function bash(entries: readonly CompletionEntry[]): string {
  return `# bash completion of poundlock
_poundlock_words() {
  case "$1" in
${table(entries, ({ words }) => `echo ${quoted(words.map(({ word }) => word).join(' '))}`)}
    *) return 1 ;;
  esac
}
_poundlock() {
  local at='' next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    # Behind it stands a command of another program.
    [ "\${COMP_WORDS[i]}" = -- ] && return
    next="\${at:+$at }\${COMP_WORDS[i]}"
    _poundlock_words "$next" > /dev/null && at=$next
  done
  COMPREPLY=($(compgen -W "$(_poundlock_words "$at")" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _poundlock poundlock`
}

function zsh(entries: readonly CompletionEntry[]): string {
  const described = ({ words }: CompletionEntry) =>
    `found=(${words.map(({ word, text }) => quoted(`${word.replaceAll(':', '\\:')}:${text}`)).join(' ')})`
  return `#compdef poundlock
_poundlock_words() {
  case "$1" in
${table(entries, described)}
    *) return 1 ;;
  esac
}
_poundlock() {
  local at='' next i
  local -a found
  for ((i = 2; i < CURRENT; i++)); do
    [[ \${words[i]} == -- ]] && { _files; return }
    next="\${at:+$at }\${words[i]}"
    _poundlock_words "$next" && at=$next
  done
  _poundlock_words "$at"
  _describe poundlock found || _files
}
_poundlock "$@"`
}

/** Quotes of fish: a backslash stands for the next quote or backslash. */
const fishQuoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish(entries: readonly CompletionEntry[]): string {
  const paths = entries.filter(({ path }) => path.length > 0).map(({ path }) => fishQuoted(path.join(' ')))
  const lines = entries.flatMap(({ path, words }) =>
    words.map(({ word, text }) => {
      const where = fishQuoted(`__poundlock_at ${path.join(' ')}`.trim())
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${fishQuoted(word)}`
      return `complete -c poundlock -n ${where} ${what}${text === '' ? '' : ` -d ${fishQuoted(text)}`}`
    }),
  )
  return `# fish completion of poundlock
function __poundlock_at
  set -l at
  for word in (commandline -opc)[2..-1]
    test "$word" = --; and return 1
    contains -- (string join ' ' $at $word) ${paths.join(' ')}; and set at $at $word
  end
  test "$at" = "$argv"
end
${lines.join('\n')}`
}
