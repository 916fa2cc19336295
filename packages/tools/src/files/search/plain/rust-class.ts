import { patternError } from '../run-ripgrep.ts'
import { escapePoint, readEscape } from './rust-escape.ts'

/** Classes of POSIX, in ASCII. Source: the documentation of the crate `regex`. */
const POSIX: Readonly<Record<string, string>> = {
  alnum: 'A-Za-z0-9',
  alpha: 'A-Za-z',
  ascii: String.raw`\x00-\x7F`,
  blank: String.raw`\t\x20`,
  cntrl: String.raw`\x00-\x1F\x7F`,
  digit: '0-9',
  graph: String.raw`\x21-\x7E`,
  lower: 'a-z',
  print: String.raw`\x20-\x7E`,
  punct: String.raw`\x21-\x2F\x3A-\x40\x5B-\x60\x7B-\x7E`,
  space: String.raw`\t\n\v\f\r\x20`,
  upper: 'A-Z',
  word: String.raw`A-Za-z0-9_`,
  xdigit: 'A-Fa-f0-9',
}

interface Read {
  readonly source: string
  readonly end: number
}

/** Reads a class from its bracket on. */
export function readClass(pattern: string, start: number): Read {
  let at = start + 1
  const isNegated = pattern[at] === '^'
  if (isNegated) at++
  let items = ''
  let before = ''
  // A bracket or dashes at the beginning stand for themselves.
  for (; pattern[at] === '-'; at++) items += escapePoint('-')
  if (items === '' && pattern[at] === ']') {
    items = escapePoint(']')
    at++
  }
  while (at < pattern.length) {
    const operator = /^(?:&&|--|~~)/.exec(pattern.slice(at, at + 2))?.[0]
    if (pattern[at] === ']') {
      const body = before === '' ? items : `${before}[${items}]`
      return { source: `[${isNegated ? '^' : ''}${body}]`, end: at + 1 }
    }
    if (operator !== undefined) {
      if (operator === '~~') throw patternError('~~ in a class can be used where ripgrep is installed')
      const left = before === '' ? `[${items}]` : `[${before}[${items}]]`
      before = left + operator
      items = ''
      at += 2
      continue
    }
    const item = readItem(pattern, at)
    items += item.source
    at = item.end
  }
  throw patternError('unclosed character class')
}

function readItem(pattern: string, at: number): Read {
  const posix = /^\[:(\^?)(\w+):\]/.exec(pattern.slice(at, at + 16))
  if (posix !== null) {
    const members = POSIX[posix[2]!]
    if (members === undefined) throw patternError(`invalid class ${posix[0]}`)
    return { source: `[${posix[1]!}${members}]`, end: at + posix[0].length }
  }
  if (pattern[at] === '[') return readClass(pattern, at)
  const low = readMember(pattern, at)
  const isRange = pattern[low.end] === '-' && pattern[low.end + 1] !== ']' && pattern[low.end + 1] !== '-'
  if (!isRange || low.end + 1 >= pattern.length) return low
  const high = readMember(pattern, low.end + 1)
  if (/^(?:\[|\\[pP])/.test(low.source + high.source)) throw patternError('invalid range in a character class')
  return { source: `${low.source}-${high.source}`, end: high.end }
}

function readMember(pattern: string, at: number): Read {
  if (pattern[at] === '\\') return readEscape(pattern, at)
  const character = String.fromCodePoint(pattern.codePointAt(at)!)
  return { source: escapePoint(character), end: at + character.length }
}
