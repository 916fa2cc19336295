import { parseShell } from '@poundlock/shell'
import { expect, test } from 'vitest'
import { treeLines } from '../../src/output/syntax-tree.ts'

function shown(source: string): readonly string[] {
  const parsed = parseShell(source)
  if (!parsed.ok) throw new Error(parsed.refusal.message)
  return [...treeLines(parsed.tree, source)]
}

test('a tree has a line for each node that says something', () => {
  expect(shown('x=1 cat "a $(ls | wc)" >f && b &')).toEqual([
    '  statement x=1 cat "a $(ls | wc)" >f && b',
    '    simple x=1 cat "a $(ls | wc)" >f',
    '      assignment x=1',
    '        word 1',
    '      word cat',
    '      word "a $(ls | wc)"',
    '        double "a $(ls | wc)"',
    '          command $(ls | wc)',
    '            pipeline ls | wc',
    '              simple ls',
    '                word ls',
    '              simple wc',
    '                word wc',
    '      redirection >f',
    '        word f',
    '    simple b',
    '      word b',
  ])
})

test('the parts of compound commands are called by what they are for', () => {
  expect(shown('if a; then b; else c; fi')).toEqual([
    '  if if a; then b; else c; fi',
    '    condition',
    '      simple a',
    '        word a',
    '    body',
    '      simple b',
    '        word b',
    '    otherwise',
    '      simple c',
    '        word c',
  ])
})

test('a tree shows no character that a terminal obeys, and of long texts the start', () => {
  const lines = shown(`echo '\u202E\n' ${'a'.repeat(100)}`)
  expect(lines.join('')).not.toMatch(/[\u202e\n]/)
  expect(lines.at(-1)).toBe(`    word ${'a'.repeat(60)}…`)
})
