import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator, takenPaths } from '@poundlock/policy/commands'
import { missingProgram, needsProgram } from '@poundlock/tooling/programs'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-kept-')))
const [main, linked] = [join(root, 'main'), join(root, 'linked')]
const policy = createPolicy(
  [
    {
      name: 'user',
      mayLoosen: true,
      exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'write' },
    },
  ],
  { home: '/home/u', commands: commandEvaluator },
)

/** The decision where undo keeps all of the workspace that it is asked about, or none of it. */
function answerTo(line: string, { workspace = main, keeps = true } = {}) {
  const cwd = workspace
  const findExecutable = (name: string) => (name.includes('/') ? join(cwd, name) : `/usr/bin/${name}`)
  const { plan } = planCommand(line, { cwd, home: '/home/u', workspace, findExecutable, inspectRepository })
  const recoverable = keeps ? takenPaths(plan.commands, workspace) : []
  const session = { agent: 'main', session: 'main', home: '/home/u', interactive: true }
  return policy.decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    context: { ...session, workspace, cwd, recoverable },
    plan,
  }).decision
}

beforeEach(() => needsProgram('git'))

beforeAll(() => {
  if (missingProgram('git') !== null) return
  mkdirSync(join(main, 'src'), { recursive: true })
  mkdirSync(join(root, 'hooked'))
  for (const folder of [main, join(root, 'other'), join(root, 'hooked')]) {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder })
    mkdirSync(folder, { recursive: true })
    git('init', '-q', '-b', 'main')
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), `${name}\n`)
    git('add', '-A')
    git('commit', '-qm', 'one')
    git('branch', 'old')
    if (folder === main) git('worktree', 'add', '-q', linked)
  }
  writeFileSync(join(root, 'hooked/.git/hooks/reference-transaction'), '#!/bin/sh\n', { mode: 0o755 })
  symlinkSync(join(root, 'other'), join(main, 'beyond'))
})
afterAll(() => rmSync(root, { recursive: true }))

const TAKES = [
  'git commit --amend --no-edit',
  'git add a.txt && git commit -q --amend -m "Say it better"',
  'git commit -a --amend -F a.txt',
  'git -c user.name=x commit --amend --no-edit',
  'git branch -D old',
  'git branch -d old',
  'git branch -f old HEAD',
  'git branch -m old new',
  'git branch -dr origin/old',
  'git tag -d v1',
  'git tag -f v1',
  'git reset HEAD~1',
  'git reset --soft HEAD~1 && git status --short',
  'git reset -q',
  'git stash drop',
  'git stash drop stash@{1}',
  'git stash clear',
  'git -C src reset --soft HEAD~1',
]

const ADDS = ['git commit -m x', 'git tag v2', 'git branch next', 'git checkout -b new']

describe('what git takes away from a repository', () => {
  test.each(TAKES)('%s passes only where undo keeps the repository', (line) => {
    expect([answerTo(line), answerTo(line, { keeps: false })]).toEqual(['allow', 'ask'])
  })
  test.each(TAKES)('%s asks in a worktree whose repository lies elsewhere', (line) => {
    expect(answerTo(line, { workspace: linked })).toBe('ask')
  })
  test.each(TAKES)('%s asks in a part of a repository', (line) => {
    expect(answerTo(line, { workspace: join(main, 'src') })).toBe('ask')
  })
  test.each(['git branch -D old', 'git commit --amend --no-edit', 'git reset --soft HEAD~1', 'git stash drop'])(
    '%s asks where a hook would run',
    (line) => expect(answerTo(line, { workspace: join(root, 'hooked') })).toBe('ask'),
  )
})

test.each([
  // An editor, a hook that is left out, another author of what stands there.
  'git commit --amend',
  'git commit --amend -c HEAD',
  'git -C . commit --amend',
  'git commit --amend --no-edit --edit',
  'git commit --amend --no-edit --no-verify',
  'git commit --amend --no-edit -n',
  'git commit --amend --no-edit -S',
  'GIT_EDITOR=./x git commit --amend',
  'git -c core.editor=./x commit --amend',
  'git -c core.hooksPath=. commit --amend --no-edit',
  // Files of the working tree.
  'git reset --hard',
  'git reset --hard HEAD~1',
  'git reset --merge',
  'git reset --keep HEAD~1',
  'git reset --recurse-submodules HEAD~1',
  'git reset -p',
  'git stash',
  'git stash pop',
  'git stash branch x',
  'git checkout old',
  'git checkout -- .',
  'git checkout .',
  'git restore .',
  'git rebase old',
  'git cherry-pick old',
  'git merge old',
  'git clean -fdx',
  // What undo is not told of: settings, logs that are cut, objects that go.
  'git branch -u origin/main',
  'git branch --unset-upstream',
  'git branch --edit-description',
  'git reflog expire --expire=now --all',
  'git reflog delete HEAD@{1}',
  'git gc --prune=now',
  'git prune',
  'git update-ref -d HEAD',
  'git symbolic-ref HEAD refs/heads/x',
  'git stash store x',
  'git worktree remove ../linked',
  'git push --force',
  // Another repository, or one of which it is not known.
  'git -C ../other branch -D old',
  'git --git-dir=../other/.git branch -D old',
  'GIT_DIR=../other/.git git branch -D old',
  'cd ../other && git branch -D old',
  'cd beyond && git branch -D old',
  'git -C beyond branch -D old',
  'git -C "$X" branch -D old',
  'cd "$X" && git branch -D old',
  './git branch -D old',
  // It takes something away, and more than that.
  'git branch -D old && git push',
  'git branch -D old; rm -rf ../other',
  'git branch -D $(cat a.txt) > ../x',
])('more than that asks, whatever undo keeps: %s', (line) => {
  expect(answerTo(line)).toBe('ask')
})

test.each([
  'git checkout -b new',
  'git checkout -q -b new',
  'git checkout -b new -q && git branch --show-current',
  'git checkout -b "$X"',
  'git switch -c new',
  'git switch --create new',
  'git -C src checkout -b new',
  'git -c advice.detachedHead=false switch -c new',
  'git checkout -b new && echo x > c.txt',
])('a new branch of what is checked out takes nothing away: %s', (line) => {
  for (const workspace of [main, linked]) expect(answerTo(line, { workspace, keeps: false })).toBe('allow')
})

test.each([
  'git checkout -b new old',
  'git checkout -b new -- a.txt',
  'git checkout -B old',
  'git checkout -fb new',
  'git checkout -b new --orphan x',
  'git checkout -m -b new',
  'git checkout --recurse-submodules -b new',
  'git checkout -p -b new',
  'git switch -C old',
  'git switch -c new old',
  'git switch -c new --discard-changes',
  'git switch -f -c new',
  'git switch --orphan new',
  'git -c advice.detachedHead=false switch old',
  'git -c core.hooksPath=src checkout -b new',
  'git checkout -b $X',
  'git -C ../other checkout -b new',
  'git -C beyond checkout -b new',
])('one that brings other files along asks: %s', (line) => {
  expect(answerTo(line)).toBe('ask')
})

test.each(['logs/refs/heads', 'logs', 'refs/tags', 'HEAD', 'index', 'worktrees/linked/HEAD'])(
  'a repository whose %s is a link asks: git writes and removes through it what lies elsewhere',
  (name) => {
    const path = join(main, '.git', name)
    renameSync(path, `${path}.kept`)
    symlinkSync(join(root, 'other', '.git', name), path)
    const answers = [...TAKES, ...ADDS].map((line) => answerTo(line))
    rmSync(path)
    renameSync(`${path}.kept`, path)
    expect(new Set(answers)).toEqual(new Set(['ask']))
  },
)

test('without links they pass', () => {
  expect(ADDS.filter((line) => answerTo(line) !== 'allow')).toEqual([])
})

test('a hook of git that runs then is asked about', () => {
  const hook = join(main, '.git/hooks/post-checkout')
  writeFileSync(hook, '#!/bin/sh\n', { mode: 0o755 })
  expect([answerTo('git checkout -b new'), answerTo('git switch -c new')]).toEqual(['ask', 'ask'])
  rmSync(hook)
})
