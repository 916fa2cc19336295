import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describeHolder } from '@poundlock/state-files/node'
import { expect, test } from 'vitest'
import { isLeased, isLeft, takeLease } from '../../src/container/lease.ts'
import { temporaryFolder } from '../test-sandbox.ts'

/** As a process of this boot that is no more. */
const deadHolder = (): string => {
  const [, ...rest] = describeHolder().split(':')
  return ['4194303', ...rest].join(':')
}

test('a lease is had by one at a time', () => {
  const folder = join(temporaryFolder(), 'leases')
  const first = takeLease(folder, 'slot')
  expect(first?.inherited).toBe(false)
  expect(takeLease(folder, 'slot')).toBeNull()
  expect(takeLease(folder, 'other')).not.toBeNull()
  expect(isLeased(folder, 'slot')).toBe(true)
  first!.release()
  expect(isLeased(folder, 'slot')).toBe(false)
  expect(takeLease(folder, 'slot')?.inherited).toBe(false)
})

test('a lease of a killed process is taken over, and it is said that it was', () => {
  const folder = temporaryFolder()
  symlinkSync(deadHolder(), join(folder, 'slot'))
  expect(isLeft(folder, 'slot')).toBe(true)
  expect(takeLease(folder, 'slot')?.inherited).toBe(true)
  expect(isLeased(folder, 'slot')).toBe(true)
})

test('a lease whose holder cannot be read is left alone', () => {
  const folder = temporaryFolder()
  symlinkSync('somebody', join(folder, 'slot'))
  expect(takeLease(folder, 'slot')).toBeNull()
})

test('a process that was killed while it took a lease over stands in nobody’s way for long', () => {
  const folder = temporaryFolder()
  symlinkSync(deadHolder(), join(folder, 'slot'))
  symlinkSync(deadHolder(), join(folder, 'slot.claim'))
  expect(takeLease(folder, 'slot')).toBeNull()
  expect(takeLease(folder, 'slot')?.inherited).toBe(true)
})
