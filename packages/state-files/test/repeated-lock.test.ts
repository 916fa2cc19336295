import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { withLock } from '../src/lock.ts'
import { describeHolder, isGone } from '../src/process-identity.ts'
import { createRepeatedLock, removeAbandonedNames, type RepeatedLock } from '../src/repeated-lock.ts'
import { outputOf, startFixture, untilLines } from './fixture-process.ts'

const LINUX = process.platform === 'linux'

/** A holder like this process, with one part of its text replaced. */
const holderWith = (part: number, value: string): string => describeHolder().split(':').with(part, value).join(':')

const keptIn = (directory: string): string[] => readdirSync(directory).filter((name) => name.startsWith('.holder.'))

/** A lock that was taken twice, so that its name is kept. */
async function takenTwice(directory: string) {
  const lock = createRepeatedLock(directory)
  await lock.run(100, () => undefined)
  await lock.run(100, () => undefined)
  return lock
}

describe('createRepeatedLock', () => {
  test('keeps nothing for who takes it once', async () => {
    const directory = temporaryFolder()
    const lock = createRepeatedLock(directory)
    expect(await lock.run(100, () => readdirSync(directory))).toEqual(['.lock'])
    expect(readdirSync(directory)).toEqual([])
  })

  test('names this process as its holder each time, and leaves nothing when it is closed', async () => {
    const directory = temporaryFolder()
    const lock = createRepeatedLock(directory)
    for (let turn = 0; turn < 4; turn++) {
      const text = await lock.run(100, () => readlinkSync(join(directory, '.lock')))
      expect(text.startsWith(`${process.pid}:`)).toBe(true)
      expect(isGone(text)).toBe(false)
      expect(keptIn(directory)).toHaveLength(LINUX && turn > 0 ? 1 : 0)
    }
    lock.close()
    expect(readdirSync(directory)).toEqual([])
  })

  test('lets go when the action throws', async () => {
    const directory = temporaryFolder()
    const lock = await takenTwice(directory)
    const thrown = lock.run(100, () => {
      throw new Error('inside')
    })
    await expect(thrown).rejects.toThrow('inside')
    expect(await lock.run(100, () => 'again')).toBe('again')
  })

  test('waits for another that holds it, of either kind', async () => {
    const directory = temporaryFolder()
    const lock = await takenTwice(directory)
    symlinkSync(describeHolder(), join(directory, '.lock'))
    await expect(lock.run(30, () => 'never')).rejects.toMatchObject({ code: 'STATE_FILE_LOCKED' })
    unlinkSync(join(directory, '.lock'))
    await lock.run(100, () => {
      expect(() => symlinkSync(describeHolder(), join(directory, '.lock'))).toThrow('EEXIST')
    })
  })

  test('at once is held or not, and nothing is done meanwhile', async () => {
    const directory = temporaryFolder()
    const lock = await takenTwice(directory)
    const held = lock.runIfFree(() => readlinkSync(join(directory, '.lock')))
    expect(held?.result.startsWith(`${process.pid}:`)).toBe(true)
    symlinkSync(describeHolder(), join(directory, '.lock'))
    expect(lock.runIfFree(() => expect.unreachable())).toBeNull()
    unlinkSync(join(directory, '.lock'))
    expect(() =>
      lock.runIfFree(() => {
        throw new Error('inside')
      }),
    ).toThrow('inside')
    expect(lock.runIfFree(() => 'again')).toEqual({ result: 'again' })
    lock.close()
    expect(readdirSync(directory)).toEqual([])
  })

  test('excludes processes that take it again and such that take it anew', async () => {
    const directory = temporaryFolder()
    writeFileSync(join(directory, 'number'), '0')
    const ways = ['again', 'again', 'anew', 'again']
    await Promise.all(ways.map(async (how) => outputOf(startFixture('count', [directory, '150', how]))))
    expect(readFileSync(join(directory, 'number'), 'utf8')).toBe('600')
    expect(readdirSync(directory)).toEqual(['number'])
  })

  test('is broken when its holder is killed, for one of many that wait', async () => {
    const directory = temporaryFolder()
    const holder = startFixture('hold-lock-again', [directory])
    await untilLines(holder, 1)
    const locks = [0, 1, 2].map(() => createRepeatedLock(directory))
    let inside = 0
    const waiting = Array.from({ length: 40 }, (_, index) => {
      const enter = () => ++inside
      return index % 4 === 3 ? withLock(directory, 5000, enter) : locks[index % 4]!.run(5000, enter)
    })
    holder.kill('SIGKILL')
    expect((await Promise.all(waiting)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
    for (const lock of locks) lock.close()
    if (holder.exitCode === null && holder.signalCode === null) await once(holder, 'exit')
    removeAbandonedNames(directory)
    expect(readdirSync(directory)).toEqual([])
  })

  test.runIf(LINUX)('makes another name when the kept one was removed', async () => {
    const directory = temporaryFolder()
    const lock = await takenTwice(directory)
    const [first] = keptIn(directory)
    unlinkSync(join(directory, first!))
    expect(await lock.run(100, () => 'mine')).toBe('mine')
    expect(await lock.run(100, () => 'mine')).toBe('mine')
    const [second] = keptIn(directory)
    expect(second).not.toBe(first)
    lock.close()
    expect(readdirSync(directory)).toEqual([])
  })

  test.runIf(LINUX)('is taken anew each time where no hard link can be made', async () => {
    const directory = temporaryFolder()
    const lock = await takenTwice(directory)
    const kept = join(directory, keptIn(directory)[0]!)
    unlinkSync(kept)
    mkdirSync(kept)
    for (let turn = 0; turn < 3; turn++) {
      const text = await lock.run(100, () => readlinkSync(join(directory, '.lock')))
      expect(text.startsWith(`${process.pid}:`)).toBe(true)
    }
    expect(readdirSync(directory).filter((name) => name === '.lock')).toEqual([])
  })

  test.runIf(LINUX)('never bears the name of somebody else', async () => {
    const directory = temporaryFolder()
    const lock = createRepeatedLock(directory)
    await lock.run(100, () => undefined)
    // The name is made while another holds the lock, and is exchanged before it is first linked.
    symlinkSync(describeHolder(), join(directory, '.lock'))
    const running = lock.run(5000, () => readlinkSync(join(directory, '.lock')))
    const kept = join(directory, keptIn(directory)[0]!)
    symlinkSync(holderWith(1, '1'), `${kept}.other`)
    renameSync(`${kept}.other`, kept)
    unlinkSync(join(directory, '.lock'))
    expect(isGone(await running)).toBe(false)
    expect(readdirSync(directory)).toEqual([])
  })
})

describe.runIf(LINUX)('announce', () => {
  /** Whether nothing was announced since the last time. */
  const unannounced = async (lock: RepeatedLock) => lock.run(100, (nothing) => nothing)

  test('is known to all who keep a name, and to a process that keeps none', async () => {
    const directory = temporaryFolder()
    const [one, other] = [await takenTwice(directory), await takenTwice(directory)]
    expect(await unannounced(one)).toBe(true)
    await other.run(100, () => other.announce())
    expect(await unannounced(one)).toBe(false)
    // The new name may have been made after an announcement.
    expect(await unannounced(one)).toBe(false)
    expect(await unannounced(one)).toBe(true)
    expect(await unannounced(other)).toBe(true)
    for (const lock of [one, other]) lock.close()
    expect(readdirSync(directory)).toEqual([])
  })

  test('reaches who made its name while it was going on', async () => {
    const directory = temporaryFolder()
    const lock = createRepeatedLock(directory)
    await lock.run(100, () => undefined)
    const other = await takenTwice(directory)
    let waiting: Promise<boolean> | undefined
    await other.run(100, () => {
      other.announce()
      waiting = unannounced(lock)
      expect(keptIn(directory)).toHaveLength(2)
    })
    expect(await waiting).toBe(false)
    expect(await unannounced(lock)).toBe(true)
  })

  test('is still unknown to an action that failed', async () => {
    const directory = temporaryFolder()
    const [one, other] = [await takenTwice(directory), await takenTwice(directory)]
    await other.run(100, () => other.announce())
    await one.run(100, () => undefined)
    const failing = one.run(100, () => {
      throw new Error('inside')
    })
    await expect(failing).rejects.toThrow('inside')
    expect(await unannounced(one)).toBe(false)
    expect(await unannounced(one)).toBe(true)
  })

  test('leaves alone what is no name', async () => {
    const directory = temporaryFolder()
    const lock = await takenTwice(directory)
    const paths = ['.holder.1111111111111111', '.holder.of-something-else'].map((name) => join(directory, name))
    mkdirSync(paths[0]!)
    symlinkSync('somewhere', paths[1]!)
    await lock.run(100, () => lock.announce())
    expect(paths.map((path) => lstatSync(path).isDirectory())).toEqual([true, false])
  })
})

describe('removeAbandonedNames', () => {
  const name = (digit: string) => `.holder.${digit.repeat(16)}`

  test('removes the names of processes that are gone, and no other file', () => {
    const directory = temporaryFolder()
    symlinkSync(holderWith(1, '1'), join(directory, name('1')))
    symlinkSync(describeHolder(), join(directory, name('2')))
    symlinkSync(holderWith(3, '1'), join(directory, name('3')))
    writeFileSync(join(directory, name('4')), 'no link')
    symlinkSync(holderWith(1, '1'), join(directory, '.holder.of-something-else'))
    removeAbandonedNames(directory)
    expect(readdirSync(directory).toSorted()).toEqual([name('2'), name('3'), name('4'), '.holder.of-something-else'])
  })

  test('removes after a day also those that nobody can judge', () => {
    const directory = temporaryFolder()
    symlinkSync(holderWith(3, '1'), join(directory, name('3')))
    removeAbandonedNames(directory, Date.now() + 23 * 60 * 60 * 1000)
    expect(readdirSync(directory)).toEqual([name('3')])
    removeAbandonedNames(directory, Date.now() + 25 * 60 * 60 * 1000)
    expect(readdirSync(directory)).toEqual([])
  })
})
