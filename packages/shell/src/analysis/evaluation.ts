import type { CommandWord } from '../model/analysis.ts'
import type { ShellState, Value } from '../model/state.ts'
import type { Assignment, Condition, ParameterExpansion, Script, Word, WordPart } from '../syntax/tree.ts'
import { visitArithmetic, visitArithmeticText } from './arithmetic.ts'
import { numericOutput } from './numeric-output.ts'
import type { Tracker } from './tracker.ts'
import { type ExpansionVisitor, expandWord, wordValue } from './word-expansion.ts'

const PLAIN_NAME = /^[A-Za-z_]\w*$/

/** The walk as expansions and conditions know it: what they hold is a script again. */
export type EvaluationWalker = Tracker & ExpansionVisitor & { script(script: Script, state: ShellState): void }

export function visitNested(walker: EvaluationWalker, part: WordPart, state: ShellState): boolean {
  switch (part.type) {
    case 'command':
    case 'process': {
      const own = state.clone()
      walker.inContext(part.type === 'command' ? 'substitution' : 'process-substitution', () =>
        walker.script(part.script, own),
      )
      return part.type === 'command' && numericOutput(part.script, (name) => walker.isFunction(name))
    }
    case 'arithmetic':
      if (!visitArithmetic(walker, part.expression, state)) walker.mayGiveUp()
      return true
    case 'extended-glob':
      wordValue(walker, part.pattern, state)
      return false
    case 'double':
      for (const inner of part.parts) visitNested(walker, inner, state)
      return false
    case 'parameter':
      visitParameter(walker, part, state)
      return false
    case 'array':
      visitArrayElements(walker, part, state)
      return false
    default:
      return false
  }
}

export function visitParameter(walker: EvaluationWalker, part: ParameterExpansion, state: ShellState): void {
  if (part.subscript === null && part.operator === null && !part.indirect) return
  const span = walker.findings.at(part.start, part.end)
  if (part.subscript !== null) visitSubscript(walker, part.subscript, state)
  const { operator } = part
  if (part.indirect && operator !== '*' && operator !== '@') {
    const keys = part.subscript !== null && operator === null
    const value = state.get(part.name)
    const plain = typeof value === 'string' && PLAIN_NAME.test(value)
    if (!keys && !plain && part.name !== '#') {
      walker.unresolved('reference', `\${!${part.name}} evaluates the name it finds`, span)
    }
  }
  if (operator === null) return
  if (operator === '@P') walker.unresolved('reference', 'a prompt expansion runs the substitutions in its value', span)
  if (part.operand !== null) {
    // Whether the operand is expanded depends on the value.
    const own = state.clone()
    if (operator === ':') {
      const [offset, ...others] = part.operand.parts
      const inRange = others.length === 0 && offset?.type === 'literal' && /^(?:\d(?::\d+)?)$/.test(offset.text)
      if (!inRange) walker.mayGiveUp()
      visitArithmetic(walker, part.operand, own)
    } else for (const inner of part.operand.parts) visitNested(walker, inner, own)
    state.merge(own)
  }
  if (operator === '=' || operator === ':=') {
    const value = part.operand === null ? '' : wordValue(silentVisitor(walker), part.operand, state)
    const before = state.get(part.name)
    if (part.indirect) {
      walker.unresolved('assignment-target', 'which variable is assigned is not known', span)
      walker.forget(state)
    } else if (before === undefined) walker.assign(part.name, undefined, span, state)
    else if (before === '' && operator === ':=') walker.assign(part.name, value, span, state)
  }
}

/** For words whose nested code is recorded already. */
function silentVisitor(walker: EvaluationWalker) {
  return { findings: walker.findings, visitNested: () => false, visitParameter: () => {} }
}

/** `[…]` after a name: evaluated as arithmetic, unless it is `[@]` or `[*]`. */
function visitSubscript(walker: EvaluationWalker, subscript: Word, state: ShellState): void {
  const { parts } = subscript
  const first = parts[0]
  if (parts.length === 1 && first?.type === 'literal') {
    if (/^\[(?:[@*]|0|[1-9]\d*)\]$/.test(first.text)) return
    // One that is out of range or no number.
    walker.mayGiveUp()
    return visitArithmeticText(
      walker,
      first.text.slice(1, -1),
      walker.findings.at(subscript.start, subscript.end),
      state,
    )
  }
  walker.mayGiveUp()
  visitArithmetic(walker, withoutBrackets(subscript), state)
}

function visitArrayElements(
  walker: EvaluationWalker,
  part: Extract<WordPart, { type: 'array' }>,
  state: ShellState,
): void {
  const fields: CommandWord[] = []
  for (const element of part.elements) {
    if (element.subscript !== null) visitSubscript(walker, element.subscript, state)
    if (element.subscript !== null) wordValue(walker, element.value, state)
    else expandWord(walker, element.value, state, 'argument', fields)
  }
}

export function evaluateAssignment(
  walker: EvaluationWalker,
  assignment: Assignment,
  state: ShellState,
): Value | undefined {
  if (assignment.subscript !== null) visitSubscript(walker, assignment.subscript, state)
  const value = wordValue(walker, assignment.value, state)
  const isArray = assignment.value.parts[0]?.type === 'array'
  if (isArray || assignment.subscript !== null) {
    walker.becomesArray(assignment.name, walker.findings.at(assignment.start, assignment.end))
  }
  if (isArray || assignment.append || assignment.subscript !== null) return undefined
  return value
}

export function visitCondition(walker: EvaluationWalker, condition: Condition, state: ShellState): void {
  switch (condition.type) {
    case 'and':
    case 'or':
      for (const operand of condition.operands) {
        const own = state.clone()
        visitCondition(walker, operand, own)
        state.merge(own)
      }
      break
    case 'not':
    case 'parentheses':
      visitCondition(walker, condition.operand, state)
      break
    case 'text':
      wordValue(walker, condition.operand, state)
      break
    case 'unary': {
      const value = wordValue(walker, condition.operand, state)
      const names = condition.operator === '-v' || condition.operator === '-R'
      if (names && (typeof value !== 'string' || !PLAIN_NAME.test(value))) {
        walker.unresolved(
          'subscript',
          'the operand of -v is evaluated',
          walker.findings.at(condition.start, condition.end),
        )
      }
      break
    }
    case 'binary':
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(condition.operator)) {
        visitArithmetic(walker, evaluated(condition.left), state)
        // Where the left side fails, the right one is not evaluated.
        const own = state.clone()
        visitArithmetic(walker, evaluated(condition.right), own)
        state.merge(own)
      } else {
        wordValue(walker, condition.left, state)
        wordValue(walker, condition.right, state)
      }
  }
}

/** An operand of `-eq`: evaluated after quote removal, so quoted text counts as well. */
function evaluated(word: Word): Word {
  const parts = word.parts.map((part) =>
    part.type === 'single' || part.type === 'escaped' || part.type === 'ansi'
      ? { ...part, type: 'literal' as const }
      : part,
  )
  return { ...word, parts }
}

function withoutBrackets(subscript: Word): Word {
  const parts = subscript.parts.map((part, index) => {
    if (part.type !== 'literal') return part
    const from = index === 0 ? 1 : 0
    const to = index === subscript.parts.length - 1 ? -1 : undefined
    return { ...part, text: part.text.slice(from, to) }
  })
  return { ...evaluated(subscript), parts: evaluated({ ...subscript, parts }).parts }
}
