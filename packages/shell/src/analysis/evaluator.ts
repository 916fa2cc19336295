import type { Assignment, Condition, ParameterExpansion, Script, Word, WordPart } from '../syntax/tree.ts'
import { visitArithmetic, visitArithmeticText } from './arithmetic.ts'
import type { CommandWord } from './model.ts'
import { numericOutput } from './numeric-output.ts'
import { type ShellState, type Value } from './state.ts'
import { Tracker } from './tracker.ts'
import { expandWord, wordValue } from './word-expansion.ts'

const plainName = /^[A-Za-z_]\w*$/

/** Claims what expansions and conditions run, and judges what they evaluate. */
export abstract class Evaluator extends Tracker {
  visitNested(part: WordPart, state: ShellState): boolean {
    switch (part.type) {
      case 'command':
      case 'process': {
        const own = state.clone()
        this.inContext(part.type === 'command' ? 'substitution' : 'process-substitution', () =>
          this.script(part.script, own),
        )
        return part.type === 'command' && numericOutput(part.script, (name) => this.isFunction(name))
      }
      case 'arithmetic':
        if (!visitArithmetic(this, part.expression, state)) this.mayGiveUp()
        return true
      case 'extended-glob':
        wordValue(this, part.pattern, state)
        return false
      case 'double':
        for (const inner of part.parts) this.visitNested(inner, state)
        return false
      case 'parameter':
        this.visitParameter(part, state)
        return false
      case 'array':
        this.arrayElements(part, state)
        return false
      default:
        return false
    }
  }

  visitParameter(part: ParameterExpansion, state: ShellState): void {
    if (part.subscript === null && part.operator === null && !part.indirect) return
    const span = this.claims.at(part.start, part.end)
    if (part.subscript !== null) this.subscript(part.subscript, state)
    const { operator } = part
    if (part.indirect && operator !== '*' && operator !== '@') {
      const keys = part.subscript !== null && operator === null
      const value = state.get(part.name)
      const plain = typeof value === 'string' && plainName.test(value)
      if (!keys && !plain && part.name !== '#') {
        this.unresolved('reference', `\${!${part.name}} evaluates the name it finds`, span)
      }
    }
    if (operator === null) return
    if (operator === '@P') this.unresolved('reference', 'a prompt expansion runs the substitutions in its value', span)
    if (part.operand !== null) {
      // Whether the operand is expanded depends on the value.
      const own = state.clone()
      if (operator === ':') {
        const [offset, ...others] = part.operand.parts
        const inRange = others.length === 0 && offset?.type === 'literal' && /^(?:\d(?::\d+)?)$/.test(offset.text)
        if (!inRange) this.mayGiveUp()
        visitArithmetic(this, part.operand, own)
      } else for (const inner of part.operand.parts) this.visitNested(inner, own)
      state.merge(own)
    }
    if (operator === '=' || operator === ':=') {
      const value = part.operand === null ? '' : wordValue(this.silent(), part.operand, state)
      const before = state.get(part.name)
      if (part.indirect) {
        this.unresolved('assignment-target', 'which variable is assigned is not known', span)
        this.forget(state)
      } else if (before === undefined) this.assign(part.name, undefined, span, state)
      else if (before === '' && operator === ':=') this.assign(part.name, value, span, state)
    }
  }

  /** For words whose nested code is claimed already. */
  private silent() {
    return { claims: this.claims, visitNested: () => false, visitParameter: () => {} }
  }

  /** `[…]` after a name: evaluated as arithmetic, unless it is `[@]` or `[*]`. */
  subscript(subscript: Word, state: ShellState): void {
    const { parts } = subscript
    const first = parts[0]
    if (parts.length === 1 && first?.type === 'literal') {
      if (/^\[(?:[@*]|0|[1-9]\d*)\]$/.test(first.text)) return
      // One that is out of range or no number.
      this.mayGiveUp()
      return visitArithmeticText(this, first.text.slice(1, -1), this.claims.at(subscript.start, subscript.end), state)
    }
    this.mayGiveUp()
    visitArithmetic(this, withoutBrackets(subscript), state)
  }

  private arrayElements(part: Extract<WordPart, { type: 'array' }>, state: ShellState): void {
    const fields: CommandWord[] = []
    for (const element of part.elements) {
      if (element.subscript !== null) this.subscript(element.subscript, state)
      if (element.subscript !== null) wordValue(this, element.value, state)
      else expandWord(this, element.value, state, 'argument', fields)
    }
  }

  assignment(assignment: Assignment, state: ShellState): Value | undefined {
    if (assignment.subscript !== null) this.subscript(assignment.subscript, state)
    const value = wordValue(this, assignment.value, state)
    const isArray = assignment.value.parts[0]?.type === 'array'
    if (isArray || assignment.subscript !== null) {
      this.becomesArray(assignment.name, this.claims.at(assignment.start, assignment.end))
    }
    if (isArray || assignment.append || assignment.subscript !== null) return undefined
    return value
  }

  condition(condition: Condition, state: ShellState): void {
    switch (condition.type) {
      case 'and':
      case 'or':
        for (const operand of condition.operands) {
          const own = state.clone()
          this.condition(operand, own)
          state.merge(own)
        }
        break
      case 'not':
      case 'parentheses':
        this.condition(condition.operand, state)
        break
      case 'text':
        wordValue(this, condition.operand, state)
        break
      case 'unary': {
        const value = wordValue(this, condition.operand, state)
        const names = condition.operator === '-v' || condition.operator === '-R'
        if (names && (typeof value !== 'string' || !plainName.test(value))) {
          this.unresolved('subscript', 'the operand of -v is evaluated', this.claims.at(condition.start, condition.end))
        }
        break
      }
      case 'binary':
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(condition.operator)) {
          visitArithmetic(this, evaluated(condition.left), state)
          // Where the left side fails, the right one is not evaluated.
          const own = state.clone()
          visitArithmetic(this, evaluated(condition.right), own)
          state.merge(own)
        } else {
          wordValue(this, condition.left, state)
          wordValue(this, condition.right, state)
        }
    }
  }

  abstract script(script: Script, state: ShellState): void
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
