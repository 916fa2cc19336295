import type { Word } from '../syntax/tree.ts'
import { parseOptions } from '../wrappers/options.ts'
import { surelySucceeds, visitArithmeticText } from './arithmetic.ts'
import { assignNamed, type Builtin, refuseUse } from './builtin.ts'
import type { CommandWord } from './model.ts'
import { isInteger, type Value } from './state.ts'
import { FIXED, INTEGER, OTHER } from './variable-marks.ts'

/** Source: bash(1), read. */
const read: Builtin = (walker, state, invocation) => {
  const parsed = parseOptions({ short: 'ersa:d:i:n:N:p:t:u:E', long: '' }, invocation.words, 1)
  if (parsed === null) return refuseUse(walker, state, invocation, 'the words of read are only known at run time')
  for (const [name, value] of parsed.options) {
    if (name !== 'a') continue
    assignNamed(walker, state, value)
    if (value?.text != null) walker.becomesArray(value.text, value.span)
  }
  for (const word of invocation.words.slice(parsed.next)) assignNamed(walker, state, word)
  return state.directory
}

/** Source: bash(1), mapfile; -C names code that is run for every so many lines. */
const mapfile: Builtin = (walker, state, invocation) => {
  const parsed = parseOptions({ short: 'd:n:O:s:tu:C:c:', long: '' }, invocation.words, 1)
  if (parsed === null || parsed.options.some(([name]) => name === 'C')) {
    return refuseUse(walker, state, invocation, 'mapfile may run code')
  }
  for (const word of invocation.words.slice(parsed.next)) {
    assignNamed(walker, state, word)
    if (word.text !== null) walker.becomesArray(word.text, word.span)
  }
  return state.directory
}

/** A directive that gives the number of characters before it to the variable that its operand names. */
const counts = /%[-#0 +'*.\d]*[hjlLqtz]*n/

/** Source: bash(1), printf -v; printf(3) for `%n`. */
const printf: Builtin = (walker, state, invocation) => {
  const first = invocation.words[1]
  const at = first?.text === '--' ? 2 : first?.text === '-v' ? 3 : first?.text?.startsWith('-v') === true ? 2 : 1
  const format = invocation.words[at]
  if (format?.text == null ? format !== undefined : counts.test(format.text.replaceAll('%%', ''))) {
    for (const word of invocation.words.slice(at + 1)) {
      if (word.text !== null || format?.text != null) assignNamed(walker, state, word)
      else if (!word.integer) walker.forget(state)
    }
  }
  if (first?.text === '-v') {
    assignNamed(walker, state, invocation.words[2])
  } else if (first?.text?.startsWith('-v') === true) {
    const text = first.text.slice(2)
    assignNamed(walker, state, { ...first, text })
  } else if (
    first?.text === null &&
    '-v'.startsWith(first.prefix.slice(0, 2)) &&
    (first.splits || invocation.words[2])
  ) {
    walker.unresolved('assignment-target', 'printf may assign a variable', first.span)
    walker.forget(state)
  }
  return state.directory
}

/** Source: bash(1), getopts. */
const getopts: Builtin = (walker, state, invocation) => {
  const [, options, name, next] = invocation.words
  if (options?.splits === true || name?.splits === true) {
    return refuseUse(walker, state, invocation, 'the words of getopts are only known at run time')
  }
  assignNamed(walker, state, name)
  // For bash, `--` stands before its operands; for dash it is the first of them.
  if ((options?.text ?? '--') === '--') assignNamed(walker, state, next)
  return state.directory
}

/** Source: bash(1), wait -p. */
const wait: Builtin = (walker, state, invocation) => {
  const words = invocation.words.slice(1)
  if (!words.some((word) => word.text?.includes('p') === true || (word.text === null && !word.integer))) {
    return state.directory
  }
  const parsed = parseOptions({ short: 'fnp:', long: '' }, invocation.words, 1)
  // Without an option that may assign: process ids, known only at run time.
  if (parsed === null) {
    if (
      words.every((word) => word.text === null || !word.text.startsWith('-')) &&
      words.length === 1 &&
      words[0]?.splits === false
    ) {
      return state.directory
    }
    return refuseUse(walker, state, invocation, 'the words of wait are only known at run time')
  }
  for (const [name, value] of parsed.options) if (name === 'p') assignNamed(walker, state, value)
  return state.directory
}

/** Source: bash(1), unset; a subscript is evaluated. */
const unset: Builtin = (walker, state, invocation) => {
  for (const word of invocation.words.slice(1)) {
    if (word.text !== null && /^-[vf]+$/.test(word.text)) continue
    assignNamed(walker, state, word)
  }
  return state.directory
}

/**
 * Does bash take the word of a declaration as it is written: the plain name of the builtin, `name=…` without a quote
 * before the sign, or a word in which nothing is split? What it does not recognise before it expands is split.
 */
function readsAsDeclared({ parts }: Word, index: number): boolean {
  const [first] = parts
  if (index === 0) return parts.length === 1 && first?.type === 'literal'
  if (first?.type === 'literal' && /^[A-Za-z_]\w*\+?=/.test(first.text)) return true
  return parts.every(({ type }) => type !== 'parameter' && type !== 'command' && type !== 'arithmetic')
}

/** The options of declarations that have not all of them. Source: bash(1). */
const ownOptions: Readonly<Record<string, string>> = { export: 'fnp', readonly: 'aAfp' }

/** What a variable holds that is an integer: the value of the expression, as bash writes it. */
function evaluatedValue(text: string | undefined): Value | undefined {
  if (text === undefined) return undefined
  if (/^(?:0|-?[1-9]\d{0,17})$/.test(text)) return text
  return surelySucceeds(text) ? true : undefined
}

/** Source: bash(1), declare, typeset, local, export, readonly. */
const declare: Builtin = (walker, state, invocation) => {
  const { words } = invocation
  const name = words[0]?.text
  const plainly = invocation.tree !== null && invocation.tree.words.every(readsAsDeclared)
  let exports = name === 'export'
  let fixes = name === 'readonly'
  let integers = false
  let arrays = false
  let changesCase = false
  let functions = false
  // It fails outside a function, and the variable keeps what it had.
  let certain = name !== 'local' || walker.inFunction
  const known = walker.bash ? ownOptions[name ?? ''] : undefined
  let index = 1
  for (; index < words.length; index++) {
    const text = words[index]?.text
    if (text == null || !/^[-+]\w/.test(text)) break
    if (text.startsWith('+')) {
      if (!/^\+[xi]+$/.test(text)) certain = false
      continue
    }
    for (const letter of text.slice(1)) {
      if (known?.includes(letter) === false) return refuseUse(walker, state, invocation, `the option -${letter}`)
      // Of these some print, some mean another scope, and arrays refuse some values.
      if ('aAfFgIp'.includes(letter)) certain = false
      if (letter === 'n' && name !== 'export')
        return refuseUse(walker, state, invocation, 'a nameref evaluates the name it holds')
      if (letter === 'x') exports = true
      else if (letter === 'f') functions = true
      else if (letter === 'a' || letter === 'A') arrays = true
      else if (letter === 'i') integers = true
      else if (letter === 'r') fixes = true
      else if (letter === 'u' || letter === 'l' || letter === 'c') changesCase = fixes = true
      else if (!'fFgIptn'.includes(letter)) return refuseUse(walker, state, invocation, `the option -${letter}`)
    }
  }
  // A child prints and parses an exported function once more, which does not always give the same.
  if (functions && exports) return refuseUse(walker, state, invocation, 'an exported function')
  if (words[index]?.text === '--') index++
  for (; index < words.length; index++) {
    const word = words[index]
    if (word !== undefined) declared(word, { exports, fixes, integers })
  }
  return state.directory

  function declared(word: CommandWord, attributes: { exports: boolean; fixes: boolean; integers: boolean }): void {
    const start = word.text ?? word.prefix
    const match = /^([A-Za-z_]\w*)(\+?=)?/.exec(start)
    const target = match?.[1]
    const rest = match === null ? '' : start.slice(match[0].length)
    const operator = match?.[2]
    if (
      target === undefined ||
      (word.text === null && operator === undefined) ||
      (operator === undefined && rest !== '')
    ) {
      // An option may still come here, and a subscript is evaluated.
      if (word.text !== null && !word.text.includes('[') && !word.text.startsWith('-')) return
      walker.unresolved('assignment-target', 'which variable is declared is only known at run time', word.span)
      walker.forget(state)
      return
    }
    // In sh, or behind a name that is not written plainly, an unquoted value is split, and its pieces are operands too.
    if (word.splits && !(walker.bash && plainly)) {
      walker.unresolved('assignment-target', 'the value may be split into more operands', word.span)
      walker.forget(state)
    }
    if (arrays || word.array === true) walker.becomesArray(target, word.span)
    if (
      operator !== undefined &&
      word.array !== true &&
      name !== 'export' &&
      (rest.startsWith('(') || (word.text === null && rest === '' && !word.integer))
    ) {
      walker.declaredLoosely(target, arrays, word.span)
    }
    const given = word.text !== null && operator === '=' && !changesCase ? rest : undefined
    const value = !certain ? undefined : attributes.integers ? evaluatedValue(given) : given
    if (operator === undefined && !attributes.exports && !attributes.fixes && !attributes.integers) {
      // `local x` and `declare x`: the old value may be gone.
      state.delete(target)
      walker.assign(target, undefined, word.span, state)
    } else if (operator === undefined) {
      walker.assign(target, changesCase ? undefined : state.get(target), word.span, state, attributes.exports)
    } else {
      walker.assign(target, value, word.span, state, attributes.exports)
    }
    if (attributes.fixes) walker.mark(target, FIXED)
    if (!attributes.integers) return
    walker.mark(target, INTEGER)
    if (operator !== undefined && !isInteger(given) ? true : operator === undefined && walker.isMarked(target, OTHER)) {
      if (given !== undefined) visitArithmeticText(walker, given, word.span, state)
      else walker.unresolved('arithmetic', `${target} is evaluated when it is assigned`, word.span)
    }
  }
}

/** Source: bash(1), let: every word is an expression. */
const evaluate: Builtin = (walker, state, invocation) => {
  let reached = true
  for (const word of invocation.words.slice(1)) {
    if (word.text !== null) visitArithmeticText(walker, word.text, word.span, state, reached)
    // Behind one that fails, the others are not evaluated.
    reached &&= word.text !== null && surelySucceeds(word.text)
    if (word.text !== null) continue
    if (!word.integer) walker.unresolved('arithmetic', 'let evaluates a word known only at run time', word.span)
  }
  return state.directory
}

/** Builtins that assign the variables they are given the names of. */
export const assigningBuiltins: Readonly<Record<string, Builtin>> = {
  read,
  mapfile,
  readarray: mapfile,
  printf,
  getopts,
  wait,
  unset,
  declare,
  typeset: declare,
  local: declare,
  export: declare,
  readonly: declare,
  let: evaluate,
}
