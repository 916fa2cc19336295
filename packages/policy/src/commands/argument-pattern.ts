import type { RuleAction, RuleFailure, RuleShape } from './command-rule.ts'

/** Narrows a rule to the commands whose arguments, joined by single spaces, fit a regular expression as a whole. */
export function withArguments(
  shape: RuleShape,
  args: string | undefined,
  action: RuleAction,
  fail: RuleFailure,
): RuleShape {
  if (args === undefined) return shape
  let pattern: RegExp
  try {
    // By itself first: `a)|(b` would leave the brackets that hold it to the whole.
    new RegExp(args, 'u')
    pattern = new RegExp(`^(?:${args})$`, 'su')
  } catch (error) {
    return fail(
      `has an unusable args pattern: ${(error as Error).message}`,
      'args is a regular expression for all of the arguments, such as "push origin .*".',
    )
  }
  /** Whether both ways to see a blank in a word fit: as it is, and as a part of the word. */
  const readings = (words: readonly string[]): readonly boolean[] => [
    pattern.test(words.join(' ')),
    pattern.test(words.map((word) => word.replaceAll(/\s/gu, '_')).join(' ')),
  ]
  return {
    // What the pattern is for are the arguments of the interpreter.
    coversScript: () => false,
    coversReal: (command) => shape.coversReal(command),
    covers(command) {
      const words = command.argv.slice(1)
      if (!shape.covers(command) || !words.every((word) => word !== null)) return false
      // A word with a blank in it could pose as two: the joined text would not say which.
      if (action === 'allow' && words.some((word) => word === '' || /\s/u.test(word))) return false
      return readings(words).every(Boolean)
    },
    mayCover(command) {
      const words = command.argv.slice(1)
      if (!shape.mayCover(command)) return false
      // With options between the words of the rule, the pattern may fit what they leave.
      if (!shape.covers(command) || !words.every((word) => word !== null)) return true
      return readings(words).some(Boolean)
    },
  }
}
