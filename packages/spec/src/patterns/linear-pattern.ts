import { RE2JS } from 're2js'

/** Characters. A longer pattern is likely an attack on speed. */
export const LONGEST_PATTERN = 2000

/** Instructions that a pattern may compile to: each character of a text costs at most so many steps. */
const LARGEST_PROGRAM = 5000

/** A regular expression that takes time in proportion to the text, whatever both are. */
export interface LinearPattern {
  /** Whether the pattern fits the whole text; `.` is any character. */
  fits(text: string): boolean
  /** Whether the pattern occurs somewhere in the text. */
  occursIn(text: string): boolean
  /** How many instructions it compiled to: the most steps that one character of a text costs. */
  readonly size: number
}

/** `unicode`: only what `RegExp` takes with the flag `u`. `schema`: also escapes that JSON Schemas in use have. */
export type PatternDialect = 'unicode' | 'schema'

/**
 * Compiles a pattern that came from a file, a repository, a server or a model. The syntax is that of `RegExp`, without
 * look-around and references back, which no engine matches in linear time.
 *
 * @throws SyntaxError when the pattern is malformed, too long, or needs more than linear time
 */
export function linearPattern(source: string, dialect: PatternDialect = 'unicode'): LinearPattern {
  if (source.length > LONGEST_PATTERN) throw new SyntaxError(`it is longer than ${LONGEST_PATTERN} characters`)
  // What `RegExp` refuses, the two engines could read in two ways.
  if (dialect === 'unicode') checkSyntax(source)
  // The translation would take the name for text.
  if (/(?<!\\)(?:\\\\)*\\k</.test(source)) throw unsupported('\\k<')
  const whole = compile(source, RE2JS.DOTALL)
  const size = whole.programSize()
  if (size > LARGEST_PROGRAM) throw new SyntaxError('its repetitions are too many in all')
  let anywhere: RE2JS | undefined
  return {
    size,
    fits: (text) => whole.testExact(text),
    occursIn: (text) => (anywhere ??= compile(source, 0)).test(text),
  }
}

function checkSyntax(source: string): void {
  try {
    new RegExp(source, 'u')
  } catch (error) {
    throw new SyntaxError((error as Error).message.replace(/^Invalid regular expression: /, ''))
  }
}

function compile(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), flags)
  } catch (error) {
    throw unsupported(/`([^`]*)`$/.exec((error as Error).message)?.[1] ?? source)
  }
}

const unsupported = (part: string) =>
  new SyntaxError(`${JSON.stringify(part)} cannot be matched in linear time, or is not known to the engine`)
