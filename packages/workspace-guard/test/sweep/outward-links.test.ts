import { lstatSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { createWorkspaceGuard } from '../../src/index.ts'

interface Ground {
  readonly workspace: string
  readonly outside: string
  readonly link: (target: string, path: string) => void
  /** The links that a guarded command loses. */
  readonly lost: (act: () => void) => Promise<readonly string[]>
}

function prepare(): Ground {
  const folder = temporaryFolder()
  const [workspace, outside, cache] = [join(folder, 'w'), join(folder, 'outside'), join(folder, 'cache')]
  for (const path of [workspace, outside, cache, join(workspace, 'a/b'), join(workspace, '.vscode')]) {
    mkdirSync(path, { recursive: true })
  }
  writeFileSync(join(outside, 'file'), 'mine')
  mkdirSync(join(folder, 'package'))
  writeFileSync(join(folder, 'package/package.json'), '{}')
  writeFileSync(join(workspace, '.vscode/tasks.json'), '{}')
  const guard = createWorkspaceGuard({
    workspace,
    writePaths: [cache],
    protectedPaths: ['.git/hooks', '.git/config', '.vscode', '.mcp.json'],
    hiddenPaths: [],
    quarantine: join(folder, 'quarantine'),
  })
  return {
    workspace,
    outside,
    link(target, path) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true })
      symlinkSync(target, join(workspace, path))
    },
    async lost(act) {
      const run = await guard.begin()
      act()
      return (await run.sweep()).quarantined.map(({ path }) => path)
    },
  }
}

describe('a link that the next tool would write through is moved out', () => {
  test.each([
    ['to a file outside', '../outside/file', 'out.log'],
    ['to a file that is not there yet', '../outside/new', 'out.log'],
    ['to a file in a folder that is not there yet', '../outside/more/new', 'out.log'],
    ['to a folder outside', '../outside', 'logs'],
    ['from a folder below', '../../../outside/file', 'a/b/out.log'],
    ['by a path that is whole', '{outside}/file', 'out.log'],
    ['with steps up and down', 'a/../../outside/../outside/file', 'out.log'],
    ['to a protected file', '.vscode/tasks.json', 'out.json'],
    ['to a protected file that is not there yet', '.mcp.json', 'out.json'],
    ['to a protected folder', '../.vscode', 'a/settings'],
    ['to the settings of git', '.git/config', 'out.txt'],
    ['to the home folder', '../outside/../outside', 'home'],
    ['to the root', '/', 'root'],
    ['in a folder of dependencies', '../../outside/file', 'node_modules/x'],
    ['in the cache of a tool', '../../../../outside/file', 'node_modules/.cache/tool/x'],
    ['to a folder that is no package', '../../outside', 'node_modules/x'],
    ['in a package', '../../../outside/file', 'node_modules/x/out.log'],
    ['in a virtual environment', '../../../outside/file', '.venv/bin/tool'],
    ['in dependencies below', '../../../outside/file', 'a/node_modules/x'],
    ['to a protected file, in dependencies', '../.vscode/tasks.json', 'node_modules/x'],
    ['deeper than folders are searched', '../outside/file', `${'a/'.repeat(40)}x`],
    ['of a name like an interpreter’s, in no environment', '../../outside/file', 'bin/python'],
  ])('%s', async (_, target, path) => {
    const { outside, link, lost } = prepare()
    const up = path.startsWith('a/a/') ? '../'.repeat(40) : ''
    expect(await lost(() => link(up + target.replace('{outside}', outside), path))).toContain(path)
  })

  test('through another link', async () => {
    const { link, lost } = prepare()
    const found = await lost(() => {
      link('one', 'two')
      link('../outside/file', 'one')
    })
    // The other leads nowhere now.
    expect(found).toEqual(['one'])
  })

  test('through one in a folder that is not searched', async () => {
    const { link, lost } = prepare()
    const found = await lost(() => {
      link('../../outside/file', 'node_modules/x')
      link('node_modules/x', 'out.log')
    })
    expect(found).toContain('out.log')
  })

  test('that leads out since its folder was moved', async () => {
    const { workspace, link, lost } = prepare()
    link('../../outside/file', 'a/b/out.log')
    expect(await lost(() => renameSync(join(workspace, 'a/b'), join(workspace, 'c')))).toEqual(['c/out.log'])
  })

  test('where a person’s link was replaced', async () => {
    const { workspace, link, lost } = prepare()
    link('a', 'mine')
    const found = await lost(() => {
      renameSync(join(workspace, 'mine'), join(workspace, 'old'))
      link('../outside/file', 'mine')
    })
    expect(found).toEqual(['mine'])
  })
})

describe('what tools make every day stays', () => {
  test.each([
    ['a link within', 'a/b', 'link'],
    ['a broken link within', 'missing', 'link'],
    ['a link to a cache that may be written', '../cache/x', 'link'],
    ['a link to a device', '/dev/null', 'link'],
    ['a package that lies beside the workspace', '../../package', 'node_modules/x'],
    ['one of a scope', '../../../package', 'node_modules/@scope/x'],
    ['a program of a package', '../x/cli.js', 'node_modules/.bin/x'],
    ['an interpreter that the command makes an environment for', '../../a/b', '.venv/bin/python'],
    ['a loop', 'link', 'link'],
  ])('%s', async (_, target, path) => {
    const { workspace, link, lost } = prepare()
    expect(await lost(() => link(target, path))).toEqual([])
    expect(lstatSync(join(workspace, path)).isSymbolicLink()).toBe(true)
  })

  test('a link of a person in a folder of dependencies, whose folder changes', async () => {
    const { workspace, link, lost } = prepare()
    link('../../outside/file', 'node_modules/mine')
    // The clock of the file system is coarse: what was made in the same tick may be the command's.
    const age = () => Date.now() - lstatSync(join(workspace, 'node_modules/mine')).ctimeMs
    await expect.poll(age).toBeGreaterThan(1200)
    expect(await lost(() => writeFileSync(join(workspace, 'node_modules/x'), ''))).toEqual([])
  })

  test('a link of a person', async () => {
    const { workspace, link, lost } = prepare()
    link('../outside/file', 'mine')
    expect(await lost(() => writeFileSync(join(workspace, 'x'), ''))).toEqual([])
  })

  test('the interpreter of a virtual environment', async () => {
    const { workspace, outside, link, lost } = prepare()
    writeFileSync(join(outside, 'python3.11'), '', { mode: 0o755 })
    const found = await lost(() => {
      link('../../../outside/python3.11', 'tools/env/bin/python3')
      writeFileSync(join(workspace, 'tools/env/pyvenv.cfg'), '')
    })
    expect(found).toEqual([])
  })
})

test('a repository in a skipped folder that a link leads to is looked into', async () => {
  const { workspace, link, lost } = prepare()
  const found = await lost(() => {
    for (const name of ['objects', 'refs', 'hooks']) {
      mkdirSync(join(workspace, 'node_modules/x/.git', name), { recursive: true })
      mkdirSync(join(workspace, 'node_modules/.git', name), { recursive: true })
    }
    for (const folder of ['node_modules/x/.git', 'node_modules/.git']) {
      writeFileSync(join(workspace, folder, 'HEAD'), 'ref: refs/heads/main\n')
      writeFileSync(join(workspace, folder, 'hooks/pre-commit'), '#!/bin/sh\n', { mode: 0o755 })
    }
    link('node_modules/x', 'y')
  })
  expect(found.toSorted()).toEqual(['node_modules/.git/hooks/pre-commit', 'node_modules/x/.git/hooks/pre-commit'])
})
