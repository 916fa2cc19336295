import type { ShellCommand } from '@poundlock/shell/analysis'
import { recipes } from './named-code.ts'
import { languageOf, scriptCalls } from './script-calls.ts'

/** Programs that run what comes in, some in lines. */
const RUNS_INPUT = /^(?:(?:ba|da|z|k|mk|a|c|tc|fi|ya|rba)?sh|ssh|at|batch|crontab|parallel|xargs|source|\.)$/
const EDITORS = /^(?:ed|ex|vi|vim|nvim)$/
/** May run something that a text of the line says. */
const MAY_RUN = /\b(?:eval|source|sh|bash|dash|zsh|ksh|BASH_ENV|ENV|mapfile|readarray)\b|(?:^|[;&|\s])\.\s/
/** Passes its input on as it is. */
const PASSES = /^(?:cat|tee)$/

/**
 * Commands in a text that reaches a program which runs it, where the text is known: through a pipe from `echo` or
 * `printf`, from `<<<` and here-documents, from `<(echo …)` and `$(echo …)`. They are for the rules that deny them.
 */
export function inputTexts(
  commands: readonly ShellCommand[],
  text: string,
): readonly (readonly [command: ShellCommand, code: string])[] {
  const found: (readonly [ShellCommand, string])[] = []
  for (let index = 0; index < commands.length; index++) {
    const command = commands[index]!
    if (command.stdin !== 'pipe' && command.redirections.length === 0) continue
    if (!runsItsInput(lastName(command.name))) continue
    const said = ownText(command, text) ?? (command.stdin === 'pipe' ? pipedText(index, commands, text) : null)
    if (said === null) continue
    for (const code of commandsIn(lastName(command.name), said)) found.push([command, code])
  }
  if ((text.includes('<(') || text.includes('$(') || text.includes('`')) && MAY_RUN.test(text)) {
    for (const command of commands) {
      if (command.context !== 'process-substitution' && command.context !== 'substitution') continue
      const said = whatItSays(command)
      if (said !== null) found.push([command, said])
    }
  }
  return found
}

const runsItsInput = (name: string) =>
  RUNS_INPUT.test(name) || EDITORS.test(name) || /^g?make$/.test(name) || languageOf(name) !== null

/** What a program of that name makes of a text that it is given. */
function commandsIn(name: string, said: string): readonly string[] {
  // A table of cron(8) has five fields, or a word with `@`, before the command.
  if (name === 'crontab') return [said.replaceAll(/^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s/gm, '')]
  if (RUNS_INPUT.test(name)) return [said]
  if (EDITORS.test(name)) return Array.from(said.matchAll(/^[\d,.$%: ]*(?:[rw]\s*)?!(.+)$/gm), (match) => match[1]!)
  if (/^g?make$/.test(name)) return recipes(said)
  const language = languageOf(name)
  return language === null ? [] : scriptCalls(language, said)
}

const lastName = (name: string | null) => name?.slice(name.lastIndexOf('/') + 1) ?? ''

function pipedText(index: number, commands: readonly ShellCommand[], text: string): string | null {
  const { span } = commands[index]!
  for (let at = index - 1; at >= 0; at--) {
    const source = commands[at]!
    if (source.span[1] > span[0] || !/^\s*\|&?\s*$/.test(text.slice(source.span[1], span[0]))) continue
    return whatItSays(source) ?? (PASSES.test(source.name ?? '') ? passedOn(at, commands, text) : null)
  }
  return null
}

/** `cat <<< x`, `echo x | tee f`: the text that a command passes on. A file that it is given says something else. */
function passedOn(index: number, commands: readonly ShellCommand[], text: string): string | null {
  const command = commands[index]!
  if (command.name === 'cat' && command.argv.length > 1 && command.argv[1] !== '-') return null
  return ownText(command, text) ?? (command.stdin === 'pipe' ? pipedText(index, commands, text) : null)
}

/** `<<< 'x'` and `<<E`. */
function ownText({ redirections }: ShellCommand, text: string): string | null {
  if (redirections.length === 0) return null
  const here = redirections.findLast(({ operator }) => operator === '<<' || operator === '<<-' || operator === '<<<')
  if (here === undefined) return null
  if (here.operator === '<<<') {
    const [, single, double, bare] =
      /^\d*<<<\s*(?:'([^']*)'|"([^"$`\\]*)"|([\w./:=@%+-]+))$/.exec(text.slice(...here.span)) ?? []
    return single ?? double ?? bare ?? null
  }
  // The body stands between the next end of line and the delimiter.
  const delimiter = /(\w+)['"]?\s*$/.exec(text.slice(...here.span).split('\n', 1)[0]!)?.[1]
  const body = text.slice(text.indexOf('\n', here.span[0]) + 1)
  const end = delimiter === undefined ? null : new RegExp(`^\\t*${delimiter}$`, 'm').exec(body)
  return end ? body.slice(0, end.index) : null
}

/**
 * True for a command whose standard input is, or may be, what another command of the line writes: through a pipe, another
 * descriptor, a file, a text that is put together when it runs.
 */
export function readsUnseen(command: ShellCommand, text: string): boolean {
  switch (command.stdin) {
    case 'pipe':
    case 'descriptor':
    case 'file':
      return true
    case 'here-string':
      return ownText(command, text) === null
    case 'here-document':
      return isExpanded(command, text)
    default:
      return false
  }
}

/** Nothing is expanded in a here-document whose delimiter is quoted. Where its text ends is not looked for: others may lie between. */
function isExpanded(command: ShellCommand, text: string): boolean {
  const here = command.redirections.findLast(({ operator }) => operator === '<<' || operator === '<<-')
  if (here === undefined) return true
  const [delimiter] = text.slice(...here.span).split('\n', 1)
  return !/['"\\]/.test(delimiter!) && /[$`]/.test(text.slice(here.span[0]))
}

function whatItSays({ name, argv }: ShellCommand): string | null {
  const words = argv.slice(1)
  if (!words.every((word) => word !== null) || words.length === 0) return null
  const escaped = (word: string) => word.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
  if (name === 'echo') return escaped(words.filter((word, at) => at > 0 || !/^-[neE]+$/.test(word)).join(' '))
  if (name !== 'printf') return null
  const [format = '', ...rest] = words
  if (!format.includes('%')) return escaped(format)
  // As often as there are words: each on a line of its own says the same.
  const lines = format.includes('%s') ? rest.map((word) => format.replaceAll('%s', word)) : []
  return escaped(lines.join('\n'))
}
