import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listFolder } from '../../src/paths/folder-listings.ts'

/** What is listed is old enough to be kept, as if it had been made long ago. */
function makeOld() {
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 60_000)
}

const names = (folder: string) =>
  listFolder(folder)
    .entries.map(({ name, kind }) => `${kind} ${name}`)
    .toSorted()

/** The clock of the file system has gone on: what changes now gets another time than what changed before. */
async function timePasses(folder: string) {
  const before = lstatSync(folder).ctimeMs
  const probe = join(folder, '..', 'probe')
  await vi.waitUntil(() => {
    writeFileSync(probe, '')
    const { ctimeMs } = lstatSync(probe)
    rmSync(probe)
    return ctimeMs > before
  })
}

let folder: string
beforeEach(async () => {
  folder = join(temporaryFolder(), 'listed')
  mkdirSync(folder)
  mkdirSync(join(folder, 'b'))
  for (const name of ['a', 'c']) writeFileSync(join(folder, name), name)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('a folder is read once, as long as nothing in it changes', () => {
  makeOld()
  const listing = listFolder(folder)
  expect(names(folder)).toEqual(['file a', 'file c', 'folder b'])
  expect(listFolder(folder)).toBe(listing)
})

test('a folder that has changed just now is read anew: it may change again within the same tick', () => {
  expect(listFolder(folder)).not.toBe(listFolder(folder))
})

describe('what somebody does in a folder is seen, also where they hide it', () => {
  const at = (name: string) => join(folder, name)
  const changes: Readonly<Record<string, () => void>> = {
    'a new file': () => writeFileSync(at('new'), ''),
    'a new folder': () => mkdirSync(at('new')),
    'a new link': () => symlinkSync('a', at('new')),
    'another name of a file': () => linkSync(at('a'), at('new')),
    'a file that goes': () => rmSync(at('a')),
    'a folder that goes': () => rmdirSync(at('b')),
    'another name': () => renameSync(at('a'), at('new')),
    'an exchange of two names': () => {
      renameSync(at('a'), at('x'))
      renameSync(at('b'), at('a'))
      renameSync(at('x'), at('b'))
    },
    'a link in the place of a file': () => {
      symlinkSync('c', at('x'))
      renameSync(at('x'), at('a'))
    },
    'what comes from elsewhere': () => {
      writeFileSync(at('../elsewhere'), '')
      renameSync(at('../elsewhere'), at('new'))
    },
    'what goes elsewhere': () => renameSync(at('c'), at('../elsewhere')),
    'another folder in its place': () => {
      mkdirSync(at('../other'))
      writeFileSync(at('../other/new'), '')
      renameSync(folder, at('../aside'))
      renameSync(join(folder, '..', 'other'), folder)
    },
    'a link in its place': () => {
      rmSync(folder, { recursive: true })
      symlinkSync('.', folder)
    },
  }

  test.each(Object.keys(changes))('%s', async (name) => {
    makeOld()
    listFolder(folder)
    const { atime, mtime } = lstatSync(folder)
    await timePasses(folder)
    changes[name]!()
    // The time of the last change is given back, as a command can.
    if (!lstatSync(folder).isSymbolicLink()) utimesSync(folder, atime, mtime)
    const read = readdirSync(folder, { withFileTypes: true })
    expect(
      listFolder(folder)
        .entries.map(({ name: one }) => one)
        .toSorted(),
    ).toEqual(read.map(({ name: one }) => one).toSorted())
    for (const entry of read) {
      const listed = listFolder(folder).entries.find((one) => one.name === entry.name)
      expect([entry.name, listed?.kind === 'folder']).toEqual([entry.name, entry.isDirectory()])
    }
  })
})

test('a folder that cannot be read is an error each time', () => {
  expect(() => listFolder(join(folder, 'none'))).toThrow('ENOENT')
  expect(() => listFolder(join(folder, 'a'))).toThrow('ENOTDIR')
})
