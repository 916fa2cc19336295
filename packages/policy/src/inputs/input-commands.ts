import { namesArguments, namesCommand } from './input-names.ts'

/**
 * The command lines that an object of inputs holds: a text is a line, a list is a program with its arguments. Where that
 * is left open, both are listed: more lines only ask more.
 *
 * @param declaredUse what the owner of the tool says of an input, by its name
 */
export function commandLines(
  values: Readonly<Record<string, unknown>>,
  declaredUse: (key: string) => string | null,
): readonly string[] {
  const keys = Object.keys(values)
  const found: string[] = []
  for (const key of keys) {
    const use = declaredUse(key)
    const named = use === 'command' ? 'many' : use === null ? namesCommand(key) : null
    if (named === null) continue
    found.push(...linesOf(values[key], named, argumentsBeside(values, key, keys, declaredUse)))
  }
  return found
}

function argumentsBeside(
  values: Readonly<Record<string, unknown>>,
  command: string,
  keys: readonly string[],
  declaredUse: (key: string) => string | null,
): string {
  const beside = keys.filter((key) => key !== command && namesArguments(key) && declaredUse(key) !== 'none')
  return beside.map((key) => ` ${argumentText(values[key])}`).join('')
}

function argumentText(value: unknown): string {
  if (typeof value === 'string') return value
  return Array.isArray(value) ? value.map((item) => quoted(String(item))).join(' ') : ''
}

function linesOf(value: unknown, named: 'one' | 'many', beside: string): readonly string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value + beside]
  if (!Array.isArray(value)) return []
  const items = value.filter((item) => typeof item === 'string')
  if (items.length === 0) return []
  const whole = items.map(quoted).join(' ') + beside
  // A list of lines, or one program with its arguments.
  return named === 'many' || items.some((item) => /\s/.test(item)) ? [whole, ...items] : [whole]
}

/** As one word of the shell. */
const quoted = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)
