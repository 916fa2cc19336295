import { lstatSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { openOwnDatabase, WriteBatch } from '../src/index.ts'

const OPTIONS = {
  survives: 'process',
  maxBytes: 1024 * 1024,
  schema: 'create table if not exists notes (text text primary key)',
} as const

test('A database and its folder can be read by its user only, and a link in its place is refused.', () => {
  const folder = join(temporaryFolder(), 'own')
  const file = join(folder, 'notes.sqlite')
  openOwnDatabase(file, OPTIONS).close()
  expect([lstatSync(folder).mode & 0o777, lstatSync(file).mode & 0o777]).toEqual([0o700, 0o600])
  symlinkSync(file, join(folder, 'link.sqlite'))
  expect(() => openOwnDatabase(join(folder, 'link.sqlite'), OPTIONS)).toThrow(
    expect.objectContaining({ code: 'STATE_FILE_UNTRUSTED' }),
  )
  mkdirSync(join(folder, 'folder.sqlite'))
  expect(() => openOwnDatabase(join(folder, 'folder.sqlite'), OPTIONS)).toThrow(
    expect.objectContaining({ code: 'STATE_FILE_IO' }),
  )
})

test('Writes of one turn are one transaction: when one of them fails, none is kept, and each is told.', async () => {
  const database = openOwnDatabase(join(temporaryFolder(), 'own/notes.sqlite'), OPTIONS)
  const batch = new WriteBatch(database, { asError: () => new Error('not written') })
  const insert = (text: string) => () => database.prepare('insert into notes values (?)').run(text).changes
  const count = () => database.prepare('select count(*) as n from notes').get()?.['n']
  expect(await Promise.all([batch.write(insert('a')), batch.write(insert('b'))])).toEqual([1, 1])
  const failed = await Promise.allSettled([batch.write(insert('c')), batch.write(insert('a'))])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(count()).toBe(2)
  database.close()
  await expect(batch.write(insert('d'))).rejects.toThrow('not written')
})

const LASTING = { ...OPTIONS, survives: 'power' } as const

test('Syncs that are made apart confirm each write that has to last, and a write that need not does not wait for them.', async () => {
  const file = join(temporaryFolder(), 'own/notes.sqlite')
  const database = openOwnDatabase(file, LASTING)
  const batch = new WriteBatch(database, { syncsApart: file })
  const insert = (text: string) => () => database.prepare('insert into notes values (?)').run(text).changes
  const confirmed: string[] = []
  const write = async (text: string, survives?: 'process') => {
    await batch.write(insert(text), survives)
    confirmed.push(text)
  }
  await Promise.all([write('lasting'), write('passing', 'process')])
  expect(confirmed).toEqual(['passing', 'lasting'])
  await Promise.all(Array.from({ length: 50 }, async (_, index) => write(`more ${index}`)))
  const last = Promise.all([write('last'), write('very last')])
  batch.close()
  await last
  const again = openOwnDatabase(file, LASTING)
  expect(again.prepare('select count(*) as n from notes').get()?.['n']).toBe(54)
  again.close()
})

test('Where a sync that is made apart fails, its writes are told so, and later ones are refused.', async () => {
  const folder = join(temporaryFolder(), 'own')
  const database = openOwnDatabase(join(folder, 'notes.sqlite'), LASTING)
  // A device that cannot be synced stands in for a disk that does not answer.
  symlinkSync('/dev/null', join(folder, 'broken-wal'))
  const batch = new WriteBatch(database, { syncsApart: join(folder, 'broken') })
  const insert = (text: string) => () => database.prepare('insert into notes values (?)').run(text).changes
  await expect(batch.write(insert('a'))).rejects.toMatchObject({ syscall: 'fdatasync' })
  await expect(batch.write(insert('b'))).rejects.toMatchObject({ syscall: 'fdatasync' })
  expect(database.prepare("select count(*) as n from notes where text = 'b'").get()?.['n']).toBe(0)
  expect(await batch.write(insert('c'), 'process')).toBe(1)
  batch.close()
})
