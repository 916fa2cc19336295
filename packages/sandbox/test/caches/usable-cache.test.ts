import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test, vi } from 'vitest'
import { checkPolicy, type SandboxPolicy } from '../../src/index.ts'
import { policyFor } from '../policy-for.ts'

/** A workspace, and the folder that its caches are to be kept in. */
function ground() {
  const folder = temporaryFolder()
  const workspace = join(folder, 'workspace')
  mkdirSync(workspace)
  return { folder, workspace, cache: join(folder, 'state/caches/workspace') }
}

const kept = (workspace: string, cachePath: string, changes: Partial<SandboxPolicy> = {}) =>
  checkPolicy(policyFor(workspace, { cachePath, ...changes })).cachePath

test('the folder is made for its owner alone, and found again', () => {
  const { workspace, cache } = ground()
  expect(kept(workspace, cache)).toBe(cache)
  for (const made of [cache, dirname(cache)]) expect(statSync(made).mode & 0o777).toBe(0o700)
  writeFileSync(join(cache, 'fetched'), '')
  expect(kept(workspace, cache)).toBe(cache)
  expect(readdirSync(cache)).toEqual(['fetched'])
})

test('a command that cannot write the workspace keeps nothing, and neither does a try', () => {
  const { folder, workspace, cache } = ground()
  expect(kept(workspace, cache, { fileMode: 'allow-list', readPaths: [workspace] })).toBeUndefined()
  const view = join(folder, 'view')
  mkdirSync(view)
  expect(kept(workspace, cache, { workspaceView: { kind: 'overlay', folder: view } })).toBeUndefined()
  expect(() => statSync(cache)).toThrow('ENOENT')
})

test('a link, a file, a folder in the workspace and one around it are not used', () => {
  const { folder, workspace, cache } = ground()
  mkdirSync(dirname(cache), { recursive: true })
  mkdirSync(join(folder, 'elsewhere'))
  symlinkSync(join(folder, 'elsewhere'), cache)
  expect(kept(workspace, cache)).toBeUndefined()
  expect(readdirSync(join(folder, 'elsewhere'))).toEqual([])
  writeFileSync(join(folder, 'file'), '')
  expect(kept(workspace, join(folder, 'file'))).toBeUndefined()
  expect(kept(workspace, join(workspace, 'cache'))).toBeUndefined()
  expect(kept(workspace, folder)).toBeUndefined()
})

test.runIf(process.geteuid?.() === 0)('that of another user is not used, and none for the workspace of another', () => {
  const { workspace, cache } = ground()
  expect(kept(workspace, cache)).toBe(cache)
  chownSync(cache, 12345, 12345)
  expect(kept(workspace, cache)).toBeUndefined()
  const other = ground()
  chownSync(other.workspace, 12345, 12345)
  expect(kept(other.workspace, other.cache)).toBeUndefined()
})

test('with the first of a workspace, what was unused for 30 days is removed, also what a tool closed', async () => {
  const { workspace, cache } = ground()
  const beside = dirname(cache)
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
  for (const [name, days] of [
    ['old', 31],
    ['recent', 29],
    ['removed-interrupted', 0],
  ] as const) {
    // As Go leaves its modules: folders that not even their owner can write.
    mkdirSync(join(beside, name, 'module'), { recursive: true })
    writeFileSync(join(beside, name, 'module/file'), '')
    chmodSync(join(beside, name, 'module'), 0o555)
    utimesSync(join(beside, name), daysAgo(days), daysAgo(days))
  }
  kept(workspace, cache)
  await vi.waitFor(() => expect(readdirSync(beside).toSorted()).toEqual(['recent', 'workspace']))
})
