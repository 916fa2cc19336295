import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { findRepositories } from '../../src/repositories/find-repositories.ts'
import { sweepUnnameable } from '../../src/sweep/unnameable-folders.ts'

const bytes = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)))

function makeRepository(folder: Uint8Array): void {
  for (const name of ['hooks', 'objects', 'refs']) mkdirSync(bytes(folder, '/', name), { recursive: true })
  writeFileSync(bytes(folder, '/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(bytes(folder, '/hooks/pre-commit'), 'evil')
}

test('repositories in folders whose names are no text lose what runs programs, and the person’s own stay', async () => {
  const workspace = temporaryFolder()
  const quarantine = temporaryFolder()
  const odd = bytes(workspace, '/', Uint8Array.of(0xff, 0xfe))
  makeRepository(bytes(odd, '/deep/.git'))
  makeRepository(bytes(odd, '/bare'))
  mkdirSync(bytes(odd, '/linked'))
  writeFileSync(bytes(odd, '/linked/.git'), 'gitdir: ../bare\n')
  const { unnameable, complete } = await findRepositories(workspace)
  expect(complete).toBe(true)
  expect(unnameable).toEqual([{ parent: workspace, name: Buffer.from([0xff, 0xfe]) }])
  const later = statSync(bytes(odd, '/bare')).ctimeMs + 60_000
  expect(sweepUnnameable(unnameable, later, quarantine)).toEqual({ quarantined: [], complete: true })
  const swept = sweepUnnameable(unnameable, 0, quarantine)
  expect(swept.complete).toBe(true)
  expect(swept.quarantined.map(({ path }) => path).toSorted()).toEqual(['.git', 'HEAD', 'hooks/pre-commit'])
  for (const path of ['/deep/.git/hooks/pre-commit', '/bare/HEAD', '/linked/.git']) {
    expect(existsSync(bytes(odd, path)), path).toBe(false)
  }
  expect(readdirSync(quarantine)).toHaveLength(3)
  expect(readFileSync(swept.quarantined.find(({ path }) => path === 'hooks/pre-commit')!.movedTo, 'utf8')).toBe('evil')
})

test('a path that is longer than a call takes is followed to its end', async () => {
  const workspace = temporaryFolder()
  const quarantine = temporaryFolder()
  const start = process.cwd()
  try {
    process.chdir(workspace)
    for (let level = 0; level < 25; level += 1) {
      mkdirSync('d'.repeat(200))
      process.chdir('d'.repeat(200))
    }
    makeRepository(Buffer.from('.git'))
    const { unnameable } = await findRepositories(workspace)
    const { quarantined, complete } = sweepUnnameable(unnameable, 0, quarantine)
    expect(complete).toBe(true)
    expect(quarantined.map(({ path }) => path)).toEqual(['hooks/pre-commit'])
    expect(existsSync('.git/hooks/pre-commit')).toBe(false)
  } finally {
    process.chdir(start)
  }
})

test('what is deeper than it looks is said', () => {
  const workspace = temporaryFolder()
  mkdirSync(join(workspace, ...Array.from({ length: 140 }, () => 'd')), { recursive: true })
  const folders = [{ parent: workspace, name: Buffer.from('d') }]
  expect(sweepUnnameable(folders, 0, temporaryFolder()).complete).toBe(false)
})
