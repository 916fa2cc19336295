import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRepositories } from '../../src/repositories/find-repositories.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function bare(folder: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
}

test('finds repositories of every kind, and follows no links', async () => {
  const folder = temporaryFolder()
  bare(join(folder, '.git'))
  bare(join(folder, '.git/modules/sub'))
  bare(join(folder, 'a/b/c/.git'))
  bare(join(folder, 'bare.git'))
  bare(join(folder, 'node_modules/x/.git'))
  mkdirSync(join(folder, 'linked'))
  writeFileSync(join(folder, 'linked/HEAD'), '')
  writeFileSync(join(folder, 'linked/commondir'), '../a')
  mkdirSync(join(folder, 'empty/.git'), { recursive: true })
  const outside = temporaryFolder()
  bare(join(outside, '.git'))
  symlinkSync(outside, join(folder, 'link'))
  const found = await findRepositories(folder)
  expect(found.complete).toBe(true)
  expect(found.folders.map((path) => path.slice(folder.length + 1))).toEqual([
    '.git',
    '.git/modules/sub',
    'a/b/c/.git',
    'bare.git',
    'empty/.git',
    'linked',
  ])
})

test('says when a workspace is deeper than it looks', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'd/'.repeat(40)), { recursive: true })
  expect(await findRepositories(folder)).toEqual({ folders: [], complete: false })
})
