import { readdirSync, readFileSync } from 'node:fs'

const source = new URL('src/', import.meta.url)

/** The parser and the printer, whose classes nobody outside them looks into; the rest of these folders is public. */
const INNER = /^(?:syntax\/(?!(?:tree|refusal)\.ts$)|printing\/)/

/**
 * The members of the parser's and the printer's classes that a build may shorten: those whose names stand nowhere else,
 * not in what is public, not in the analysis and its tables of commands, and that no object of the language has.
 */
export function internalNames(): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const read = (file: string) => readFileSync(new URL(file, source), 'utf8')
  const outside = files.filter((file) => !INNER.test(file)).map(read)
  const elsewhere = new Set(outside.join('\n').match(/\w+/g))
  for (const builtin of [Array, Error, Function, Map, Number, Object, RegExp, Set, String, Uint8Array]) {
    for (const object of [builtin, builtin.prototype]) {
      for (const name of Object.getOwnPropertyNames(object)) elsewhere.add(name)
    }
  }
  const members = new Set<string>()
  for (const file of files.filter((name) => INNER.test(name))) {
    for (const [, name = ''] of read(file).matchAll(/\bthis\.([A-Za-z]\w*)/g)) members.add(name)
  }
  return [...members].filter((name) => !elsewhere.has(name)).toSorted()
}
