import { parseOptions } from '../wrappers/options.ts'
import { surelySucceeds, visitArithmeticText } from './arithmetic.ts'
import { assignNamed, type Builtin, refuseUse } from './builtin.ts'
import { declare } from './declare.ts'

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
const COUNTS = /%[-#0 +'*.\d]*[hjlLqtz]*n/

/** Source: bash(1), printf -v; printf(3) for `%n`. */
const printf: Builtin = (walker, state, invocation) => {
  const first = invocation.words[1]
  const at = first?.text === '--' ? 2 : first?.text === '-v' ? 3 : first?.text?.startsWith('-v') === true ? 2 : 1
  const format = invocation.words[at]
  if (format?.text == null ? format !== undefined : COUNTS.test(format.text.replaceAll('%%', ''))) {
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
