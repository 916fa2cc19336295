import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analyzeShell } from '../../src/analysis/index.ts'

interface Row {
  readonly text: string
  /** `open`: zsh reads it otherwise than bash, or may; `read`: both read it alike. */
  readonly must: 'open' | 'read'
}

const rows = readFileSync(new URL('../corpus/zsh-lines.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const unresolved = (text: string) => {
  const analysis = analyzeShell(text, { dialect: 'zsh' })
  return analysis.ok ? analysis.unresolved.map(({ message }) => message) : [analysis.refusal.message]
}

test.each(rows.filter(({ must }) => must === 'open'))('is left open for zsh: $text', ({ text }) => {
  expect(unresolved(text)).not.toEqual([])
})

test.each(rows.filter(({ must }) => must === 'read'))('is read alike by zsh and bash: $text', ({ text }) => {
  expect(unresolved(text)).toEqual([])
})
