import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createExecutableFinder, inspectRepository, planCommand, SYSTEM_PATH } from '../../src/index.ts'

function repository(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-repository-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  git(folder, 'init', '--quiet')
  return folder
}

function git(folder: string, ...words: string[]): void {
  needsProgram('git')
  execFileSync('git', words, { cwd: folder, stdio: 'pipe', env: { PATH: process.env['PATH'], HOME: folder } })
}

/** What a command would execute besides itself, by the plan. */
function executes(command: string, cwd: string): readonly (string | null)[] {
  const { plan } = planCommand(command, {
    cwd,
    home: '/home/u',
    findExecutable: createExecutableFinder(SYSTEM_PATH),
    inspectRepository,
  })
  return plan.commands
    .flatMap((entry) => entry.profile?.effects ?? [])
    .filter((effect) => effect.kind === 'execute')
    .map((effect) => effect.path)
}

test('a repository as git makes it runs nothing', () => {
  const folder = repository()
  git(folder, 'remote', 'add', 'origin', 'https://example.com/a.git')
  for (const command of ['git status', 'git diff', 'git log -p', 'git blame a', 'git fetch']) {
    expect(executes(command, folder)).toEqual([])
  }
})

describe('what a repository names is found by looking', () => {
  test.each([
    ['core.fsmonitor', '/tmp/evil', 'git status'],
    ['core.fsmonitor', './evil.sh', 'git -C . status --short'],
    ['diff.external', '/tmp/evil', 'git diff'],
    ['diff.x.command', '/tmp/evil', 'git diff'],
    ['diff.x.textconv', '/tmp/evil', 'git blame a'],
    ['filter.x.clean', '/tmp/evil', 'git status'],
    ['core.sshCommand', '/tmp/evil', 'git fetch'],
    ['remote.origin.url', 'ext::sh -c evil', 'git fetch'],
    ['core.pager', '/tmp/evil', 'git log'],
    ['credential.helper', '!evil', 'git push'],
  ])('%s = %s for `%s`', (key, value, command) => {
    const folder = repository()
    git(folder, 'config', key, value)
    expect(executes(command, folder)).toContain(`what the repository names as ${key.toLowerCase()}`)
  })

  test('in a file that the configuration includes, also through another', () => {
    const folder = repository()
    git(folder, 'config', 'include.path', '../one.config')
    writeFileSync(join(folder, 'one.config'), '[includeIf "gitdir:/"]\n\tpath = two.config\n')
    writeFileSync(join(folder, 'two.config'), '[diff]\n\texternal = /tmp/evil\n')
    expect(executes('git diff', folder)).toContain('what the repository names as diff.external')
  })

  test('in an included file that cannot be understood', () => {
    const folder = repository()
    git(folder, 'config', 'include.path', '../odd.config')
    writeFileSync(join(folder, 'odd.config'), '?? what is this\n')
    expect(executes('git status', folder)).toHaveLength(1)
  })

  test('in the repository that the command works in, not in the one around it', () => {
    const folder = repository()
    mkdirSync(join(folder, 'sub'))
    git(join(folder, 'sub'), 'init', '--quiet')
    git(join(folder, 'sub'), 'config', 'core.fsmonitor', '/tmp/evil')
    expect(executes('git status', folder)).toEqual([])
    for (const command of ['cd sub && git status', 'git -C sub status', '(cd sub; git status)']) {
      expect(executes(command, folder)).toHaveLength(1)
    }
  })

  test('where the folder is only known at run time', () => {
    expect(executes('cd "$X" && git status', repository())).toHaveLength(1)
  })

  test('as a hook that is there and can be run', () => {
    const folder = repository()
    expect(executes('git commit -m x', folder)).toEqual([])
    writeFileSync(join(folder, '.git/hooks/pre-commit'), '#!/bin/sh\n', { mode: 0o755 })
    expect(executes('git commit -m x', folder)).toEqual(['the hook pre-commit'])
    rmSync(join(folder, '.git/hooks/pre-commit'))
    mkdirSync(join(folder, 'hooks'))
    writeFileSync(join(folder, 'hooks/commit-msg'), '#!/bin/sh\n', { mode: 0o755 })
    git(folder, 'config', 'core.hooksPath', 'hooks')
    expect(executes('git commit -m x', folder)).toEqual(['the hook commit-msg'])
  })

  test('in a worktree, whose configuration lies elsewhere', () => {
    const folder = repository()
    git(folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--allow-empty', '-m', 'x')
    git(folder, 'worktree', 'add', '--quiet', 'tree')
    git(folder, 'config', 'core.fsmonitor', '/tmp/evil')
    expect(executes('git status', join(folder, 'tree'))).toHaveLength(1)
  })

  test('in a folder that only looks like a repository', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-bare-')))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    git(folder, 'init', '--quiet', '--bare')
    git(folder, 'config', 'core.fsmonitor', '/tmp/evil')
    expect(executes('git status', folder)).toHaveLength(1)
  })

  test('behind a symbolic link', () => {
    const folder = repository()
    git(folder, 'config', 'diff.external', '/tmp/evil')
    symlinkSync(folder, join(folder, 'link'))
    expect(executes('git -C link diff', folder)).toHaveLength(1)
  })
})
