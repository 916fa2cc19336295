import { expect, test } from 'vitest'
import { ignoresModes, otherUserFor, otherUserReason } from '../../../src/renderers/landlock/other-user.ts'

const EVERYONE = '         0          0 4294967295\n'
const ALONE = '         0       1000          1\n'
const IN_CONTAINER = '         0     100000      65536\n'

test('only root becomes somebody else, and only where there is anybody else', () => {
  expect(otherUserFor(1000, EVERYONE)).toBeNull()
  expect(otherUserFor(0, EVERYONE)).toBe(60_999)
  expect(otherUserFor(0, IN_CONTAINER)).toBe(60_999)
  expect(otherUserFor(0, ALONE)).toBeNull()
  expect(otherUserFor(0, '')).toBeNull()
})

const status = (bits: string): string => `Name:\tnode\nCapPrm:\tffff\nCapEff:\t${bits}\nCapBnd:\tffff\n`

test('root without the capabilities for it is told so', () => {
  expect(otherUserReason(60_999, status('00000000a80425fb'))).toBeNull()
  expect(otherUserReason(60_999, status('0000000000000000'))).toMatch(/Root lacks capabilities/)
  expect(otherUserReason(60_999, status('00000000a804257b'))).toMatch(/SETUID/)
  expect(otherUserReason(60_999, '')).toMatch(/Root lacks capabilities/)
  expect(otherUserReason(null, '')).toBeNull()
})

test('whether modes are ignored is what the kernel says', () => {
  expect(ignoresModes(status('0000000000000002'))).toBe(true)
  expect(ignoresModes(status('0000000000000001'))).toBe(false)
  expect(ignoresModes('')).toBe(false)
})
