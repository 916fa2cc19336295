import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { profileCommand, type ProfileWord } from '../src/index.ts'
import { isHarmless, isPlain } from './harmlessness.ts'

interface Row {
  readonly id: string
  readonly class: string
  readonly must: 'allow' | 'ask' | 'deny'
  readonly argv: readonly ProfileWord[]
  readonly why: string
}

function read<T>(file: string): readonly T[] {
  const text = readFileSync(new URL(`corpus/${file}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

describe('decisions that were made about single commands', () => {
  // These hinge on what was approved, on the place of the program, or on reading files at all, not on arguments.
  const notAboutArguments = new Set([
    'jq .foo',
    'grep -R x',
    'grep --recursive x',
    'grep -e needle .env',
    'grep needle .env',
    'jq .foo secret.json',
    'head *',
    'true',
  ])

  for (const row of read<Row>('decisions.jsonl')) {
    const line = row.argv.map((word) => (typeof word === 'string' ? word : (word?.pattern ?? '…'))).join(' ')
    if (notAboutArguments.has(line)) continue
    const verdict = profileCommand(row.argv)
    if (row.must === 'allow') {
      it(`covers ${row.id}: ${line}`, () => {
        expect(isPlain(verdict), JSON.stringify(verdict)).toBe(true)
      })
    } else {
      it(`does not call ${row.id} harmless: ${line}`, () => {
        expect(isHarmless(verdict), JSON.stringify(verdict)).toBe(false)
      })
    }
  }
})

describe('commands that coding agents write', () => {
  it('are known, unless they run code that is given or changes containers', () => {
    const rows = read<{ readonly id: string; readonly argv: readonly ProfileWord[] }>('oneliners.jsonl')
    const unknown = rows.filter(({ argv }) => {
      const verdict = profileCommand(argv)
      return !verdict.known && !['EXECUTES_CODE', 'STDIN_IS_CODE', 'NOT_JUDGED'].includes(verdict.code)
    })
    const share = unknown.length / rows.length
    expect(share, unknown.map(({ argv }) => JSON.stringify(argv)).join('\n')).toBeLessThan(0.1)
  })
})
