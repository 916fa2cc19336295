import { expect, test } from 'vitest'
import { listLines } from '../../src/output/list-lines.ts'

const entries = Array.from({ length: 20 }, (_, index) => `entry-${index}`)
const at = (columns: number | undefined, all = false, end = '') => listLines('names', entries, { columns, all, end })

test('a list is wrapped to the terminal, below its title', () => {
  const lines = at(60, true)
  expect(lines[0]).toBe('names             entry-0, entry-1, entry-2, entry-3,')
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
  for (const line of lines.slice(1)) expect(line).toMatch(/^ {18}entry/)
  expect(lines.join(' ').match(/entry-\d+/g)).toEqual(entries)
})

test('it is folded after a few lines, with the number of the rest', () => {
  expect(at(60)).toEqual([
    'names             entry-0, entry-1, entry-2, entry-3,',
    '                  entry-4, entry-5, entry-6, entry-7,',
    '                  … and 12 more; -v shows all',
  ])
})

test('into a file it is whole, and a short one stands on one line', () => {
  expect(
    at(undefined)
      .join(' ')
      .match(/entry-\d+/g),
  ).toEqual(entries)
  expect(listLines('names', ['one', 'two'], { columns: 80, all: false, end: ' (default)' })).toEqual([
    'names             one, two (default)',
  ])
})

test('an entry that is longer than the terminal is not cut', () => {
  const long = 'x'.repeat(100)
  expect(listLines('names', [long, 'b'], { columns: 40, all: false })).toEqual([
    `names             ${long},`,
    '                  b',
  ])
})
