import type { Condition, Script, Word, WordPart } from '../syntax/tree.ts'

/** Prints the script of a substitution, here-documents and all. */
export interface SubstitutionPrinter {
  substitution(script: Script): string
}

/** Where parts stand decides what has to be escaped: `raw` is text that was kept as it was written. */
export type PrintPlace = 'word' | 'double' | 'document' | 'raw'

export function printWord(printer: SubstitutionPrinter, word: Word, place: PrintPlace): string {
  let text = ''
  for (const part of word.parts) text += printPart(printer, part, place)
  return text
}

export function printPart(printer: SubstitutionPrinter, part: WordPart, place: PrintPlace): string {
  switch (part.type) {
    case 'literal':
      if (place === 'double') return part.text.replace(/[\\$`"]/g, '\\$&')
      return place === 'document' ? part.text.replace(/[\\$`]/g, '\\$&') : part.text
    case 'escaped':
      return `\\${part.text}`
    case 'single':
      return `'${part.text}'`
    case 'ansi':
      return `$'${part.text.replace(/[\\']|[^ -~\u0080-\u{10ffff}]/gu, escapeAnsi)}'`
    case 'double': {
      const inner = part.parts.map((child) => printPart(printer, child, 'double')).join('')
      return `${part.translated ? '$' : ''}"${inner}"`
    }
    case 'parameter': {
      const { name, length, indirect, subscript, operator, operand } = part
      const index = subscript === null ? '' : printWord(printer, subscript, 'raw')
      const rest = operand === null ? '' : printWord(printer, operand, 'raw')
      return `\${${length ? '#' : ''}${indirect ? '!' : ''}${name}${index}${operator ?? ''}${rest}}`
    }
    case 'command': {
      const script = printer.substitution(part.script)
      // `$((` would be read as arithmetic.
      return `$(${script.startsWith('(') ? ' ' : ''}${script})`
    }
    case 'process':
      return `${part.direction}(${printer.substitution(part.script)})`
    case 'arithmetic':
      return `$((${printWord(printer, part.expression, 'raw')}))`
    case 'extended-glob':
      return `${part.operator}(${printWord(printer, part.pattern, 'raw')})`
    case 'array': {
      const elements = part.elements.map(({ subscript, append, value }) => {
        const target = subscript === null ? '' : printWord(printer, subscript, 'raw') + (append ? '+=' : '=')
        return target + printWord(printer, value, 'word')
      })
      return `(${elements.join(' ')})`
    }
  }
}

function escapeAnsi(character: string): string {
  if (character === '\\' || character === "'") return `\\${character}`
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

export function printCondition(printer: SubstitutionPrinter, condition: Condition): string {
  switch (condition.type) {
    case 'and':
    case 'or': {
      const operator = condition.type === 'and' ? ' && ' : ' || '
      return condition.operands.map((operand) => printCondition(printer, operand)).join(operator)
    }
    case 'not':
      return `! ${printCondition(printer, condition.operand)}`
    case 'parentheses':
      return `( ${printCondition(printer, condition.operand)} )`
    case 'unary':
      return `${condition.operator} ${printWord(printer, condition.operand, 'word')}`
    case 'binary': {
      const left = printWord(printer, condition.left, 'word')
      return `${left} ${condition.operator} ${printWord(printer, condition.right, 'word')}`
    }
    case 'text':
      return printWord(printer, condition.operand, 'word')
  }
}
