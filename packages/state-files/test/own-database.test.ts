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
  const batch = new WriteBatch(database, () => new Error('not written'))
  const insert = (text: string) => () => database.prepare('insert into notes values (?)').run(text).changes
  const count = () => database.prepare('select count(*) as n from notes').get()?.['n']
  expect(await Promise.all([batch.write(insert('a')), batch.write(insert('b'))])).toEqual([1, 1])
  const failed = await Promise.allSettled([batch.write(insert('c')), batch.write(insert('a'))])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(count()).toBe(2)
  database.close()
  await expect(batch.write(insert('d'))).rejects.toThrow('not written')
})
