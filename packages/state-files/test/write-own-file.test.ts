import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { isUnfinished, makeOwnFile, readProcessStat, replaceOwnFile } from '../src/index.ts'

test.each([true, false])('a file is replaced in one step, for its owner alone (durable: %j)', (durable) => {
  const file = join(temporaryFolder(), 'state.json')
  replaceOwnFile(file, 'first', { durable })
  replaceOwnFile(file, new TextEncoder().encode('second'), { durable })
  expect(readFileSync(file, 'utf8')).toBe('second')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(file, '..'))).toEqual(['state.json'])
})

test('a file is made once; the second attempt leaves it as it is', () => {
  const file = join(temporaryFolder(), 'once')
  expect(makeOwnFile(file, 'mine')).toBe(true)
  expect(makeOwnFile(file, 'yours')).toBe(false)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(readdirSync(join(file, '..'))).toEqual(['once'])
})

test('what cannot be written is an error with the reason, and nothing half written is left', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'taken'))
  expect(() => replaceOwnFile(join(folder, 'taken'), 'x')).toThrow(
    expect.objectContaining({ code: 'STATE_FILE_IO', details: expect.objectContaining({ errno: 'EISDIR' }) }),
  )
  expect(() => replaceOwnFile(join(folder, 'absent', 'x'), 'x')).toThrow(
    expect.objectContaining({ code: 'STATE_FILE_IO' }),
  )
  expect(readdirSync(folder)).toEqual(['taken'])
  expect(isUnfinished('.unfinished-x-1')).toBe(true)
  expect(isUnfinished('x.json')).toBe(false)
})

test.runIf(existsSync('/proc/self/stat'))('a process is known by its number and its start', () => {
  const own = readProcessStat(process.pid)
  expect(own).toMatchObject({ pid: process.pid, parent: process.ppid, isZombie: false })
  expect(own?.startTime).toMatch(/^\d+$/)
  expect(readProcessStat('self')).toEqual(own)
  expect(readProcessStat(2 ** 30)).toBeNull()
})

test('a file gets the mode that is asked for, whatever the umask is', () => {
  const path = join(temporaryFolder(), 'x')
  const before = process.umask(0o077)
  try {
    replaceOwnFile(path, 'x', { mode: 0o755 })
  } finally {
    process.umask(before)
  }
  expect(statSync(path).mode & 0o777).toBe(0o755)
})
