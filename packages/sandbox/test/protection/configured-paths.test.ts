import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { describe, expect, test } from 'vitest'
import { protectConfiguredPaths } from '../../src/protection/configured-paths.ts'
import { policyFor } from '../policy-for.ts'

/** What is protected besides in a workspace with these files, below a home with these. */
function protectedIn(files: Readonly<Record<string, string>>, at = ''): readonly string[] {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'w', at), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text.replaceAll('$ROOT', folder))
  }
  const policy = policyFor(join(folder, 'w', at), { protectedPaths: ['.husky'] })
  return protectConfiguredPaths(policy, join(folder, 'home')).protectedPaths.slice(1)
}

describe('what the owner’s settings of git lead to is protected', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a folder of hooks', { 'w/.git/config': '[core]\n\thooksPath = tools/hooks\n' }, ['tools/hooks']],
    ['one that is named whole', { 'w/.git/config': '[core]\nhooksPath = "$ROOT/w/a b" # ours\n' }, ['a b']],
    ['one of all repositories', { 'home/.gitconfig': '[core] hookspath = git-hooks\n', 'w/x': '' }, ['git-hooks']],
    ['one of all repositories, elsewhere', { 'home/.config/git/config': '[Core]\nHOOKSPATH=h\n' }, ['h']],
    ['an included file', { 'w/.git/config': '[include]\n\tpath = ../shared.gitconfig\n' }, ['shared.gitconfig']],
    [
      'what an included file leads to',
      { 'w/.git/config': '[includeIf "gitdir:/"]\npath = ../a\n', 'w/a': '[core]\nhooksPath = b\n' },
      ['a', 'b'],
    ],
    [
      'a program that watches files',
      { 'w/.git/config': '[core]\nfsmonitor = tools/watch\n', 'w/tools/watch': '' },
      ['tools/watch'],
    ],
    [
      'of a linked worktree, what the repository says',
      {
        'w/.git': 'gitdir: ../m/.git/worktrees/w\n',
        'm/.git/worktrees/w/commondir': '../..\n',
        'm/.git/config': '[core]\nhooksPath=h\n',
      },
      ['h'],
    ],
    ['nothing that is protected already', { 'w/.git/config': '[core]\n\thooksPath = .husky/_\n' }, []],
    ['nothing elsewhere', { 'w/.git/config': '[core]\nhooksPath = ~/hooks\n[include]\npath = ~/more\n' }, []],
    ['not the whole workspace', { 'w/.git/config': '[core]\nhooksPath = .\n' }, []],
    ['nothing for a switch', { 'w/.git/config': '[core]\nfsmonitor = true\n' }, []],
    ['nothing without settings', {}, []],
  ])('%s', (_name, files, expected) => {
    expect(protectedIn(files)).toEqual(expected)
  })

  test('files that include each other are read once', () => {
    const files = {
      'w/.git/config': '[include]\npath = ../a\n',
      'w/a': '[include]\npath = b\n',
      'w/b': '[include]\npath = a\n',
    }
    expect(protectedIn(files)).toEqual(['a', 'b'])
  })

  test('in a part of a repository, paths start where the repository does', () => {
    const files = { 'w/.git/config': '[core]\nhooksPath = part/hooks\n' }
    expect(protectedIn(files, 'part')).toEqual(['hooks'])
    expect(protectedIn({ 'w/.git/config': '[core]\nhooksPath = hooks\n' }, 'part')).toEqual([])
  })
})

test('a user without a home has settings all the same', () => {
  const workspace = temporaryFolder()
  mkdirSync(join(workspace, '.git'))
  writeFileSync(join(workspace, '.git/config'), '[core]\n\thooksPath = hooks\n[include]\n\tpath = ~/more\n')
  const policy = policyFor(workspace, { protectedPaths: [] })
  expect(protectConfiguredPaths(policy, null).protectedPaths).toContain('hooks')
})
