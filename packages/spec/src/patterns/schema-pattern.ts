import { linearPattern } from './linear-pattern.ts'

const ESCAPE = '\\\\(?:[dDsSwW./$^*+?()[\\]{}|]|u[0-9a-fA-F]{4})'
const ATOM = `(?:[^\\\\^$*+?()[\\]{}|]|${ESCAPE}|\\\\[pP]\\{\\w{1,40}\\}|\\[(?:[^\\\\[\\]]|${ESCAPE})+\\])`
const FIXED = `(?:${ATOM}(?:\\{\\d{1,3}\\})?)*`
const REPEATED = `${ATOM}(?:[*+]|\\{\\d{1,3},\\d{0,3}\\})`
/** One that may be missing, or one of up to four alternatives. */
const CHOICE = `(?:${ATOM}\\?|\\(\\?:${FIXED}\\$?(?:\\|${FIXED}\\$?){1,3}\\))`
/**
 * From the beginning on, single characters and classes, of which one at most is repeated a number of times that is not
 * fixed, with one choice at most on each side of it: there, `RegExp` takes linear time as well, and no engine has to be
 * loaded. Nearly all patterns of schemas are so.
 */
const QUICK = new RegExp(`^\\^${FIXED}(?:${CHOICE}${FIXED})?(?:${REPEATED}${FIXED})?(?:${CHOICE}${FIXED})?\\$?$`, 'u')

/** Characters that a quick pattern can ask for: each of a text is compared with so many at most. */
const MOST_ATOMS = 1000

/** Whether a pattern of a schema occurs in a text. */
export type SchemaPattern = (text: string) => boolean

/**
 * Compiles a pattern of a schema, wherever it came from, so that it takes time in proportion to the text.
 *
 * @throws SyntaxError as `linearPattern`
 */
export function schemaPattern(source: string): SchemaPattern {
  const quick = isQuick(source) ? quickExpression(source) : null
  if (quick) return (text) => quick.test(text)
  const pattern = linearPattern(source, 'schema')
  return (text) => pattern.occursIn(text)
}

function isQuick(source: string): boolean {
  if (source.length > MOST_ATOMS || !QUICK.test(source)) return false
  const counts = source.match(/\d{1,3}(?=[,}])/g) ?? []
  return counts.reduce((sum, count) => sum + Number(count), source.length) <= MOST_ATOMS
}

function quickExpression(source: string): RegExp | null {
  try {
    return new RegExp(source, 'u')
  } catch {
    return null
  }
}
