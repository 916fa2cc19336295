import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { findRepositories } from '../../src/repositories/find-repositories.ts'

function bare(folder: string): void {
  for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/main\n')
}

test('finds repositories of every kind, and follows no links but those of git', async () => {
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
    // What `linked` takes its configuration and hooks from.
    'a',
    'a/b/c/.git',
    'bare.git',
    'empty/.git',
    'linked',
  ])
})

test('searches what has changed also when there is more than is searched', async () => {
  const folder = temporaryFolder()
  for (let index = 0; index < 50; index += 1) mkdirSync(join(folder, `flood${index}`))
  bare(join(folder, 'a/b'))
  bare(join(folder, 'z'))
  const found = [join(folder, 'a/b'), join(folder, 'z')]
  expect((await findRepositories(folder, 3)).complete).toBe(false)
  expect(await findRepositories(folder, 3, 0)).toMatchObject({ folders: found, complete: true })
  expect((await findRepositories(folder, 3, Date.now() + 60_000)).complete).toBe(false)
})

test('says when a workspace is deeper than it looks', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'd/'.repeat(40)), { recursive: true })
  expect(await findRepositories(folder)).toMatchObject({ folders: [], complete: false })
})

test('follows what stands for a repository to where nobody looks, and not out of the workspace', async () => {
  const folder = temporaryFolder()
  const outside = temporaryFolder()
  for (const place of ['node_modules/e', 'venv/e', 'node_modules/w', '.git/worktrees/w']) bare(join(folder, place))
  bare(join(outside, 'e'))
  for (const name of ['a', 'b', 'c', 'd', 'f']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'a/.git'), 'gitdir: ../node_modules/e\n')
  symlinkSync('../venv/e', join(folder, 'b/.git'))
  writeFileSync(join(folder, 'c/.git'), `gitdir: ${outside}/e\n`)
  symlinkSync(join(outside, 'e'), join(folder, 'd/.git'))
  writeFileSync(join(folder, '.git/worktrees/w/commondir'), '../../../node_modules/w\n')
  writeFileSync(join(folder, 'f/.git'), 'gitdir: \0')
  expect((await findRepositories(folder)).folders.map((path) => path.slice(folder.length + 1))).toEqual([
    '.git',
    '.git/worktrees/w',
    'node_modules/e',
    'node_modules/w',
    'venv/e',
  ])
})

test('goes from a repository to what it names, and no further: a chain has no end', async () => {
  const folder = temporaryFolder()
  for (const [name, next] of [
    ['r', 'a'],
    ['a', 'b'],
    ['b', 'r'],
  ] as const) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'commondir'), `../${next}`)
  }
  writeFileSync(join(folder, 'r/HEAD'), '')
  const { folders } = await findRepositories(folder)
  expect(folders.map((path) => path.slice(folder.length + 1))).toEqual(['a', 'r'])
})
