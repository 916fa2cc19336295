import { chmodSync, chownSync, linkSync, lstatSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { checkOwnFolder, makeOwnFolder, ownershipProblem, readOwnText } from '../src/index.ts'
import type { Ownership } from '../src/ownership.ts'

const isRoot = process.geteuid?.() === 0
const OTHER = 12_345

function file(mode: number, owner = process.geteuid!()): string {
  const path = join(temporaryFolder(), 'file')
  writeFileSync(path, 'text')
  chmodSync(path, mode)
  if (owner !== process.geteuid!()) chownSync(path, owner, owner)
  return path
}

const problemOf = (path: string, ownership: Ownership, options = {}) =>
  ownershipProblem(path, lstatSync(path), statSync(path).isDirectory() ? 'folder' : 'file', ownership, options)?.problem

describe('a file of this user', () => {
  test.each([
    [0o600, []],
    [0o644, ['private']],
    [0o660, ['private', 'own', 'obeyed']],
    [0o602, ['private', 'own', 'obeyed']],
    [0o604, ['private']],
  ] as const)('with mode %o is refused as: %j', (mode, refused) => {
    const path = file(mode)
    const found = (['private', 'own', 'obeyed'] as const).filter((one) => problemOf(path, one) !== undefined)
    expect(found).toEqual(refused)
  })

  test('may be written by a group of the user alone, where that is said', () => {
    const path = file(0o664)
    const { gid } = statSync(path)
    expect(problemOf(path, 'obeyed', { privateGroup: gid })).toBeUndefined()
    expect(problemOf(path, 'obeyed', { privateGroup: gid + 1 })).toBe('can be written by others')
    chmodSync(path, 0o666)
    expect(problemOf(path, 'obeyed', { privateGroup: gid })).toBe('can be written by others')
  })
})

test('what root owns is obeyed, and is nobody else’s own', () => {
  const path = file(0o644)
  const stats = Object.assign(lstatSync(path), { uid: 0 })
  const options = { user: OTHER }
  expect(ownershipProblem(path, stats, 'file', 'obeyed', options)).toBeNull()
  expect(ownershipProblem(path, stats, 'file', 'own', options)?.problem).toBe('belongs to user 0, not to you')
})

test.runIf(isRoot)('what somebody else owns is refused', () => {
  for (const ownership of ['private', 'own', 'obeyed'] as const) {
    expect(problemOf(file(0o600, OTHER), ownership)).toBe(`belongs to user ${OTHER}, not to you`)
  }
})

test('a link, and what is of another kind, is refused before anything else', () => {
  const folder = temporaryFolder()
  symlinkSync(folder, join(folder, 'link'))
  expect(problemOf(join(folder, 'link'), 'own')).toBe('is a symbolic link')
  expect(ownershipProblem(folder, lstatSync(folder), 'file', 'own')?.problem).toBe('is no regular file')
  expect(ownershipProblem(file(0o600), lstatSync(file(0o600)), 'folder', 'own')?.problem).toBe('is no folder')
})

test('in a sticky folder a file may be obeyed; what we write ourselves does not belong there', () => {
  const folder = join(temporaryFolder(), 'sticky')
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  expect(problemOf(folder, 'obeyed')).toBeUndefined()
  expect(problemOf(folder, 'own')).toBe('can be written by others')
})

test('where the system has no owners, only the kind counts', () => {
  const path = file(0o666)
  expect(problemOf(path, 'private', { user: undefined })).toBeUndefined()
})

describe('readOwnText', () => {
  const read = (path: string) => readOwnText(path, { ownership: 'private', maxBytes: 10 })

  test('reads what nobody else could have written; where there is none, it is null', () => {
    expect(read(file(0o600))).toBe('text')
    expect(read(join(temporaryFolder(), 'absent'))).toBeNull()
  })

  test('follows no link, takes no second name, no other kind, no more than is allowed, and only UTF-8', () => {
    const folder = temporaryFolder()
    const path = file(0o600)
    symlinkSync(path, join(folder, 'link'))
    expect(() => read(join(folder, 'link'))).toThrow(expect.objectContaining({ code: 'STATE_FILE_UNTRUSTED' }))
    expect(() => read(folder)).toThrow(expect.objectContaining({ code: 'STATE_FILE_UNTRUSTED' }))
    linkSync(path, join(folder, 'second'))
    expect(() => read(path)).toThrow(/has a second name/)
    expect(readOwnText(path, { ownership: 'private', maxBytes: 10, names: 'any' })).toBe('text')
    const long = file(0o600)
    writeFileSync(long, 'x'.repeat(11))
    expect(() => read(long)).toThrow(expect.objectContaining({ code: 'STATE_FILE_INVALID' }))
    writeFileSync(long, new Uint8Array([0xff, 0xfe]))
    expect(() => read(long)).toThrow(/is not UTF-8/)
  })
})

test('a folder is made for its owner alone, and one that others can write is refused', () => {
  const folder = join(temporaryFolder(), 'a', 'b')
  makeOwnFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  chmodSync(folder, 0o770)
  expect(() => makeOwnFolder(folder)).toThrow(/can be written by others/)
  expect(() => checkOwnFolder(folder)).toThrow(expect.objectContaining({ code: 'STATE_FILE_UNTRUSTED' }))
  expect(() => checkOwnFolder(join(folder, 'absent'))).not.toThrow()
})
