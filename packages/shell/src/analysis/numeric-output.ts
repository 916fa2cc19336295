import type { Script } from '../syntax/tree.ts'

/**
 * Commands whose output is a decimal number whatever they find. Sources: date(1), nproc(1), id(1), getconf(1), wc(1)
 * (from standard input only: with operands it prints their names).
 */
const numericCommands: readonly RegExp[] = [
  /^date \+%(?:s|Y|m|d|H|M|S|j|u|N)$/,
  /^nproc(?: --all)?$/,
  /^id -(?:u|g)$/,
  /^tput (?:cols|lines)$/,
  /^wc -[lcwm]$/,
]

/** Is the output of `$( … )` surely a number? Only a pipeline that ends in a listed command, plain words alone. */
export function numericOutput(script: Script, isFunction: (name: string) => boolean): boolean {
  const statement = script.statements[0]
  if (script.statements.length !== 1 || statement?.pipelines.length !== 1) return false
  const command = statement.pipelines[0]?.commands.at(-1)
  if (command?.type !== 'simple' || command.assignments.length > 0) return false
  if (command.redirections.some((redirection) => redirection.operator !== '<')) return false
  let line = ''
  for (const word of command.words) {
    const part = word.parts[0]
    if (word.parts.length !== 1 || (part?.type !== 'literal' && part?.type !== 'single')) return false
    line += line === '' ? part.text : ` ${part.text}`
  }
  const name = line.split(' ', 1)[0] ?? ''
  return !isFunction(name) && numericCommands.some((pattern) => pattern.test(line))
}
