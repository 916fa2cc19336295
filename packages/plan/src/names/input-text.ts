import type { CommandRedirection, ShellCommand } from '@poundlock/shell/analysis'
import { recipes } from '../commands/named-code.ts'
import { languageOf, scriptCalls } from '../commands/script-calls.ts'
import type { LineTree } from '../line/line-tree.ts'
import { literalText, onlyPart } from '../line/tree-nodes.ts'

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
export function inputTexts(line: LineTree): readonly (readonly [command: ShellCommand, code: string])[] {
  const { commands, text } = line
  const found: (readonly [ShellCommand, string])[] = []
  for (const command of commands) {
    if (command.stdin !== 'pipe' && command.redirections.length === 0) continue
    if (!runsItsInput(lastName(command.name))) continue
    const input = ownText(command, line) ?? (command.stdin === 'pipe' ? pipedText(command, line) : null)
    if (input === null) continue
    for (const code of commandsIn(lastName(command.name), input)) found.push([command, code])
  }
  // Any mention counts, also within a text that is run as a line: what is added is for rules that deny.
  if ((text.includes('<(') || text.includes('$(') || text.includes('`')) && MAY_RUN.test(text)) {
    for (const command of commands) {
      if (command.context !== 'process-substitution' && command.context !== 'substitution') continue
      const input = printedText(command)
      if (input !== null) found.push([command, input])
    }
  }
  return found
}

const runsItsInput = (name: string) =>
  RUNS_INPUT.test(name) || EDITORS.test(name) || /^g?make$/.test(name) || languageOf(name) !== null

/** What a program of that name makes of a text that it is given. */
function commandsIn(name: string, input: string): readonly string[] {
  // A table of cron(8) has five fields, or a word with `@`, before the command.
  if (name === 'crontab') return [input.replaceAll(/^[ \t]*(?:@\w+|(?:\S+[ \t]+){4}\S+)[ \t]/gm, '')]
  if (RUNS_INPUT.test(name)) return [input]
  if (EDITORS.test(name)) return Array.from(input.matchAll(/^[\d,.$%: ]*(?:[rw]\s*)?!(.+)$/gm), (match) => match[1]!)
  if (/^g?make$/.test(name)) return recipes(input)
  const language = languageOf(name)
  return language === null ? [] : scriptCalls(language, input)
}

const lastName = (name: string | null) => name?.slice(name.lastIndexOf('/') + 1) ?? ''

function pipedText(command: ShellCommand, line: LineTree): string | null {
  const source = line.pipedInto(command)
  if (source === null) return null
  return printedText(source) ?? (PASSES.test(source.name ?? '') ? passedOn(source, line) : null)
}

/** `cat <<< x`, `echo x | tee f`: the text that a command passes on. A file that it is given says something else. */
function passedOn(command: ShellCommand, line: LineTree): string | null {
  if (command.name === 'cat' && command.argv.length > 1 && command.argv[1] !== '-') return null
  return ownText(command, line) ?? (command.stdin === 'pipe' ? pipedText(command, line) : null)
}

/** `<<< 'x'` and `<<E`. */
function ownText({ redirections }: ShellCommand, line: LineTree): string | null {
  const here = redirections.findLast(({ operator }) => operator === '<<' || operator === '<<-' || operator === '<<<')
  const written = here === undefined ? null : line.redirectionAt(here.span)
  if (written === null) return null
  // What is expanded in a here-document leaves the rest of it as it is.
  const { target, hereDocument } = written
  // Other shells than bash read `$'…'` otherwise.
  if (onlyPart(target)?.type === 'ansi') return null
  return literalText(target) ?? (hereDocument === null ? null : line.text.slice(target.start, target.end))
}

/** The body of a here-document in which nothing is expanded. */
export function bodyOf({ span }: CommandRedirection, line: LineTree): string | null {
  const written = line.redirectionAt(span)
  return written?.hereDocument?.quoted === true ? literalText(written.target) : null
}

/**
 * True for a command whose standard input is, or may be, what another command of the line writes: through a pipe, another
 * descriptor, a file, a text that is put together when it runs.
 */
export function readsUnseen(command: ShellCommand, line: LineTree): boolean {
  switch (command.stdin) {
    case 'pipe':
    case 'descriptor':
    case 'file':
      return true
    case 'here-string':
      return ownText(command, line) === null
    case 'here-document':
      return isExpanded(command, line)
    default:
      return false
  }
}

function isExpanded({ redirections }: ShellCommand, line: LineTree): boolean {
  const here = redirections.findLast(({ operator }) => operator === '<<' || operator === '<<-')
  const written = here === undefined ? null : line.redirectionAt(here.span)
  return written === null || literalText(written.target) === null
}

function printedText({ name, argv }: ShellCommand): string | null {
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
