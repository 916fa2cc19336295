import { readFileSync } from 'node:fs'
import { ESCAPE_CASES } from '@poundlock/sandbox/conformance'
import { expect, test } from 'vitest'
import { OPEN_ATTEMPTS } from './conformance/open-attempts.ts'

const root = new URL('../../../', import.meta.url)
const known = new Set(ESCAPE_CASES.map(({ id }) => id))

/** Rows of the table below a heading. */
function rowsOf(file: string, heading: string): readonly (readonly string[])[] {
  const text = readFileSync(new URL(file, root), 'utf8')
  const section = text.slice(text.indexOf(heading)).split(/\n#{2,3} /)[0]!
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^[|\s-]+$/.test(line))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
}

const idsIn = (text: string): readonly string[] => (text.match(/\b[A-Z]\d{2,3}\b/g) ?? []).filter((id) => known.has(id))

const WAYS = ['everywhere', 'Docker', 'Podman']
const stated = rowsOf('SECURITY.md', '## What stays open').filter(([, what = '']) => idsIn(what).length > 0)
/** What is said to be open, as `way id`. */
const told = stated.flatMap(([, what = '', where = '']) =>
  idsIn(what).flatMap((id) => WAYS.filter((way) => where.includes(way)).map((way) => `${way} ${id}`)),
)

test('SECURITY.md lists every attempt that stays open, where it does, with its reason, and no other', () => {
  const open = Object.entries(OPEN_ATTEMPTS).flatMap(([way, ids]) => ids.map((id) => `${way} ${id}`))
  expect(told.toSorted()).toEqual(open.toSorted())
  expect(stated.filter(([, , , why = '']) => why === '')).toEqual([])
})

test('so does docs/sandbox-docker.md, in more words', () => {
  const listed = new Set(
    rowsOf('docs/sandbox-docker.md', '## What stays open').flatMap((cells) => idsIn(cells.join(' '))),
  )
  expect([...listed].toSorted()).toEqual([...new Set<string>(Object.values(OPEN_ATTEMPTS).flat())].toSorted())
})
