import { mkdirSync, renameSync, rmSync, statfsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findRipgrep } from '../../../src/files/search/find-ripgrep.ts'
import { openSearchRoot } from '../../../src/files/search/search-root.ts'
import { watchNames } from '../../../src/files/search/unmoved-names.ts'
import { createGrepSearch, type ToolContext } from '../../../src/index.ts'
import { makeWorkspace, type Workspace } from '../workspace.ts'

const FILES = ['top.txt', 'a/one.txt', 'a/two.txt', 'a/deep/three.txt', 'b/four.txt']
/** ext4 and its like, xfs, btrfs, tmpfs, f2fs: elsewhere nothing is known to be unmoved. */
const TELLS = [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010]
const canTell = (workspace: Workspace) => TELLS.includes(statfsSync(workspace.path).type)

/** A tree that nobody has changed for longer than the kernel's times lag behind. */
async function makeOldTree(): Promise<Workspace> {
  const workspace = makeWorkspace()
  for (const path of FILES) workspace.write(path, 'needle\n')
  const folders = ['', 'a', 'a/deep', 'b'].map((folder) => join(workspace.path, folder))
  const isOld = () =>
    expect(Math.max(...folders.map((folder) => statSync(folder).ctimeMs))).toBeLessThan(Date.now() - 150)
  await vi.waitFor(isOld, { timeout: 60_000, interval: 10 })
  return workspace
}

function watch(workspace: Workspace) {
  const root = openSearchRoot(undefined, workspace.context)
  onTestFinished(() => root.file.close())
  const findUnmoved = watchNames(root)
  return () => [...findUnmoved(FILES)]
}

test('names in folders that nobody changes are unmoved', async ({ skip }) => {
  const workspace = await makeOldTree()
  skip(!canTell(workspace))
  const unmoved = watch(workspace)
  writeFileSync(join(workspace.path, 'a/one.txt'), 'other content of the same file\n')
  expect(unmoved()).toEqual(FILES)
})

test.each<[what: string, change: (path: string) => void, still: readonly string[]]>([
  [
    'a name that is another file for a moment',
    (path) => {
      renameSync(join(path, 'b/four.txt'), join(path, 'b/kept'))
      symlinkSync('/etc/passwd', join(path, 'b/four.txt'))
      rmSync(join(path, 'b/four.txt'))
      renameSync(join(path, 'b/kept'), join(path, 'b/four.txt'))
    },
    ['top.txt', 'a/one.txt', 'a/two.txt', 'a/deep/three.txt'],
  ],
  [
    'a folder on the way that is another one for a moment',
    (path) => {
      renameSync(join(path, 'a/deep'), join(path, 'a/kept'))
      symlinkSync('/etc', join(path, 'a/deep'))
      rmSync(join(path, 'a/deep'))
      renameSync(join(path, 'a/kept'), join(path, 'a/deep'))
    },
    ['top.txt', 'b/four.txt'],
  ],
  [
    'a folder that is no longer there',
    (path) => rmSync(join(path, 'a/deep'), { recursive: true }),
    ['top.txt', 'b/four.txt'],
  ],
  ['a new name in the folder that is searched', (path) => mkdirSync(join(path, 'c')), []],
])('%s is not unmoved', async (_, change, still) => {
  const workspace = await makeOldTree()
  const unmoved = watch(workspace)
  change(workspace.path)
  expect(unmoved()).toEqual(canTell(workspace) ? still : [])
})

test('what was changed just before is not known to be unmoved', () => {
  const workspace = makeWorkspace()
  for (const path of FILES) workspace.write(path, 'needle\n')
  expect(watch(workspace)()).toEqual([])
})

test('a clock that is set back meanwhile proves nothing', async () => {
  const workspace = await makeOldTree()
  const unmoved = watch(workspace)
  const now = Date.now.bind(Date)
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() - 60_000)
  onTestFinished(() => clock.mockRestore())
  expect(unmoved()).toEqual([])
})

/** Serves as ripgrep: while that walks, `b/four.txt` is a link to what no call may read. */
async function swappingRipgrep(workspace: Workspace): Promise<string> {
  const rg = await findRipgrep({ workspace: workspace.path })
  const [name, secret] = [join(workspace.path, 'b/four.txt'), join(workspace.root, 'secret.txt')]
  const script = join(workspace.root, 'swapping-rg')
  const swap = `mv '${name}' '${name}.kept'; ln -s '${secret}' '${name}'; cp '${secret}' '${name}.read'`
  // Ripgrep follows no link by itself: it is told to, as if the name had been swapped after it was listed.
  const lines = [
    '#!/bin/sh',
    'case "$*" in',
    `  *--files-with-matches*./) ${swap}; '${rg}' --follow "$@"; code=$?; rm '${name}' '${name}.read'; mv '${name}.kept' '${name}'; exit $code ;;`,
    'esac',
    `exec '${rg}' "$@"`,
  ]
  writeFileSync(script, `${lines.join('\n')}\n`, { mode: 0o755 })
  return script
}

test('a search does not tell what a name held that was swapped while it was searched', async () => {
  needsProgram('rg')
  const workspace = await makeOldTree()
  workspace.write('b/four.txt', 'nothing\n')
  writeFileSync(join(workspace.root, 'secret.txt'), 'root:needle\n')
  const context: ToolContext = { ...workspace.context, files: { ...workspace.context.files, plainBelow: () => [] } }
  const program = await swappingRipgrep(workspace)
  const found = await createGrepSearch(() => Promise.resolve(program)).run({ pattern: 'needle' }, context)
  expect(found.structured).toMatchObject({ lines: FILES.filter((path) => path !== 'b/four.txt').toSorted() })
  expect(workspace.names('b')).toEqual(['four.txt'])
})
