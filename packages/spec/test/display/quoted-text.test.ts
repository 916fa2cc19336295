import { expect, test } from 'vitest'
import { quotedText } from '../../src/index.ts'

test.each([
  ['a name', '"a name"'],
  ['', '""'],
  ['a"b', String.raw`"a\"b"`],
  ['a\u202Eb', String.raw`"a\u{202e}b"`],
  ['\u001B[31m', String.raw`"\u001b[31m"`],
  ['\uD800', String.raw`"\ud800"`],
])('%j is quoted, and what would hide or reorder is shown', (text, quoted) => {
  expect(quotedText(text)).toBe(quoted)
})

test('a name that would drown what is said of it is cut, and its length told', () => {
  expect(quotedText('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`)
  expect(quotedText('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(80)}"… (1000000 characters)`)
})
