/** Character codes and classes of the lexer. A class test is one array read; codes of 128 and more are ordinary. */

/** What stands behind the last character: NUL, which no source contains. */
export const END = 0
export const TAB = 9
export const NEWLINE = 10
export const SPACE = 32
export const DOUBLE_QUOTE = 34
export const HASH = 35
export const DOLLAR = 36
export const AMPERSAND = 38
export const SINGLE_QUOTE = 39
export const OPEN_PARENTHESIS = 40
export const CLOSE_PARENTHESIS = 41
export const PLUS = 43
export const MINUS = 45
export const SEMICOLON = 59
export const LESS = 60
export const EQUALS = 61
export const GREATER = 62
export const OPEN_BRACKET = 91
export const BACKSLASH = 92
export const CLOSE_BRACKET = 93
export const UNDERSCORE = 95
export const BACKTICK = 96
export const OPEN_BRACE = 123
export const PIPE = 124
export const CLOSE_BRACE = 125

/** Stands for itself, though a glob, a brace or a tilde expansion may begin with it. What is over it does not. */
const EXPANDING = 1
const META = 2

/** 0 is an ordinary character, 3 one that quotes or expands. */
const classes = new Uint8Array(128)
for (const [index, characters] of ['', '*?[{~', '\0 \t\n;&|<>()', '\'"`$\\'].entries()) {
  for (const character of characters) classes[character.charCodeAt(0)] = index
}

/** Blank, newline or operator character; also the end of the input. */
export function isMeta(code: number): boolean {
  return code < 128 && classes[code] === META
}

/** A character that stands for itself in an unquoted word. False at the end of input. */
export function isOrdinary(code: number): boolean {
  return code >= 128 || (classes[code] as number) <= EXPANDING
}

/** Is there nothing in an unquoted literal that a glob, a brace or a tilde expansion could begin with? */
export function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 128 && classes[code] === EXPANDING) return false
  }
  return true
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** First character of a variable name. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === UNDERSCORE
}

export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code)
}
