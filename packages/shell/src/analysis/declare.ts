import type { CommandWord } from '../model/analysis.ts'
import type { ExpandedCommand, InvocationWalker } from '../model/invocation.ts'
import { isInteger, type ShellState, type Value } from '../model/state.ts'
import { FIXED, INTEGER, OTHER } from '../model/variable-marks.ts'
import type { Word } from '../syntax/tree.ts'
import { surelySucceeds, visitArithmeticText } from './arithmetic.ts'
import { type Builtin, refuseUse } from './builtin.ts'

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
const OWN_OPTIONS: Readonly<Record<string, string>> = { export: 'fnp', readonly: 'aAfp' }

/** What a variable holds that is an integer: the value of the expression, as bash writes it. */
function evaluatedValue(text: string | undefined): Value | undefined {
  if (text === undefined) return undefined
  if (/^(?:0|-?[1-9]\d{0,17})$/.test(text)) return text
  return surelySucceeds(text) ? true : undefined
}

/** What the options of a declaration say together. */
interface Declaration {
  readonly name: string | undefined
  /** Whether bash takes the words as they are written, so that no value is split. */
  readonly plainly: boolean
  /** Where the operands begin. */
  operandsAt: number
  exports: boolean
  /** The variable cannot be changed afterwards, or not to what is written. */
  fixes: boolean
  integers: boolean
  arrays: boolean
  changesCase: boolean
  functions: boolean
  /** False where the command may fail, or the assignment may mean another scope: then the variable keeps what it had. */
  certain: boolean
}

/** Source: bash(1), declare, typeset, local, export, readonly. */
export const declare: Builtin = (walker, state, invocation) => {
  const declaration = readDeclaration(walker, invocation)
  if (typeof declaration === 'string') return refuseUse(walker, state, invocation, declaration)
  for (const word of invocation.words.slice(declaration.operandsAt)) declareWord(walker, state, word, declaration)
  return state.directory
}

/** The options of a declaration, or the use that is not evaluated. */
function readDeclaration(walker: InvocationWalker, { words, tree }: ExpandedCommand): Declaration | string {
  const name = words[0]?.text ?? undefined
  const declaration: Declaration = {
    name,
    plainly: tree !== null && tree.words.every(readsAsDeclared),
    operandsAt: 1,
    exports: name === 'export',
    fixes: name === 'readonly',
    integers: false,
    arrays: false,
    changesCase: false,
    functions: false,
    // It fails outside a function.
    certain: name !== 'local' || walker.inFunction,
  }
  const known = walker.bash ? OWN_OPTIONS[name ?? ''] : undefined
  for (; declaration.operandsAt < words.length; declaration.operandsAt++) {
    const text = words[declaration.operandsAt]?.text
    if (text == null || !/^[-+]\w/.test(text)) break
    if (text.startsWith('+')) {
      if (!/^\+[xi]+$/.test(text)) declaration.certain = false
      continue
    }
    for (const letter of text.slice(1)) {
      const problem = known?.includes(letter) === false ? `the option -${letter}` : readOption(declaration, letter)
      if (problem !== null) return problem
    }
  }
  if (words[declaration.operandsAt]?.text === '--') declaration.operandsAt++
  // A child prints and parses an exported function once more, which does not always give the same.
  return declaration.functions && declaration.exports ? 'an exported function' : declaration
}

/** Adds what one option says; the use that is not evaluated, or `null`. */
function readOption(declaration: Declaration, letter: string): string | null {
  // Of these some print, some mean another scope, and arrays refuse some values.
  if ('aAfFgIp'.includes(letter)) declaration.certain = false
  if (letter === 'n' && declaration.name !== 'export') return 'a nameref evaluates the name it holds'
  if (letter === 'x') declaration.exports = true
  else if (letter === 'f') declaration.functions = true
  else if (letter === 'a' || letter === 'A') declaration.arrays = true
  else if (letter === 'i') declaration.integers = true
  else if (letter === 'r') declaration.fixes = true
  else if (letter === 'u' || letter === 'l' || letter === 'c') declaration.changesCase = declaration.fixes = true
  else if (!'fFgIptn'.includes(letter)) return `the option -${letter}`
  return null
}

/** Declares what one operand names: `name`, `name=value`, `name+=value`. */
function declareWord(walker: InvocationWalker, state: ShellState, word: CommandWord, declaration: Declaration): void {
  const { name, plainly, arrays } = declaration
  const start = word.text ?? word.prefix
  const match = /^([A-Za-z_]\w*)(\+?=)?/.exec(start)
  const [whole = '', target, operator] = match ?? []
  const rest = start.slice(whole.length)
  const isUnread = target === undefined || (operator === undefined && (word.text === null || rest !== ''))
  if (isUnread) {
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
  const mayBeArray = rest.startsWith('(') || (word.text === null && rest === '' && !word.integer)
  if (operator !== undefined && word.array !== true && name !== 'export' && mayBeArray) {
    walker.declaredLoosely(target, arrays, word.span)
  }
  const given = word.text !== null && operator === '=' && !declaration.changesCase ? rest : undefined
  assignDeclared(walker, state, { target, operator, given, word }, declaration)
}

/** A name that is declared, with the value that it is given as far as it is known. */
interface DeclaredName {
  readonly target: string
  readonly operator: string | undefined
  readonly given: string | undefined
  readonly word: CommandWord
}

function assignDeclared(
  walker: InvocationWalker,
  state: ShellState,
  { target, operator, given, word }: DeclaredName,
  { certain, changesCase, exports, fixes, integers }: Declaration,
): void {
  if (operator === undefined && !exports && !fixes && !integers) {
    // `local x` and `declare x`: the old value may be gone.
    state.delete(target)
    walker.assign(target, undefined, word.span, state)
  } else if (operator === undefined) {
    walker.assign(target, changesCase ? undefined : state.get(target), word.span, state, exports)
  } else {
    const value = !certain ? undefined : integers ? evaluatedValue(given) : given
    walker.assign(target, value, word.span, state, exports)
  }
  if (fixes) walker.mark(target, FIXED)
  if (!integers) return
  walker.mark(target, INTEGER)
  const isEvaluated = operator === undefined ? walker.isMarked(target, OTHER) : !isInteger(given)
  if (!isEvaluated) return
  if (given !== undefined) visitArithmeticText(walker, given, word.span, state)
  else walker.unresolved('arithmetic', `${target} is evaluated when it is assigned`, word.span)
}
