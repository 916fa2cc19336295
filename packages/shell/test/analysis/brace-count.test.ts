import { expect, test } from 'vitest'
import { countBraceWords } from '../../src/analysis/brace-count.ts'
import { analyzeShell } from '../../src/analysis/index.ts'

test.each([
  ['a', 1],
  ['{a,b}', 2],
  ['{a,b}{c,d,e}', 6],
  ['{a,{b,c}}x', 3],
  ['{1..10}', 10],
  ['{1..10..3}', 4],
  ['{}', 1],
  ['{1..3}{1..3}{1..3}', 27],
])('the braces of %s become so many words: %d', (text, words) => {
  expect(countBraceWords(text)).toBe(words)
})

const reasons = (text: string) => {
  const analysis = analyzeShell(text)
  return analysis.ok ? analysis.unresolved.map(({ reason }) => reason) : [analysis.refusal.code]
}

test.each([
  `echo ${'{a,b}'.repeat(24)}`,
  `echo ${'{a,b}'.repeat(10_000)}`,
  'echo {1..99999999}',
  'for i in {1..99999999}; do :; done',
  'echo {1..9999}{1..9999}',
  'echo {a,{1..9999999}}',
  'ls "$x"{1..99999999}',
  `echo ${'{1..100000} '.repeat(200)}`,
  'sh -c "echo {1..9}" && bash -c "echo {1..99999999}"',
  'x=$(echo {1..99999999})',
])('what fills the memory of the shell is refused, and read in no time: %s', (text) => {
  expect(reasons(text)).toContain('too-many-commands')
})

test.each([
  'echo {a,b}{a,b}',
  'for i in {1..1000}; do echo "$i"; done',
  'mkdir -p src/{a,b}/{c,d}',
  'find . -exec ls {} +',
  "awk '{print}' a",
  'echo "{1..99999999}"',
  'git show HEAD@{1}',
])('other braces are not: %s', (text) => {
  expect(reasons(text)).not.toContain('too-many-commands')
})
