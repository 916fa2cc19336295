import { describe, expect, test } from 'vitest'
import { cutTo, headOf, tailOf, TRUNCATION_MARK } from '../../src/output/character-boundary.ts'

const TEXT = 'aä“\u{1F680}\u{1F469}\u200d\u{1F680}é\u{10FFFF}z'

describe('cutting a text', () => {
  test('never parts a surrogate pair, at any length from either end', () => {
    for (let length = 0; length <= TEXT.length + 1; length++) {
      for (const part of [headOf(TEXT, length), tailOf(TEXT, length)]) {
        expect(part.isWellFormed()).toBe(true)
        expect(part.length).toBeLessThanOrEqual(length)
        expect(part.length).toBeGreaterThanOrEqual(Math.min(TEXT.length, length) - 1)
      }
      expect(TEXT.startsWith(headOf(TEXT, length))).toBe(true)
      expect(TEXT.endsWith(tailOf(TEXT, length))).toBe(true)
    }
  })

  test('ends in the mark, which counts', () => {
    const long = TEXT.repeat(10)
    for (let length = 0; length <= 60; length++) {
      const cut = cutTo(long, length)
      expect(cut.length).toBeLessThanOrEqual(length)
      expect(cut.isWellFormed()).toBe(true)
      expect(cut.endsWith(TRUNCATION_MARK)).toBe(length >= TRUNCATION_MARK.length)
    }
  })
})
