import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { AuditError, canonicalJson } from '../src/index.ts'

describe('canonicalJson', () => {
  test('sorts keys by UTF-16 code units, as in the example of RFC 8785, 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toEqual([
      'One',
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  test('writes numbers as in the example of RFC 8785, 3.2.2', () => {
    const numbers = [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0]
    expect(canonicalJson(numbers)).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]')
  })

  test.each([5, 24, 25, 100])('sorts %i keys as a sort of ECMAScript does', (count) => {
    const keys = Array.from({ length: count }, (_, index) => `${((index * 7919) % 251).toString(36)}\u00e9${index}`)
    const written = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))
    expect(written).toBe(
      `{${keys
        .toSorted()
        .map((key) => `${JSON.stringify(key)}:0`)
        .join(',')}}`,
    )
  })

  test('escapes what JSON.stringify escapes, and nothing else', () => {
    for (let unit = 0; unit < 0x1_0000; unit++) {
      const text = `a${String.fromCharCode(unit)}b`
      if (canonicalJson(text) !== JSON.stringify(text)) expect(canonicalJson(text)).toBe(JSON.stringify(text))
    }
    expect(canonicalJson('\ud83d\ude00')).toBe('"\ud83d\ude00"')
  })

  describe('a value that is frozen', () => {
    function freezeAll<Value>(value: Value): Value {
      if (typeof value !== 'object' || value === null) return value
      Object.values(value).forEach(freezeAll)
      return Object.freeze(value)
    }

    test('with all that it holds is written as ever, each time and wherever it lies', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          const text = canonicalJson(value)
          const frozen = freezeAll(structuredClone(value))
          for (let time = 0; time < 3; time++)
            expect(canonicalJson({ a: [frozen], b: frozen })).toBe(`{"a":[${text}],"b":${text}}`)
        }),
      )
    })

    test('is written anew where something in it can still change', () => {
      const part = { deep: [1] }
      const counted = {
        times: 0,
        get value() {
          return ++this.times
        },
      }
      const listed = Object.freeze([part])
      const own = Object.freeze(Object.defineProperty({}, 'now', { enumerable: true, get: () => counted.value }))
      expect(canonicalJson([listed, own])).toBe('[[{"deep":[1]}],{"now":1}]')
      part.deep.push(2)
      expect(canonicalJson([listed, own])).toBe('[[{"deep":[1,2]}],{"now":2}]')
    })

    test('is no deeper for that than any other may be', () => {
      const nest = (value: unknown, levels: number): unknown => (levels === 0 ? value : [nest(value, levels - 1)])
      const frozen = freezeAll(nest('x', 6))
      const text = canonicalJson(frozen)
      expect(canonicalJson(nest(frozen, 58))).toBe(`${'['.repeat(58)}${text}${']'.repeat(58)}`)
      for (const levels of [59, 60, 64]) expect(() => canonicalJson(nest(frozen, levels))).toThrow('levels of nesting')
    })

    test('is written anew where its prototype says what is missing in it', () => {
      let said = 1
      const prototype = Object.create(Array.prototype, { 0: { get: () => said } }) as object
      const list = Object.freeze(Object.setPrototypeOf(Object.assign([], { length: 1 }), prototype) as unknown[])
      expect(canonicalJson(list)).toBe('[1]')
      said = 2
      expect(canonicalJson(list)).toBe('[2]')
    })

    test.each<[string, object]>([
      ['a date', Object.freeze({ at: Object.freeze(new Date(0)) })],
      ['a function', Object.freeze({ run: Object.freeze(() => 1) })],
      ['NaN', Object.freeze([Number.NaN])],
    ])('is refused with %s in it, the second time too', (_, value) => {
      for (let time = 0; time < 2; time++) expect(() => canonicalJson(value)).toThrow(AuditError)
    })
  })

  test('leaves out what is undefined and keeps what is null', () => {
    expect(canonicalJson({ b: undefined, a: null })).toBe('{"a":null}')
  })

  test('escapes a lone surrogate, so that its UTF-8 is well formed', () => {
    expect(canonicalJson('\ud800x')).toBe('"\\ud800x"')
  })

  test.each<[string, unknown]>([
    ['a bigint', 1n],
    ['NaN', { a: Number.NaN }],
    ['infinity', [Infinity]],
    ['a function', { a: () => 1 }],
    ['a symbol', { a: Symbol('s') }],
    ['undefined in an array', [undefined]],
    ['a hole in an array', [1, , 2]], // eslint-disable-line no-sparse-arrays
    ['a date', { at: new Date(0) }],
    ['a map', new Map()],
    ['bytes', new Uint8Array(2)],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(AuditError)
  })

  test('refuses a cycle instead of exhausting the stack', () => {
    const cycle: Record<string, unknown> = {}
    cycle['self'] = cycle
    expect(() => canonicalJson(cycle)).toThrow('more than 64 levels')
  })

  test('is one text for one value, whatever the order of keys, and reads back as that value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = canonicalJson(value)
        const read = JSON.parse(text) as unknown
        expect(canonicalJson(read)).toBe(text)
        expect(canonicalJson(reversed(value))).toBe(text)
        expect(JSON.stringify(sorted(read))).toBe(JSON.stringify(sorted(JSON.parse(JSON.stringify(value)))))
      }),
      { numRuns: 300 },
    )
  })
})

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toReversed())
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .map(([key, member]) => [key, sorted(member)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}
