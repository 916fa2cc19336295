/** One character, as a pattern asks for it. */
export type CharacterTest = (code: number) => boolean

/** A pattern as a tree. */
export type PatternNode =
  | { readonly kind: 'character'; readonly test: CharacterTest }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence' | 'either'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly least: number; readonly most: number }

const MAX_DEPTH = 50
const MAX_REPEATS = 100

const isDigit: CharacterTest = (code) => code >= 48 && code <= 57
const isWord: CharacterTest = (code) =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95
const isSpace: CharacterTest = (code) => /\s/u.test(String.fromCodePoint(code))
const not =
  (test: CharacterTest): CharacterTest =>
  (code) =>
    !test(code)

const CLASSES: Readonly<Record<string, CharacterTest>> = {
  d: isDigit,
  D: not(isDigit),
  w: isWord,
  W: not(isWord),
  s: isSpace,
  S: not(isSpace),
}
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Reads a pattern: the part of regular expressions that can be matched in linear time. Characters, `.`, `[…]`, `\d \w \s`
 * and their opposites, `^`, `$`, `|`, groups, `* + ?` and `{m,n}`.
 *
 * @throws SyntaxError for anything else, such as references back and looking around
 */
export function parsePattern(pattern: string): PatternNode {
  const characters = Array.from(pattern)
  let at = 0
  const fail = (what: string): never => {
    throw new SyntaxError(`${what} at character ${at + 1}`)
  }
  const either = (depth: number): PatternNode => {
    if (depth > MAX_DEPTH) fail(`groups lie more than ${MAX_DEPTH} deep`)
    const parts = [sequence(depth)]
    while (characters[at] === '|') {
      at++
      parts.push(sequence(depth))
    }
    return parts.length === 1 ? parts[0]! : { kind: 'either', parts }
  }
  const sequence = (depth: number): PatternNode => {
    const parts: PatternNode[] = []
    while (at < characters.length && characters[at] !== '|' && characters[at] !== ')') parts.push(repeated(depth))
    return { kind: 'sequence', parts }
  }
  const repeated = (depth: number): PatternNode => {
    const part = one(depth)
    const bounds = repetition()
    if (bounds === null) return part
    if (part.kind === 'start' || part.kind === 'end') fail('an end of the text cannot be repeated')
    if (repetition() !== null) fail('a repetition cannot be repeated')
    return { kind: 'repeat', part, ...bounds }
  }
  const repetition = (): { readonly least: number; readonly most: number } | null => {
    const sign = characters[at]
    if (sign === '*' || sign === '+' || sign === '?') {
      at++
      return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity }
    }
    if (sign !== '{') return null
    const [whole, least, comma, most] =
      /^\{(\d{1,3})(,)?(\d{1,3})?\}/.exec(characters.slice(at, at + 10).join('')) ?? []
    if (whole === undefined) fail('expected {m}, {m,} or {m,n}')
    at += whole!.length
    const bounds = {
      least: Number(least),
      most: most === undefined ? (comma === undefined ? Number(least) : Infinity) : Number(most),
    }
    if (bounds.least > MAX_REPEATS || (bounds.most !== Infinity && bounds.most > MAX_REPEATS)) {
      fail(`at most ${MAX_REPEATS} repetitions are counted`)
    }
    if (bounds.most < bounds.least) fail('the bounds are the wrong way round')
    return bounds
  }
  const one = (depth: number): PatternNode => {
    const character = characters[at++]!
    switch (character) {
      case '^':
        return { kind: 'start' }
      case '$':
        return { kind: 'end' }
      case '.':
        return { kind: 'character', test: (code) => code !== 10 && code !== 13 }
      case '[':
        return { kind: 'character', test: set() }
      case '\\':
        return { kind: 'character', test: escape() }
      case '(': {
        if (characters[at] === '?') {
          if (characters[at + 1] !== ':') fail('of groups with "?", only (?:…) is understood')
          at += 2
        }
        const inner = either(depth + 1)
        if (characters[at++] !== ')') fail('a group is not closed')
        return inner
      }
      case '*':
      case '+':
      case '?':
      case '{':
        at--
        return fail('there is nothing to repeat')
      default:
        return { kind: 'character', test: is(character) }
    }
  }
  const escape = (): CharacterTest => {
    const character = characters[at++] ?? fail('nothing is escaped')
    const known = Object.hasOwn(CLASSES, character) ? CLASSES[character] : undefined
    if (known) return known
    if (Object.hasOwn(CONTROLS, character)) return is(CONTROLS[character]!)
    if (/[A-Za-z0-9]/.test(character)) fail(`\\${character} is not understood`)
    return is(character)
  }
  const set = (): CharacterTest => {
    const negated = characters[at] === '^'
    if (negated) at++
    const tests: CharacterTest[] = []
    while (characters[at] !== ']') {
      if (at >= characters.length) fail('a set is not closed')
      const first = characters[at++]!
      if (first === '\\') {
        tests.push(escape())
        continue
      }
      if (characters[at] === '-' && characters[at + 1] !== ']' && characters[at + 1] !== undefined) {
        const last = characters[at + 1]!
        at += 2
        const [from, to] = [first.codePointAt(0)!, last.codePointAt(0)!]
        if (last === '\\' || from > to) fail('a range is the wrong way round')
        tests.push((code) => code >= from && code <= to)
      } else tests.push(is(first))
    }
    at++
    const any: CharacterTest = (code) => tests.some((test) => test(code))
    return negated ? not(any) : any
  }
  const tree = either(0)
  if (at < characters.length) fail('a group is closed that was not opened')
  return tree
}

function is(character: string): CharacterTest {
  const wanted = character.codePointAt(0)
  return (code) => code === wanted
}
