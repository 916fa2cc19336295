import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPolicy, type PolicyDocument } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { afterAll, expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'

/** A workspace in which some files must not be read. */
const workspace = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-listed-')))
afterAll(() => rmSync(workspace, { recursive: true, force: true }))
for (const path of ['.env', 'a.txt', 'src/a.ts', 'sub/.env', 'secrets/key', 'certificates/x.pem']) {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), 'x\n')
}
symlinkSync('.env', join(workspace, 'link'))

const programs =
  'ls git find fd tree du stat rg grep cat head tsc eslint prettier npm tar zip sort xargs diff wc cp'.split(' ')

/** Everything may run; what is said comes from the rule on files, or from the same as one on effects. */
function decide(line: string, rule: string): string {
  const exec = { host: 'gateway', security: 'allowlist', allow: programs } as const
  const documents: readonly PolicyDocument[] = [
    { tools: { exec, fs: { read: { deny: [rule] } } } },
    { tools: { exec: { ...exec, deny: [`fs.read:${rule}`] } } },
  ]
  const { plan } = planCommand(line, {
    cwd: workspace,
    home: '/home/u',
    findExecutable: (name) => (name.includes('/') ? null : `/usr/bin/${name}`),
    inspectRepository,
  })
  const context = { agent: 'main', session: 'main', cwd: workspace, workspace, home: '/home/u', interactive: true }
  const [first, second] = documents.map((document) => {
    const policy = createPolicy(document, { home: '/home/u', commands: commandEvaluator })
    return policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan, context }).decision
  })
  return first === second ? first! : `${first} ${second}`
}

test.each([
  'ls',
  'ls -la',
  'ls -R .',
  'ls -d .*',
  'stat src',
  'find . -type f',
  "find . -name '.env'",
  'find sub',
  'fd env',
  'tree -a',
  'du -a',
  'rg --files --hidden',
  'git status',
  'git status --short',
  'git ls-files',
  'git log --oneline',
  'git log --stat',
  'git branch',
  'git rev-parse HEAD',
  'git diff --stat',
  'git diff --name-only',
  'git show --name-status',
  'git describe',
  'git remote -v',
  'tsc --noEmit',
  'npm ls',
])('a rule on files of a name does not speak of what lists names: %s', (line) => {
  expect(decide(line, '**/.env')).toBe('allow')
  expect(decide(line, '**/*.pem')).toBe('allow')
  expect(decide(line, 'secrets/**')).toBe('allow')
})

test('a configuration that is code of the workspace may read what a rule denies', () => {
  for (const rule of ['**/.env', '**/*.pem', 'secrets/**']) expect(decide('eslint .', rule)).toBe('ask')
})

test.each([
  'grep -r x',
  'grep -rl x .',
  'rg x',
  'rg -l x',
  'cat .*',
  'head .e*',
  'tar cf a.tar .',
  'zip -r a.zip .',
  'cp -r . copy',
  'diff -r . src',
  'git diff',
  'git diff --stat -p',
  'git diff --stat --no-index a.txt sub',
  'git show',
  'git log -p',
  'git log -Sx',
  'git log -G x',
  'git log --pat',
  'git log --word-diff',
  'git log $options',
  'git status -v',
  'git grep x',
  'git blame a.txt',
  'git cat-file -p HEAD:.env',
  'git reflog -p',
  'git stash show -p',
  'find . -type f -exec cat {} +',
  'find . | xargs cat',
  'ls -a | xargs head',
  'cat $(ls -A)',
  'for f in .*; do cat "$f"; done',
])('it does of what may tell their content: %s', (line) => {
  expect(decide(line, '**/.env')).toBe('ask')
})

test.each([
  'cat .env',
  'cat ./sub/../.env',
  'cat link',
  'sort .ENV',
  'ls .env',
  'stat .env',
  'git diff --no-index a.txt .env',
  'cat $(echo .env)',
])('a file that is named, or reached by a link, is denied as before: %s', (line) => {
  expect(decide(line, '**/.env')).not.toBe('allow')
  if (!/\$/.test(line)) expect(decide(line, '**/.env')).toBe('deny')
})

test('what lies in a folder that a rule means as a whole is not listed unasked', () => {
  for (const line of [
    'ls secrets',
    'find secrets',
    'tree secrets',
    'ls -la secrets/',
    'stat secrets/*',
    'cd secrets && ls',
  ]) {
    expect(decide(line, 'secrets/**'), line).not.toBe('allow')
    expect(decide(line, 'secrets'), line).not.toBe('allow')
  }
  for (const line of ['ls', 'find .', 'git status']) expect(decide(line, '**'), line).not.toBe('allow')
})
