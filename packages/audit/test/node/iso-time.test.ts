import * as fc from '@poundlock/tooling/properties'
import { describe, expect, test } from 'vitest'
import { createTimeWriter } from '../../src/node/iso-time.ts'

describe('createTimeWriter', () => {
  test('writes any times, in any order, as toISOString does', () => {
    fc.assert(
      fc.property(fc.array(fc.date({ noInvalidDate: true })), fc.integer({ min: -3000, max: 3000 }), (times, step) => {
        const write = createTimeWriter()
        for (const time of times) {
          for (const near of [time, new Date(time.getTime() + step), time]) {
            if (!Number.isNaN(near.getTime())) expect(write(near)).toBe(near.toISOString())
          }
        }
      }),
    )
  })

  test.each([0, -1, 999, 1000, -62_167_219_200_001, 253_402_300_800_000])('writes %i', (time) => {
    expect(createTimeWriter()(new Date(time))).toBe(new Date(time).toISOString())
  })

  test('throws for a time that is none, and writes the next', () => {
    const write = createTimeWriter()
    for (let time = 0; time < 2; time++) expect(() => write(new Date(Number.NaN))).toThrow(RangeError)
    expect(write(new Date(1))).toBe('1970-01-01T00:00:00.001Z')
    expect(() => write(new Date(Number.NaN))).toThrow(RangeError)
  })
})
