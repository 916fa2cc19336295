import { describe, expect, test } from 'vitest'
import { cursorKeyMode, encodeKeys, encodePaste } from '../../src/process/terminal-keys.ts'

const hex = (text: string) => Buffer.from(text).toString('hex')

// Rows of the behaviour corpus, area `process`.
test.each([
  ['st-0144', ['C-c'], '03'],
  ['st-0145', ['C-d'], '04'],
  ['st-0146', ['^C'], '03'],
  ['st-0147', ['Escape'], '1b'],
  ['st-0148', ['Up'], '1b5b41'],
  ['st-0150', ['M-x'], '1b78'],
  ['st-0155', ['PageUp'], '1b5b357e'],
  ['st-0156', ['a'], '61'],
])('%s: %j', (_, keys, expected) => {
  const encoded = encodeKeys(keys)
  expect('text' in encoded && hex(encoded.text)).toBe(expected)
})

test('cursor keys are written as the program asked for, and not at all when that is not known (st-0160, st-0161)', () => {
  expect(encodeKeys(['Up'], 'application')).toEqual({ text: '\u001BOA' })
  expect(encodeKeys(['Up'], 'unknown')).toEqual({
    problem: expect.stringContaining('cursor key mode is not known yet'),
  })
  // With a key held down besides, both modes write the same.
  expect(encodeKeys(['M-Up'], 'unknown')).toEqual(encodeKeys(['M-Up'], 'application'))
  expect(encodeKeys(['C-c'], 'unknown')).toEqual({ text: '\u0003' })
})

test('the mode is what the program wrote last', () => {
  expect(cursorKeyMode('', true)).toBe('normal')
  expect(cursorKeyMode('', false)).toBe('unknown')
  expect(cursorKeyMode('a\u001B[?1hb', false)).toBe('application')
  expect(cursorKeyMode('\u001B[?1h\u001B[?25;1l', true)).toBe('normal')
  expect(cursorKeyMode('\u001B[?1049h\u001B[?12h', true)).toBe('normal')
})

describe('other keys', () => {
  test.each([
    [['Enter', 'Tab', 'BSpace', 'Space'], '0d097f20'],
    [['C-Space', 'C-[', 'C-?', '^_'], '001b7f1f'],
    [['F1', 'F12', 'Delete', 'Home'], '1b4f501b5b32347e1b5b337e1b5b48'],
    [['M-C-c', 'é', '👍'], '1b03c3a9f09f918d'],
  ])('%j', (keys, expected) => {
    const encoded = encodeKeys(keys)
    expect('text' in encoded && hex(encoded.text)).toBe(expected)
  })

  test.each([['Enterr'], ['C-'], ['C-é'], ['C-ab'], ['rm -rf'], ['constructor'], ['M-']])(
    '%j is none, and nothing is sent',
    (key) => expect(encodeKeys(['a', key])).toEqual({ problem: expect.stringContaining('there is no key') }),
  )
})

test('a paste cannot end itself and go on as typing (st-0159)', () => {
  expect(hex(encodePaste('a\nb'))).toMatch(/^1b5b3230307e.*1b5b3230317e$/)
  expect(encodePaste('x\u001B[201~rm\r')).toBe('\u001B[200~xrm\r\u001B[201~')
})
