import { RE2JS } from 're2js'

const LONGEST_PATTERN = 2000

/**
 * A regular expression of somebody we do not know, for matching in time linear in the text; `null` where that cannot be
 * done: look-around and back-references are only known to engines that try everything.
 */
export function linearPattern(pattern: string): ((text: string) => boolean) | null {
  if (pattern.length > LONGEST_PATTERN) return null
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return (text) => compiled.matcher(text).find()
  } catch {
    return null
  }
}
