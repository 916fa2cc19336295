import { expect, test } from 'vitest'
import type { SafeBinProfile } from '../../../src/model/layer.ts'
import { fitsProfile } from '../../../src/rules/programs/safe-bin-profile.ts'

const PROFILE: SafeBinProfile = {
  maxPositional: 1,
  allowedFlags: ['-v', '-q', '--strict'],
  allowedValueFlags: ['-n', '--limit'],
  deniedFlags: ['-f', '--file'],
}
const fits = (line: string, given = PROFILE) => fitsProfile(line.split(' ').filter(Boolean), given)

test.each(['', 'word', '-v', '-vq word', '--strict -n 5', '-n5', '--limit=5 word', '--limit 5', '-- word'])(
  '%j fits',
  (line) => {
    expect(fits(line)).toBe(true)
  },
)

test.each([
  'one two',
  './word',
  '/etc/passwd',
  '~/x',
  '.env',
  '..',
  'a/b',
  '@list',
  'C:x',
  '-x',
  '-vx',
  '-f',
  '-vf',
  '-f x',
  '--file=x',
  '--fil x',
  '--other',
  '--limit',
  '--limit=/etc/passwd',
  '-n ../x',
  '-n/etc',
  '-n -f',
  '-v=1',
  '-- -f x',
  '*.txt',
])('%j does not fit', (line) => {
  expect(fits(line)).toBe(false)
})

test('a profile that names nothing lets nothing but the name through, and can ask for operands', () => {
  expect(fits('', {})).toBe(true)
  expect(fits('word', {})).toBe(false)
  expect(fits('', { minPositional: 1, maxPositional: 2 })).toBe(false)
  expect(fits('word', { minPositional: 1, maxPositional: 2 })).toBe(true)
})
