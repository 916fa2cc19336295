import type { ShellCommand } from '@poundlock/shell/analysis'

/**
 * Where words stand that a variable, a list or the parameters may hold: `for i in rm`, `a=(rm x)`, `<<< 'rm x'`. Looked for in
 * the text, since any mention counts, also within a quoted text that may be run: what is found is for rules that deny.
 */
const HOLDS: readonly RegExp[] = [
  /\b(?:for|select)\s+\w+\s+in\s+([^;\n]+)/g,
  /=\(([^()]*)\)/g,
  /<<<\s*(?:'([^']*)'|"([^"$`]*)"|([^\s;|&]+))/g,
  /\bprintf\s+-v\s+\w+\s+(?:--\s+)?(?:'([^']*)'|"([^"$`]*)")/g,
  /(?:^|[\s;&|])\w+=(?:'([^']*)'|"([^"$`]*)"|([^\s;|&()'"]+))/g,
]
const MOST = 64

/**
 * Commands that a line may run by way of a variable, where the name of a command is only known when it runs: what the
 * line itself writes into variables, lists and parameters. They are for the rules that deny them.
 */
export function looseCommands(commands: readonly ShellCommand[], text: string): readonly string[] {
  const found = new Set<string>()
  const splits = /\bIFS=(?:'(.)'|"(.)"|(\S))/.exec(text)
  const separator = splits?.[1] ?? splits?.[2] ?? splits?.[3]
  const add = (words: string) => {
    found.add(words)
    if (separator !== undefined && words.includes(separator)) found.add(words.replaceAll(separator, ' '))
    for (const word of words.split(/\s+/)) if (/^[\w./-]+$/.test(word)) found.add(word)
  }
  for (const holds of HOLDS) {
    for (const match of text.matchAll(holds)) add((match.slice(1).find((group) => group !== undefined) ?? '').trim())
  }
  for (const { name, argv } of commands) {
    const words = argv.slice(1).filter((word) => word !== null && word !== '--')
    // What a function is given, and what `set` makes the parameters.
    if (
      name === 'set' ||
      (name !== null &&
        new RegExp(
          `(?:^|[\\s;])(?:function\\s+)?${name.replaceAll(/\W/g, '\\$&')}\\s*\\(\\)|\\bfunction\\s+${name.replaceAll(/\W/g, '\\$&')}\\b`,
        ).test(text))
    ) {
      add(words.join(' '))
    }
  }
  return [...found].filter((code) => code !== '').slice(0, MOST)
}
