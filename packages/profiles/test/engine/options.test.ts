import { describe, expect, it } from 'vitest'
import { compileTable } from '../../src/engine/compile-table.ts'
import { Invocation } from '../../src/engine/invocation.ts'
import { flags, optionals, values } from '../../src/engine/option-row.ts'
import { readArguments } from '../../src/engine/read-arguments.ts'
import type { CommandTable, OptionStyle } from '../../src/engine/table.ts'
import { knownText } from '../../src/model/word.ts'
import { words } from '../harmlessness.ts'

function read(line: string, style: OptionStyle = 'gnu', more: Partial<CommandTable> = {}): string {
  const table: CommandTable = {
    source: 'test',
    style,
    options: [
      flags('-v -x --verbose --version --all'),
      values('-o --output -n --number', 'write'),
      optionals('-i --in-place --color'),
    ],
    ...more,
  }
  const call = new Invocation('test', true)
  const end = readArguments(words(`test ${line}`), 1, compileTable(table), call, false)
  if (typeof end !== 'number') return end.code
  const options = call.options.map(({ name, values: given }) =>
    given.length === 0 ? name : `${name}=${knownText(given[0] ?? null)}`,
  )
  return [...options, '|', ...call.operands.map(({ word }) => knownText(word) ?? 'null')].join(' ')
}

describe('reading options', () => {
  it.each([
    ['-v', '-v |', 'a flag'],
    ['-vx a', '-v -x | a', 'a cluster'],
    ['-vofile a', '-v -o=file | a', 'a cluster that ends in an option with its value attached'],
    ['-vo file a', '-v -o=file | a', 'the value of a cluster in the next word'],
    ['--output=file', '--output=file |', 'a value behind an equals sign'],
    ['--output file', '--output=file |', 'a value in the next word'],
    ['--outp=file', '--output=file |', 'an abbreviation'],
    ['--ver', 'AMBIGUOUS_OPTION', 'an abbreviation of several options'],
    ['--in-place a', '--in-place | a', 'an optional value takes no word of its own'],
    ['--in-place=.bak a', '--in-place=.bak | a', 'an optional value behind an equals sign'],
    ['-i.bak a', '-i=.bak | a', 'an optional value attached'],
    ['a -v b', '-v | a b', 'an option behind an operand'],
    ['-- -v', '| -v', 'two dashes end the options'],
    ['-o -- a', '-o=-- | a', 'two dashes as a value'],
    ['-', '| -', 'a dash alone is an operand'],
    ['-z', 'UNKNOWN_OPTION', 'an unknown letter'],
    ['-vz', 'UNKNOWN_OPTION', 'an unknown letter in a cluster'],
    ['--zzz', 'UNKNOWN_OPTION', 'an unknown word'],
    ['--verbose=yes', 'UNKNOWN_OPTION', 'a value for a flag'],
    ['-o', 'MISSING_VALUE', 'no value'],
    ['NULL', 'DYNAMIC_ARGUMENT', 'a word that may be an option'],
    ['-- NULL', '| null', 'a word that is not known, behind two dashes'],
    ['-o NULL', 'DYNAMIC_ARGUMENT', 'a value that may become several words'],
  ])('reads %s as %s: %s', (line, expected) => {
    expect(read(line)).toBe(expected)
  })

  it('stops at the first operand where the command does', () => {
    expect(read('-v a -x', 'posix')).toBe('-v | a -x')
  })

  it('has no abbreviations where the command has none, and takes the equals sign of a short option away', () => {
    expect(read('--outp=a', 'exact')).toBe('UNKNOWN_OPTION')
    expect(read('-o=a', 'exact')).toBe('-o=a |')
    expect(read('-o=a', 'gnu')).toBe('-o==a |')
  })

  it('negates what git can negate', () => {
    expect(read('--no-output', 'git')).toBe('--no-output |')
    expect(read('--no-zzz', 'git')).toBe('UNKNOWN_OPTION')
  })

  it('reads one dash and two alike in the manner of go', () => {
    expect(read('--o a -output=b', 'go', { options: [values('-o -output', 'write')] })).toBe('-o=a -output=b |')
  })

  it('does not take an option that matters for a value, where it is not certain that there is one', () => {
    expect(read('--number --output', 'exact')).toBe('UNKNOWN_OPERAND')
    expect(read('--number --unknown', 'exact')).toBe('UNKNOWN_OPERAND')
    expect(read('--number --verbose', 'exact')).toBe('--number=--verbose |')
  })

  it('reads numbers and plus words where they are options', () => {
    expect(read('-5 a', 'gnu', { numeric: true })).toBe('| a')
    expect(read('-5 a')).toBe('UNKNOWN_OPTION')
    expect(read('+5 a', 'gnu', { plus: 'nothing' })).toBe('| a')
    expect(read('+q a', 'gnu', { plus: 'unevaluated' })).toBe('NOT_EVALUATED')
  })

  it('reads a bundle without a dash, with the values in order behind it', () => {
    expect(read('von file 3 a', 'gnu', { bundle: true })).toBe('-v -o=file -n=3 | a')
  })
})
