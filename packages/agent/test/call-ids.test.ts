import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { callIds, PROVIDERS } from '../src/index.ts'

const TAKES = {
  anthropic: /^[a-zA-Z0-9_-]{1,64}$/,
  openai: /^.{1,40}$/,
  'openai-responses': /^.{1,64}$/,
  gemini: /^.{1,64}$/,
  mistral: /^[a-zA-Z0-9]{9}$/,
} as const

// Ids that look alike after what is foreign has been left out are the hard ones.
const id = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('a', '0', '|', ':', '.', ' ') }),
  fc.string({ minLength: 60, maxLength: 90, unit: fc.constantFrom('a', 'b') }),
)

describe.each(PROVIDERS)('%s', (provider) => {
  test('is given ids that it takes, and no two the same', () => {
    fc.assert(
      fc.property(fc.array(id), (ids) => {
        const mapped = callIds(provider, ids)
        expect(mapped).toHaveLength(ids.length)
        expect(new Set(mapped).size).toBe(ids.length)
        for (const one of mapped) expect(one).toMatch(TAKES[provider])
      }),
    )
  })

  test('is given the same ids again as a conversation gets longer', () => {
    fc.assert(
      fc.property(fc.array(id), fc.array(id), (ids, more) => {
        expect(callIds(provider, [...ids, ...more]).slice(0, ids.length)).toEqual(callIds(provider, ids))
      }),
    )
  })

  test('10,000 ids that differ only in what it refuses stay apart', () => {
    const mapped = callIds(
      provider,
      Array.from({ length: 10_000 }, (_, index) => `a${'|'.repeat(index)}`),
    )
    expect(new Set(mapped).size).toBe(10_000)
  })
})

test.each([
  ['anthropic', 'toolu_01A-b'],
  ['openai', 'functions.read:0'],
  ['openai-responses', 'call_abcDEF'],
  ['mistral', 'abcDEF123'],
] as const)('%s keeps %s', (provider, own) => expect(callIds(provider, [own])).toEqual([own]))

// Rows of the behaviour corpus, area `ids`. Where two ids clash, another system marks the later one with a hash, and
// where nothing is left of an id it writes a name of its own; here a count is enough, and `call`.
test.each([
  ['oc-0486', 'openai', ['functions.read:0'], ['functions.read:0']],
  ['oc-0487', 'mistral', ['call_abc|item:123'], ['callabcit']],
  ['oc-0488', 'mistral', ['call_a|b', 'call_a:b'], ['callab000', 'callab001']],
  ['oc-0490', 'mistral', ['a_very_long_identifier_here'], ['averylong']],
  ['oc-0491', 'openai', ['!!!'], ['call']],
  ['oc-0493', 'openai', ['call_1', 'call_1'], ['call_1', 'call_11']],
] as const)('%s: %s', (_, provider, ids, mapped) => expect(callIds(provider, ids)).toEqual(mapped))
