import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExecutableFinder, inspectRepository, planCommand, SYSTEM_PATH } from '../../src/index.ts'

let workspace = ''

beforeAll(() => {
  workspace = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-history-')))
  for (const git of ['.git', 'sub/.git', 'bare.git']) {
    for (const folder of ['objects/pack', 'refs/heads', 'hooks', 'logs', 'rebase-merge', 'info']) {
      mkdirSync(join(workspace, git, folder), { recursive: true })
    }
    writeFileSync(join(workspace, git, 'HEAD'), 'ref: refs/heads/main\n')
  }
  symlinkSync('.git', join(workspace, 'link'))
  mkdirSync(join(workspace, 'src'))
})
afterAll(() => rmSync(workspace, { recursive: true, force: true }))

/** As the default sandbox decides: contained, with no rule. */
function decide(command: string): string {
  const context = { cwd: workspace, workspace, home: '/home/u' }
  const { plan } = planCommand(command, {
    ...context,
    findExecutable: createExecutableFinder(SYSTEM_PATH),
    inspectRepository,
  })
  return createPolicy([], { home: '/home/u', commands: commandEvaluator }).decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan,
    containment: { active: true, network: 'off', workspaceOnly: true },
    context: { agent: 'main', session: 'main', interactive: true, ...context },
  }).decision
}

test.each([
  'rm -rf .git',
  'rm -rf ./.git/',
  'rm -r .git/objects',
  'rm -rf .git/objects/pack',
  'rm .git/refs/heads/main',
  'rm -f .git/HEAD',
  'rm -rf .git/refs .git/logs',
  'rm -rf .git/*',
  'mv .git x',
  'mv .git/objects /tmp/x',
  'mv x .git/HEAD',
  'cp x .git/HEAD',
  'find .git -delete',
  'find .git/objects -type f -delete',
  'truncate -s 0 .git/HEAD',
  'echo x > .git/HEAD',
  ': > .git/packed-refs',
  'echo x | tee .git/refs/heads/main',
  'cd .git && rm -rf objects',
  'cd src && rm -rf ../.git',
  'rm -rf sub/.git',
  'rm -rf sub/.git/refs',
  'rm -rf bare.git/objects',
  'rm bare.git/HEAD',
  'rm -rf bare.git',
  'rm -rf link/objects',
  'sed -i s/a/b/ .git/HEAD',
  'unlink .git/index',
  'rmdir .git/refs/heads',
  'ls && rm -rf .git && ls',
])('`%s` asks, also contained', (command) => {
  expect(decide(command)).toBe('ask')
})

test.each([
  'git commit -am x',
  'git gc',
  'git branch -D x',
  'git rebase main',
  'git worktree add ../tree',
  'git update-ref -d refs/heads/x',
  'git stash clear',
  'rm -f .git/index.lock',
  'rm -rf .git/rebase-merge',
  'rm .git/refs/heads/main.lock',
  'echo x >> .git/info/exclude',
  'echo x > .git/COMMIT_EDITMSG',
  'rm -rf src',
  'rm -rf sub',
  'rm .gitignore',
  'echo x > src/HEAD',
  'mkdir -p src/objects src/refs',
  'cat .git/HEAD',
  'ls .git/refs',
  'cp .git/HEAD x',
  'find . -name "*.log" -delete',
  'npm test',
])('`%s` does not ask where it is contained', (command) => {
  expect(decide(command)).toBe('allow')
})
