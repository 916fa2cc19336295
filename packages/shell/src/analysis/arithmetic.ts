import type { Findings } from '../model/findings.ts'
import { isInteger, type ShellState, type Value } from '../model/state.ts'
import { isNumericVariable } from '../model/variables.ts'
import type { Span, Word, WordPart } from '../syntax/tree.ts'
import { parameterValue } from './word-expansion.ts'

/** What the evaluation of an expression asks of the walk. */
export interface ArithmeticVisitor extends EvaluationVisitor {
  visitNested(part: WordPart, state: ShellState): boolean
  visitParameter(part: Extract<WordPart, { type: 'parameter' }>, state: ShellState): void
}

/** What the evaluation of plain text asks. */
export interface EvaluationVisitor {
  readonly bash: boolean
  readonly findings: Findings
  assign(name: string, value: Value | undefined, span: Span, state: ShellState): void
  unresolved(reason: 'arithmetic' | 'subscript', message: string, span: Span): void
}

/** Stands in the text of an expression for an expansion that is surely a decimal number. */
const NUMBER = '\x01'
/** A literal with its base, an identifier with what may assign it, or a subscript. */
const TOKEN =
  /\d+#[\w@\x01]*|0[xX][0-9a-fA-F]+|[\d\x01]+|(\+\+|--)? ?([A-Za-z_][\w\x01]*) ?(\+\+|--|(?:<<|>>|[-+*/%&^|])?=(?!=))?|\[/g

const DECIMAL_NUMBER = /^(?:0|[1-9]\d*)$/

/**
 * Sums and products of decimal numbers and names, perhaps assigned, or an increment: no base, nothing to divide by that
 * may be zero, and no sign that could touch the one of a number.
 */
const CANNOT_FAIL =
  /^ *(?:(?:[A-Za-z_]\w* *[-+*]?= *)?(?:\x01|0|[1-9]\d*|[A-Za-z_]\w*)(?: *[-+*] *(?:0|[1-9]\d*|[A-Za-z_]\w*)| *(?:[-+] |\*) *\x01| *[/%] *[1-9]\d*)*|(?:\+\+|--)[A-Za-z_]\w*|[A-Za-z_]\w*(?:\+\+|--)) *$/

/** Such a sum in parentheses, which is a number like another. */
const IN_PARENTHESES =
  /\( *(?:\x01|0|[1-9]\d*|[A-Za-z_]\w*)(?: *[-+*] *(?:0|[1-9]\d*|[A-Za-z_]\w*)| *(?:[-+] |\*) *\x01| *[/%] *[1-9]\d*)* *\)/g

/** Does the evaluation surely succeed? */
export function surelySucceeds(text: string): boolean {
  if (CANNOT_FAIL.test(text)) return true
  if (!text.includes('(') || /[\w\x01)] *\(|\) *[\w\x01(]/.test(text)) return false
  let plain = text
  for (let depth = 0; depth < 3; depth++) plain = plain.replace(IN_PARENTHESES, '1')
  return CANNOT_FAIL.test(plain)
}

/**
 * Evaluates an arithmetic expression. Bash evaluates the text of variables as expressions again, and the subscripts in
 * them as words, so a name is only harmless when its value is surely a number. True if the evaluation surely succeeds.
 */
export function visitArithmetic(visitor: ArithmeticVisitor, expression: Word, state: ShellState): boolean {
  const only = expression.parts[0]
  if (expression.parts.length === 1 && only?.type === 'literal' && DECIMAL_NUMBER.test(only.text)) return true
  const span = visitor.findings.at(expression.start, expression.end)
  const text = expressionText(visitor, expression.parts, state, span)
  if (text === null) return false
  visitArithmeticText(visitor, text, span, state)
  return surelySucceeds(text)
}

/** The same for an expression whose whole text is known, as `let` gets it. `reached`: it is certainly evaluated. */
export function visitArithmeticText(
  visitor: EvaluationVisitor,
  text: string,
  span: Span,
  state: ShellState,
  reached = true,
): void {
  // A conditional part may not be evaluated: what it assigns is then not certain.
  let certain = reached && !/[?]|&&|\|\|/.test(text)
  // A value is evaluated before it is assigned, so an assignment only counts after the next comma.
  for (const clause of text.replace(/\s+/g, ' ').split(',')) {
    // What fails assigns nothing, and nothing behind it is evaluated.
    certain &&= surelySucceeds(clause)
    let assigned: string[] | null = null
    TOKEN.lastIndex = 0
    for (let match = TOKEN.exec(clause); match !== null; match = TOKEN.exec(clause)) {
      const name = match[2]
      if (name === undefined) {
        if (match[0] !== '[') continue
        visitor.unresolved('subscript', 'a subscript in an arithmetic expression', span)
        return
      }
      const assigns = match[1] ?? match[3]
      if (name.includes(NUMBER) || (assigns !== '=' && !isNumber(name, state, visitor.bash))) {
        const shown = name.replaceAll(NUMBER, '…')
        visitor.unresolved('arithmetic', `${shown} is evaluated as arithmetic and may not be a number`, span)
        return
      }
      if (assigns !== undefined) (assigned ??= []).push(name)
    }
    for (const name of assigned ?? none) {
      visitor.assign(name, certain || staysNumber(name, state, visitor.bash) ? true : undefined, span, state)
    }
  }
}

const none: readonly string[] = []

function isNumber(name: string, state: ShellState, bash: boolean): boolean {
  const value = state.get(name)
  if (value === undefined) return bash && isNumericVariable(name)
  return isInteger(value) || value === ''
}

/** Is it a number whether it is given one or not? */
function staysNumber(name: string, state: ShellState, bash: boolean): boolean {
  const value = state.get(name)
  return value === undefined ? bash && isNumericVariable(name) : isInteger(value)
}

/** The literal text, with a placeholder for each number; null if some expansion may not be a number. */
function expressionText(
  visitor: ArithmeticVisitor,
  parts: readonly WordPart[],
  state: ShellState,
  span: Span,
): string | null {
  let text: string | null = ''
  let open: string | null = null
  for (const part of parts) {
    if (part.type === 'literal') {
      if (text !== null) text += part.text
    } else if (part.type === 'double') {
      const inner = expressionText(visitor, part.parts, state, span)
      text = text === null || inner === null ? null : text + inner
    } else if (part.type === 'parameter') {
      visitor.visitParameter(part, state)
      const value = parameterValue(part, state, visitor.bash)
      if (typeof value === 'string' && !visitor.findings.mayProduce(value.length)) open ??= `$${part.name}`
      else if (typeof value === 'string') text = text === null ? null : text + value
      else if (value === true) text = text === null ? null : text + NUMBER
      else open ??= `$${part.name}`
    } else {
      const number = visitor.visitNested(part, state) || part.type === 'arithmetic'
      if (number) text = text === null ? null : text + NUMBER
      else open ??= 'output'
    }
  }
  if (open !== null) {
    visitor.unresolved('arithmetic', `${open} is evaluated as arithmetic and may not be a number`, span)
    return null
  }
  return text
}
