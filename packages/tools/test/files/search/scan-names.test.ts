import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { compileAllPlain } from '../../../src/files/search/plain-paths.ts'
import { scanNames } from '../../../src/files/search/scan-names.ts'
import { openSearchRoot } from '../../../src/files/search/search-root.ts'
import { makeWorkspace, type Workspace } from '../workspace.ts'

let workspace: Workspace

beforeEach(() => {
  workspace = makeWorkspace()
  workspace.write('a/b/c.ts', '')
  workspace.write('d e/[f].ts', '')
})

async function scan(signal = new AbortController().signal): Promise<boolean> {
  const root = openSearchRoot(undefined, workspace.context)
  try {
    return await scanNames(root, compileAllPlain(['reserved.txt']), signal)
  } finally {
    root.file.close()
  }
}

test('a tree of plain names is seen to be one', async () => {
  expect(await scan()).toBe(true)
})

test.each(['é', 'a/b/price$', 'a/b/x/y/dot.', 'a/b/Reserved.TXT/z', 'a/ b'])(
  'one name that is not plain is seen: %s',
  async (path) => {
    workspace.write(path, '')
    expect(await scan()).toBe(false)
  },
)

test('what no search meets is passed over: ignored folders, and what is hidden', async () => {
  workspace.write('.gitignore', 'out/\n')
  workspace.write('a/.ignore', '/tmp\n')
  mkdirSync(`${workspace.path}/.git`)
  for (const path of ['out/é', 'a/out/é', 'a/tmp/é', '.hidden/é', '.é']) workspace.write(path, '')
  expect(await scan()).toBe(true)
  workspace.write('tmp/é', '')
  expect(await scan()).toBe(false)
})

test('where a rule takes in what is hidden, nobody says that all is plain', async () => {
  workspace.write('.ignore', '!.shown\n')
  expect(await scan()).toBe(true)
  workspace.write('.shown', '')
  expect(await scan()).toBe(false)
})

test('ignore rules that are no file are passed over, and never waited for', async () => {
  execFileSync('mkfifo', [`${workspace.path}/.ignore`, `${workspace.path}/a/.rgignore`])
  symlinkSync('/dev/zero', `${workspace.path}/.rgignore`)
  symlinkSync('/proc/self/maps', `${workspace.path}/.gitignore`)
  mkdirSync(`${workspace.path}/a/b/.ignore`)
  expect(await scan()).toBe(true)
})

test('it ends when the call is given up', async () => {
  for (let number = 0; number < 120; number++) mkdirSync(`${workspace.path}/folder-${String(number)}`)
  await expect(scan(AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up')
})
