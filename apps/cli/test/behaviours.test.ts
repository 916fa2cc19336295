import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decideBehaviour, type Behaviour } from './decide-behaviour.ts'

/** A row where we answer otherwise on purpose, or where there is nothing here that could answer. */
interface Departure {
  readonly id: string
  readonly ours: string
  readonly why: string
}

function read(name: string): readonly unknown[] {
  const text = readFileSync(new URL(`corpus/${name}`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))
}

const departures = new Map((read('behaviour-departures.jsonl') as Departure[]).map((entry) => [entry.id, entry]))
const answered = (read('behaviours.jsonl') as Behaviour[]).map((row) => ({ row, answers: decideBehaviour(row) }))
const describe = ({ id, input }: Behaviour) => `${id}: ${JSON.stringify(input)}`

test('every row is answered as the corpus has it, or its departure is listed with a reason', () => {
  const unlisted = answered.filter(({ row, answers }) => answers?.ours !== answers?.theirs && !departures.has(row.id))
  expect(unlisted.map(({ row }) => describe(row))).toEqual([])
})

test('what is listed as a departure is still one', () => {
  const listed = answered.filter(({ row }) => departures.has(row.id))
  expect(listed).toHaveLength(departures.size)
  const agreed = listed.filter(({ answers }) => answers !== null && answers.ours === answers.theirs)
  expect(agreed.map(({ row }) => describe(row))).toEqual([])
})

test('a row without an answer is listed as something that is not here', () => {
  const silent = answered.filter(({ row, answers }) => {
    return (answers === null) !== (departures.get(row.id)?.ours === 'no such thing here')
  })
  expect(silent.map(({ row }) => describe(row))).toEqual([])
})
