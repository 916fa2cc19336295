import { existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createWorkspaceGuard } from '../../src/index.ts'
import { temporaryFolder } from '../temporary-folder.ts'

function guarded(protectedPaths: readonly string[], hidden: readonly string[] = []) {
  const folder = temporaryFolder()
  const workspace = join(folder, 'w')
  mkdirSync(workspace)
  const quarantine = join(folder, 'quarantine')
  const hiddenPaths = hidden.map((name) => join(workspace, name))
  return {
    folder,
    workspace,
    quarantine,
    guard: createWorkspaceGuard({ workspace, protectedPaths, hiddenPaths, quarantine }),
  }
}

test('moves out what appeared at a protected or a hidden path, and nothing else', async () => {
  const { workspace, quarantine, guard } = guarded(['.mcp.json', 'a/b/c'], ['.ssh'])
  mkdirSync(join(workspace, 'a'))
  const run = await guard.begin()
  writeFileSync(join(workspace, '.mcp.json'), 'x')
  writeFileSync(join(workspace, 'kept'), 'x')
  mkdirSync(join(workspace, 'a/b/c'), { recursive: true })
  mkdirSync(join(workspace, '.ssh'))
  const { quarantined, complete } = await run.sweep()
  expect(complete).toBe(true)
  expect(quarantined.map(({ path }) => path)).toEqual(['.mcp.json', 'a/b/c', '.ssh'])
  expect(quarantined.every(({ movedTo }) => movedTo.startsWith(`${quarantine}/`) && existsSync(movedTo))).toBe(true)
  expect(readdirSync(workspace).toSorted()).toEqual(['a', 'kept'])
})

test('leaves what was there before the run', async () => {
  const { workspace, guard } = guarded(['.mcp.json'])
  writeFileSync(join(workspace, '.mcp.json'), 'mine')
  const run = await guard.begin()
  expect(await run.sweep()).toEqual({ quarantined: [], complete: true, unsearched: [] })
  expect(existsSync(join(workspace, '.mcp.json'))).toBe(true)
})

test('a file or a link in the place of a folder above is moved as such', async () => {
  const { folder, workspace, guard } = guarded(['a/b', 'c/d'])
  mkdirSync(join(folder, 'outside/b'), { recursive: true })
  const run = await guard.begin()
  symlinkSync(join(folder, 'outside'), join(workspace, 'a'))
  writeFileSync(join(workspace, 'c'), 'x')
  expect((await run.sweep()).quarantined.map(({ path }) => path)).toEqual(['a', 'c'])
  expect(existsSync(join(folder, 'outside/b'))).toBe(true)
})

test('a protected link is put back when it was replaced or removed', async () => {
  const { workspace, guard } = guarded(['one', 'two', 'three'])
  for (const name of ['one', 'two', 'three']) symlinkSync('target', join(workspace, name))
  const run = await guard.begin()
  const { rmSync } = await import('node:fs')
  rmSync(join(workspace, 'one'))
  writeFileSync(join(workspace, 'one'), 'x')
  rmSync(join(workspace, 'two'))
  const { quarantined } = await run.sweep()
  expect(quarantined.map(({ path }) => path)).toEqual(['one', 'two'])
  for (const name of ['one', 'two', 'three']) expect(readlinkSync(join(workspace, name))).toBe('target')
})

test('without a protected path in .git, repositories are nobody’s business', async () => {
  const { workspace, guard } = guarded(['.mcp.json'])
  const run = await guard.begin()
  mkdirSync(join(workspace, 's/.git/hooks'), { recursive: true })
  writeFileSync(join(workspace, 's/.git/hooks/x'), '')
  expect((await run.sweep()).quarantined).toEqual([])
})
