import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { entriesNow, entryAt } from '../../src/index.ts'

test('many questions at one moment have the answers that each has by itself', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'folder'))
  symlinkSync('file', join(folder, 'link'))
  const names = [
    'a',
    'b',
    'file',
    'c',
    'd',
    'e',
    'folder',
    'link',
    'f',
    'FILE',
    'file/x',
    'folder/x',
    'link/x',
    'none/x',
  ]
  const now = entriesNow()
  for (const path of names.map((name) => join(folder, name))) expect(now(path), path).toBe(entryAt(path))
})
