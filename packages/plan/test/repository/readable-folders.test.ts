import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readableFolders } from '../../src/index.ts'

function prepare() {
  needsProgram('git')
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'readable-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const at = (path: string) => join(root, path)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  const git = (folder: string, ...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd: at(folder), stdio: 'pipe' })
  const repository = (folder: string) => {
    mkdirSync(at(folder), { recursive: true })
    git(folder, 'init', '-q')
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'x')
  }
  mkdirSync(at('home'))
  return {
    at,
    put,
    git,
    repository,
    readable: (folder: string, home = 'home') => readableFolders(at(folder), at(home)),
  }
}

describe('worktrees of the same repository', () => {
  test('may be read from each other, and from where the repository lies', () => {
    const { at, git, repository, readable } = prepare()
    repository('main')
    git('main', 'worktree', 'add', '-q', '../one')
    git('main', 'worktree', 'add', '-q', '.worktrees/two')
    expect(readable('main').toSorted()).toEqual([at('main/.worktrees/two'), at('one')])
    expect(readable('one').toSorted()).toEqual([at('main'), at('main/.worktrees/two')])
    expect(readable('main/.worktrees/two').toSorted()).toEqual([at('main'), at('one')])
  })
  test('but not from a folder of one, and not without a repository', () => {
    const { at, git, repository, readable } = prepare()
    repository('main')
    git('main', 'worktree', 'add', '-q', '../one')
    mkdirSync(at('one/src'))
    mkdirSync(at('plain'))
    expect(readable('one/src')).toEqual([])
    expect(readable('plain')).toEqual([])
    expect(readable('missing')).toEqual([])
  })
  test('nor where one of them holds the home folder', () => {
    const { at, git, repository, readable } = prepare()
    repository('dotfiles')
    mkdirSync(at('dotfiles/user'))
    git('dotfiles', 'worktree', 'add', '-q', '../one')
    expect(readable('one', 'dotfiles/user')).toEqual([])
    expect(readable('one', 'dotfiles')).toEqual([])
  })
})

describe('what came with a download opens nothing', () => {
  test('a .git that names the data of another repository', () => {
    const { at, put, git, repository, readable } = prepare()
    repository('private')
    git('private', 'worktree', 'add', '-q', '../other')
    put('download/.git', `gitdir: ${at('private/.git')}\n`)
    expect(readable('download')).toEqual([])
    put('download/.git', `gitdir: ${at('private/.git/worktrees/other')}\n`)
    expect(readable('download')).toEqual([])
  })
  test('data of its own that names another repository as its own', () => {
    const { at, put, repository, readable } = prepare()
    repository('private')
    put('download/.git', 'gitdir: data/worktrees/x\n')
    put('download/data/worktrees/x/commondir', `${at('private/.git')}\n`)
    put('download/data/worktrees/x/gitdir', `${at('download/.git')}\n`)
    put('download/data/worktrees/x/HEAD', 'ref: refs/heads/main\n')
    expect(readable('download')).toEqual([])
    put('again/.git/HEAD', 'ref: refs/heads/main\n')
    put('again/.git/commondir', `${at('private/.git')}\n`)
    expect(readable('again')).toEqual([])
  })
  test('worktrees that do not name it', () => {
    const { at, put, git, repository, readable } = prepare()
    repository('private')
    repository('download')
    git('private', 'worktree', 'add', '-q', '../other')
    for (const [name, place] of Object.entries({
      a: at('private/.git'),
      b: at('home/.git'),
      c: at('other/.git'),
      d: at('home/.ssh'),
    }))
      put(`download/.git/worktrees/${name}/gitdir`, `${place}\n`)
    expect(readable('download')).toEqual([])
  })
  test('links in the place of a repository', () => {
    const { at, git, repository, readable } = prepare()
    repository('private')
    git('private', 'worktree', 'add', '-q', '../other')
    mkdirSync(at('download'))
    symlinkSync(at('private/.git'), at('download/.git'))
    expect(readable('download')).toEqual([])
  })
})

describe('folders of the home folder', () => {
  test('skills of agents and sources of packages may be read', () => {
    const { at, put, repository, readable } = prepare()
    repository('main')
    put('home/.claude/skills/merge/SKILL.md', 'x')
    put('home/go/pkg/mod/example.com/a@v1/a.go', 'x')
    put('home/.claude/projects/main/session.jsonl', 'x')
    put('home/.codex/auth.json', 'x')
    expect(readable('main')).toEqual([at('home/.claude/skills'), at('home/go/pkg/mod')])
  })
  test('but not a link, and not what others write', () => {
    const { at, put, repository, readable } = prepare()
    repository('main')
    put('private/a.txt', 'x')
    put('home/.agents/skills/a', 'x')
    chmodSync(at('home/.agents/skills'), 0o777)
    mkdirSync(at('home/.claude'))
    symlinkSync(at('private'), at('home/.claude/skills'))
    expect(readable('main')).toEqual([])
  })
})
