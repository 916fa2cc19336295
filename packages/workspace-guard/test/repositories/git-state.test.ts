import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { findWrittenThrough, mergesPlainly } from '../../src/repositories/git-state.ts'
import { repositoryDangers } from '../../src/repositories/repository-dangers.ts'

test('finds links and pipes where git writes, and leaves those where it does not', () => {
  const folder = temporaryFolder()
  const links = [
    'COMMIT_EDITMSG',
    'logs/refs/heads/a/b',
    'info/exclude',
    'sequencer/todo',
    'HEAD',
    'objects/info/x',
    'refs/r',
  ]
  for (const path of links) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync('/nowhere', join(folder, path))
  }
  execFileSync('mkfifo', [join(folder, 'MERGE_MSG')])
  writeFileSync(join(folder, 'FETCH_HEAD'), '')
  const found = ['COMMIT_EDITMSG', 'MERGE_MSG', 'info/exclude', 'logs/refs/heads/a/b', 'sequencer/todo']
  expect([...findWrittenThrough(folder)].toSorted()).toEqual(found)
})

test.each([
  ['rebase-merge/strategy', 'ort\n', true],
  ['rebase-merge/strategy', '', true],
  ['rebase-merge/strategy', '../evil\n', false],
  ['sequencer/opts', '[options]\n\tstrategy = recursive\n\tstrategy-option = theirs\n', true],
  ['sequencer/opts', '[options]\n\tgpg-sign = A/B\n\tmainline = 1\n', true],
  ['sequencer/opts', '[options]strategy=../evil\n', false],
  ['sequencer/opts', '[options]\n\tSTRATEGY = "../evil"\n', false],
  ['sequencer/opts', '[options]\n\tstrategy = ..\\\n/evil\n', false],
  ['sequencer/opts', '[options]\n\tstrategy = ort\n\tstrategy = ../evil\n', false],
] as const)('%s %j merges by a plain name: %j', (path, text, expected) => {
  expect(mergesPlainly(path, text)).toBe(expected)
})

test('a repository as git makes it, with a commit and a remote, is harmless', () => {
  needsProgram('git')
  const folder = temporaryFolder()
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'ignore' })
  git('init', '-q')
  writeFileSync(join(folder, 'f'), 'x')
  git('add', 'f')
  git('commit', '-qm', 'x')
  git('remote', 'add', 'origin', 'https://example.org/x.git')
  git('remote', 'add', 'near', '../other')
  expect(repositoryDangers(join(folder, '.git'))).toEqual([])
})
