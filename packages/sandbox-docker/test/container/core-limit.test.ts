import { expect, test } from 'vitest'
import { coreLimit } from '../../src/container/core-limit.ts'

const line = (soft: string, hard: string): string =>
  `Max core file size        ${soft}                    ${hard}            bytes     \n`

test('is the one byte at which nothing runs for a crash, unless none may be had', () => {
  expect(coreLimit(line('0', 'unlimited'))).toBe(1)
  expect(coreLimit(line('0', '4096'))).toBe(1)
  expect(coreLimit(line('0', '0'))).toBe(0)
  expect(coreLimit('')).toBe(1)
})
