import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { foldsNames } from '../../src/protection/folds-names.ts'

test('a file system that tells small letters from capitals does not', () => {
  const folder = temporaryFolder()
  expect(foldsNames(folder)).toBe(false)
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, '123'), '')
  expect(foldsNames(folder)).toBe(false)
  mkdirSync(join(folder, '.GIT'))
  expect(foldsNames(folder)).toBe(false)
})

test('a file that is there under both spellings counts as one, as where they are the same', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'readme'), '')
  linkSync(join(folder, 'readme'), join(folder, 'README'))
  expect(foldsNames(folder)).toBe(true)
})
