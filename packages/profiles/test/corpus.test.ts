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

function read(file: string): readonly unknown[] {
  const text = readFileSync(new URL(`corpus/${file}`, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
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

  const lineOf = (row: Row) =>
    row.argv.map((word) => (typeof word === 'string' ? word : (word?.pattern ?? '…'))).join(' ')
  const rows = (read('decisions.jsonl') as readonly Row[]).filter((row) => !notAboutArguments.has(lineOf(row)))
  const titled = (list: readonly Row[]) => list.map((row) => [row.id, lineOf(row), row.argv] as const)

  it.each(titled(rows.filter(({ must }) => must === 'allow')))('covers %s: %s', (_id, _line, argv) => {
    const result = profileCommand(argv)
    expect(isPlain(result), JSON.stringify(result)).toBe(true)
  })

  it.each(titled(rows.filter(({ must }) => must !== 'allow')))('does not call %s harmless: %s', (_id, _line, argv) => {
    const result = profileCommand(argv)
    expect(isHarmless(result), JSON.stringify(result)).toBe(false)
  })
})

describe('commands that coding agents write', () => {
  it('are known, unless they run code that is given or changes containers', () => {
    const rows = read('oneliners.jsonl') as readonly { readonly id: string; readonly argv: readonly ProfileWord[] }[]
    const unknown = rows.filter(({ argv }) => {
      const result = profileCommand(argv)
      return !result.known && !['EXECUTES_CODE', 'STDIN_IS_CODE', 'NOT_EVALUATED'].includes(result.code)
    })
    const share = unknown.length / rows.length
    expect(share, unknown.map(({ argv }) => JSON.stringify(argv)).join('\n')).toBeLessThan(0.1)
  })
})
