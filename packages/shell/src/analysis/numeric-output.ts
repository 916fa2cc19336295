import type { Script, Word } from '../syntax/tree.ts'

/**
 * Commands whose output is a decimal number whatever they find. Sources: date(1), nproc(1), id(1), getconf(1), wc(1)
 * (from standard input only: with operands it prints their names). `date +%m` is none: `08` is no number in an expression.
 */
const NUMERIC_COMMANDS: ReadonlyMap<string, RegExp> = new Map([
  ['date', /^ \+%(?:s|Y|u|-[mdHMSj])$/],
  ['nproc', /^(?: --all)?$/],
  ['id', /^ -(?:u|g)$/],
  ['tput', /^ (?:cols|lines)$/],
  ['wc', /^ -[lcwm]$/],
])

/** Is the output of `$( … )` surely a number? Only a pipeline that ends in a listed command, plain words alone. */
export function numericOutput(script: Script, isFunction: (name: string) => boolean): boolean {
  const statement = script.statements[0]
  if (script.statements.length !== 1 || statement?.pipelines.length !== 1) return false
  const command = statement.pipelines[0]?.commands.at(-1)
  if (command?.type !== 'simple' || command.assignments.length > 0) return false
  const first = command.words[0]
  const name = (first === undefined ? null : plainText(first)) ?? ''
  const pattern = NUMERIC_COMMANDS.get(name)
  if (pattern === undefined || command.redirections.some(({ operator }) => operator !== '<')) return false
  let line = ''
  for (const word of command.words.slice(1)) {
    const text = plainText(word)
    if (text === null) return false
    line += ` ${text}`
  }
  return pattern.test(line) && !isFunction(name)
}

export function plainText({ parts }: Word): string | null {
  const part = parts[0]
  return parts.length === 1 && (part?.type === 'literal' || part?.type === 'single') ? part.text : null
}
