import { once } from 'node:events'
import { readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { withLock } from '../src/lock.ts'
import { describeHolder, isGone } from '../src/process-identity.ts'
import { startFixture, untilLines } from './fixture-process.ts'

/** A holder like this process, with one part of its text replaced. */
const holderWith = (part: number, value: string): string => describeHolder().split(':').with(part, value).join(':')

describe('withLock', () => {
  test('returns what the action returns, and leaves nothing behind', async () => {
    const directory = temporaryFolder()
    expect(await withLock(directory, 100, () => readdirSync(directory))).toEqual(['.lock'])
    expect(readdirSync(directory)).toEqual([])
  })

  test('lets go when the action throws', async () => {
    const directory = temporaryFolder()
    await expect(
      withLock(directory, 100, () => {
        throw new Error('inside')
      }),
    ).rejects.toThrow('inside')
    expect(readdirSync(directory)).toEqual([])
  })

  test('waits for a process that holds it, and says who it is when that takes too long', async () => {
    const directory = temporaryFolder()
    const holder = startFixture('hold-lock', [directory])
    await untilLines(holder, 1)
    const waiting = withLock(directory, 50, () => 'never')
    await expect(waiting).rejects.toMatchObject({
      code: 'STATE_FILE_LOCKED',
      message: expect.stringContaining(`${holder.pid}`) as string,
    })
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(await withLock(directory, 1000, () => 'mine')).toBe('mine')
    expect(readdirSync(directory)).toEqual([])
  })

  test('breaks the lock of a process that was killed, for one of many that wait', async () => {
    const directory = temporaryFolder()
    const holder = startFixture('hold-lock', [directory])
    await untilLines(holder, 1)
    let inside = 0
    const waiting = Array.from({ length: 40 }, () => withLock(directory, 5000, () => ++inside))
    holder.kill('SIGKILL')
    expect((await Promise.all(waiting)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    expect(readdirSync(directory)).toEqual([])
  })

  test('breaks a lock whose breaker was killed too', async () => {
    const directory = temporaryFolder()
    const gone = holderWith(1, '1')
    symlinkSync(gone, join(directory, '.lock'))
    const { sha256 } = await import('../src/hash.ts')
    symlinkSync(holderWith(1, '2'), join(directory, `.lock.${sha256(gone).slice(0, 16)}`))
    expect(await withLock(directory, 1000, () => 'mine')).toBe('mine')
    expect(readdirSync(directory)).toEqual([])
  })

  test('never breaks what it cannot judge', async () => {
    for (const holder of [
      '',
      'not a holder',
      holderWith(3, '1'),
      holderWith(2, 'other').replace(/:[^:]*:[^:]*$/, ':there:1'),
    ]) {
      const directory = temporaryFolder()
      if (holder === '') writeFileSync(join(directory, '.lock'), '')
      else symlinkSync(holder, join(directory, '.lock'))
      await expect(withLock(directory, 30, () => 'never')).rejects.toMatchObject({ name: 'StateFileError' })
      expect(readdirSync(directory)).toEqual(['.lock'])
      if (holder !== '') expect(readlinkSync(join(directory, '.lock'))).toBe(holder)
    }
  })
})

describe('isGone', () => {
  test('is false for this process, true for one that had its number before', () => {
    expect(isGone(describeHolder())).toBe(false)
    expect(isGone(holderWith(1, '1'))).toBe(true)
  })

  test('is true for a number that nobody has, and after another boot of this machine', () => {
    expect(isGone(holderWith(0, '4194305'))).toBe(true)
    expect(isGone(holderWith(2, '00000000'))).toBe(true)
  })

  test('is false for another machine and another namespace of processes', () => {
    const elsewhere = holderWith(2, '00000000').split(':').with(4, '11111111').join(':')
    expect(isGone(elsewhere)).toBe(false)
    expect(isGone(holderWith(3, '1').split(':').with(0, '4194305').join(':'))).toBe(false)
  })

  test('names each holding anew', () => {
    expect(describeHolder()).not.toBe(describeHolder())
    expect(describeHolder().length).toBeLessThan(60)
  })
})
