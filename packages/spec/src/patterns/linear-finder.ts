import { RE2JS } from 're2js'

/** Instructions that an expression may compile to: each character of a text costs at most so many steps. */
const LARGEST_PROGRAM = 5000

/** A place in a text, in UTF-16 code units. */
export interface FoundPlace {
  readonly start: number
  /** Behind the last character. */
  readonly end: number
}

/** An expression that finds places in texts, in time proportional to the text for each place. */
export interface LinearFinder {
  occursIn(text: string): boolean
  /** One place after the other, from left to right; they do not overlap. Of several, what comes first in a choice. */
  places(text: string): Iterable<FoundPlace>
}

/**
 * Compiles an expression in the syntax of RE2, in which `(?<=…)` looks behind. For what was translated from another
 * syntax; a pattern in the syntax of `RegExp` is for `linearPattern`. Source: https://github.com/google/re2/wiki/Syntax
 *
 * @throws SyntaxError when it is malformed, or its repetitions are too many
 */
export function linearFinder(expression: string): LinearFinder {
  const compiled = compile(expression)
  if (compiled.programSize() > LARGEST_PROGRAM) throw new SyntaxError('its repetitions are too many in all')
  return {
    occursIn: (text) => compiled.test(text),
    *places(text) {
      const matcher = compiled.matcher(text)
      while (matcher.find()) yield { start: matcher.start(), end: matcher.end() }
    },
  }
}

function compile(expression: string): RE2JS {
  try {
    return RE2JS.compile(expression, expression.includes('(?<=') ? RE2JS.LOOKBEHINDS : 0)
  } catch (error) {
    throw new SyntaxError((error as Error).message, { cause: error })
  }
}
