import { expect, test } from 'vitest'
import { PolicyError } from '../src/index.ts'
import { HANDLERS } from './behaviour-row.ts'
import { readCorpus } from './corpus-row.ts'

interface Row {
  readonly id: string
  readonly area: string
  readonly input: Readonly<Record<string, unknown>>
  readonly expect: Readonly<Record<string, unknown>>
  readonly beat_expect?: Readonly<Record<string, unknown>>
}

/** Rows that are answered otherwise here, each with the reason. */
const departures = new Map(
  readCorpus<{ id: string; reason: string; instead?: unknown }>('departures.jsonl').map((row) => [row.id, row]),
)

const rows = readCorpus<Row>('behaviours.jsonl')

/** Decisions in the words of the rows. */
const WORDS = [
  [/^allow after|prompter reason$|^prompt|^ask/, 'ask'],
  [/^allow\b|^allowed/, 'allow'],
  [/^deny|^denied/, 'deny'],
] as const

function comparable(value: Readonly<Record<string, unknown>>): unknown {
  const { outcome, error, ...rest } = value
  if (typeof error === 'string' && /^(?:exec host not allowed|Invalid exec host)/.test(error)) return { error: true }
  if (typeof error === 'string') return { error: error.toLowerCase().replace(/\.$/, '') }
  if (typeof outcome !== 'string') return rest
  return { outcome: WORDS.find(([pattern]) => pattern.test(outcome))?.[1] ?? outcome }
}

function answer(row: Row): { readonly actual: unknown; readonly expected: unknown } {
  const handler = Object.entries(HANDLERS).find(([key]) => Object.hasOwn(row.input, key))?.[1]
  const wanted = comparable(row.beat_expect ?? row.expect) as Record<string, unknown>
  let given: Record<string, unknown>
  try {
    given = (handler?.(row.input) ?? {}) as Record<string, unknown>
  } catch (error) {
    if (error instanceof PolicyError) return { actual: 'refused', expected: wanted }
    throw error
  }
  const keys = Object.keys(wanted).filter((key) => Object.hasOwn(given, key))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]))
  return keys.length === 0 ? { actual: 'no answer', expected: wanted } : { actual: pick(given), expected: pick(wanted) }
}

test.each(rows.filter((row) => !departures.has(row.id)).map((row) => [row.id, row] as const))('%s', (_, row) => {
  const { actual, expected } = answer(row)
  expect(actual).toEqual(expected)
})

test.each([...departures.values()].map((row) => [row.id, row] as const))(
  '%s departs, with a reason',
  (id, departure) => {
    const row = rows.find((one) => one.id === id)
    expect(row).toBeDefined()
    const { actual, expected } = answer(row!)
    expect(actual).not.toEqual(expected)
    expect(departure.reason.length).toBeGreaterThan(20)
  },
)
