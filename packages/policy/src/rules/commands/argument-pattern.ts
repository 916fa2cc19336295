import { linearPattern, type LinearPattern } from '@poundlock/spec/patterns'
import { spend } from '../../model/budget.ts'
import type { RuleAction, RuleFailure, RuleShape } from './rule-shape.ts'

/** Characters. Longer arguments are not matched: an allow rule does not cover them, a deny rule may. */
const LONGEST_TEXT = 64 * 1024

/** Compiled patterns, since the document of a host is compiled for each decision. */
const compiled = new Map<string, LinearPattern>()
const MOST_COMPILED = 1000

/** Narrows a rule to the commands whose arguments, joined by single spaces, fit a regular expression as a whole. */
export function withArguments(
  shape: RuleShape,
  args: string | undefined,
  action: RuleAction,
  fail: RuleFailure,
): RuleShape {
  if (args === undefined) return shape
  let pattern: LinearPattern
  try {
    pattern = compilePattern(args)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return fail(
      `has an unusable args pattern: ${error.message}`,
      'args is a regular expression for all of the arguments, such as "push origin .*", without look-around and references back.',
    )
  }
  /** Whether both ways to see a blank in a word fit: as it is, and as a part of the word. */
  const readings = (words: readonly (string | null)[]): readonly boolean[] => {
    const text = words.join(' ')
    const joined = words.map((word) => word?.replaceAll(/\s/gu, '_')).join(' ')
    return text === joined ? [fits(text)] : [fits(text), fits(joined)]
  }
  const fits = (text: string) => {
    spend(200 + text.length * (1 + pattern.size / 50))
    return pattern.fits(text)
  }
  return {
    // What the pattern is for are the arguments of the interpreter.
    coversScript: () => false,
    coversReal: (command) => shape.coversReal(command),
    covers(command) {
      const words = command.argv.slice(1)
      if (!shape.covers(command) || !areKnown(words)) return false
      // A word with a blank in it could pose as two: the joined text would not say which.
      if (action === 'allow' && words.some((word) => !word || /\s/u.test(word))) return false
      return readings(words).every(Boolean)
    },
    mayCover(command) {
      const words = command.argv.slice(1)
      if (!shape.mayCover(command)) return false
      // With options between the words of the rule, the pattern may fit what they leave.
      if (!shape.covers(command) || !areKnown(words)) return true
      return readings(words).some(Boolean)
    },
  }
}

/** Whether all of the words are known, and short enough for a pattern. */
function areKnown(words: readonly (string | null)[]): boolean {
  let length = 0
  for (const word of words) {
    if (word === null) return false
    length += word.length + 1
  }
  return length <= LONGEST_TEXT
}

function compilePattern(args: string): LinearPattern {
  let pattern = compiled.get(args)
  if (pattern) return pattern
  pattern = linearPattern(args)
  spend(500 * pattern.size)
  if (compiled.size >= MOST_COMPILED) compiled.clear()
  compiled.set(args, pattern)
  return pattern
}
