import type { ShellCommand } from '@poundlock/shell'

/** Programs that run what comes in, some in lines. */
const RUNS_INPUT = /^(?:(?:ba|da|z|k|mk|a|c|tc|fi|ya|rba)?sh|ssh|at|batch|crontab|parallel|source|\.)$/

/**
 * The text that reaches a shell through a pipe from `echo` or `printf`, where it is known: what it says will run, for the
 * rules that deny it.
 */
export function pipedTexts(
  commands: readonly ShellCommand[],
  text: string,
): readonly (readonly [ShellCommand, string])[] {
  const found: (readonly [ShellCommand, string])[] = []
  for (const [index, command] of commands.entries()) {
    if (command.stdin !== 'pipe' || !RUNS_INPUT.test(lastName(command.name))) continue
    const source = commands.findLast(
      ({ span }, at) =>
        at < index && span[1] <= command.span[0] && /^\s*\|&?\s*$/.test(text.slice(span[1], command.span[0])),
    )
    const said = source === undefined ? null : (whatItSays(source) ?? document(source, text))
    if (said === null) continue
    // A table of cron(8) has five fields, or a word with `@`, before the command.
    const isTable = lastName(command.name) === 'crontab'
    found.push([command, isTable ? said.replaceAll(/^\s*(?:@\w+|(?:\S+\s+){4}\S+)\s/gm, '') : said])
  }
  return found
}

const lastName = (name: string | null) => name?.slice(name.lastIndexOf('/') + 1) ?? ''

/** `cat <<'E' | sh`: the body stands between the next end of line and the delimiter. */
function document({ name, argv, redirections }: ShellCommand, text: string): string | null {
  const here = redirections.find(({ operator }) => operator === '<<' || operator === '<<-')
  if (name !== 'cat' || argv.length > 1 || here === undefined) return null
  const delimiter = /(\w+)['"]?\s*$/.exec(text.slice(...here.span).split('\n', 1)[0]!)?.[1]
  const body = text.slice(text.indexOf('\n', here.span[0]) + 1)
  const end = delimiter === undefined ? null : new RegExp(`^\\t*${delimiter}$`, 'm').exec(body)
  return end ? body.slice(0, end.index) : null
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
