import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inspectRepository } from '../../src/index.ts'
import { answerTo, planOf } from './answer-to.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'moved-')))
afterAll(() => rmSync(root, { recursive: true }))
const FILES =
  '.git/HEAD .git/objects/x .git/refs/x .git/hooks/x sub/.git/HEAD sub/hooks/y a.txt b.txt src/a.ts src/b.ts .env .envrc x.pem secrets/k run.sh'
for (const file of FILES.split(' ')) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), file.endsWith('HEAD') ? 'ref: refs/heads/main\n' : 'x\n')
}
const LINKS = { out: '/etc', passwords: '/etc/passwd', hooks: '.git/hooks', settings: '.env', nowhere: '/nowhere/x' }
for (const [name, to] of Object.entries(LINKS)) symlinkSync(to, join(root, name))
linkSync(join(root, '.env'), join(root, 'second-name'))

/** As where undo keeps all that a line deletes. */
function answerWithUndo(line: string) {
  const place = { cwd: root, plan: { inspectRepository, workspace: root } }
  const recoverable = planOf(line, place).commands.flatMap(
    ({ profile }) => profile?.effects.flatMap(({ kind, path }) => (kind === 'file-delete' && path ? [path] : [])) ?? [],
  )
  return answerTo(line, { ...place, recoverable })
}

test('undo keeps it: what is deleted here needs no rule', () => expect(answerWithUndo('rm a.txt')).toBe('allow'))

test.each([
  'mv a.txt .git/hooks/pre-commit',
  'mv run.sh .git/hooks/',
  'mv a.txt .envrc',
  'mv a.txt .Envrc',
  'mv a.txt .GIT/hooks/x',
  'mv a.txt .env',
  'mv .env src/',
  'mv .env a',
  'mv x.pem src/x.txt',
  'mv secrets/k k',
  'mv secrets open',
  'mv settings src/e',
  'mv a.txt out/x',
  'mv a.txt out/',
  'mv a.txt passwords',
  'mv a.txt hooks/pre-commit',
  'mv a.txt hooks',
  'mv a.txt /tmp/x',
  'mv /etc/hosts .',
  'mv a.txt ../x',
  'mv ~/.bashrc .',
  'mv .git g',
  'mv .git/HEAD a',
  'mv src .git',
  'mv sub/.git x',
  'mv sub/hooks/y sub/.git/hooks/y',
  'mv a.txt sub/.git/config',
  'mv a.txt .gitmodules',
  'mv a.txt .npmrc',
  'mv a.txt .mcp.json',
  'mv a.txt .claude/settings.json',
  'mv a.txt .poundlock/poundlock.json',
  'mv a.txt .github/workflows/b.yml',
  'mv -b -S /../.git/hooks/x a.txt b.txt',
  'mv --exchange a.txt .envrc',
  'mv a.txt "$(cat b.txt)"',
  'mv .* src',
  'cd src && mv a.ts ../.envrc',
  'cd .git/hooks && mv x y',
  'ln -s .git/hooks z && mv a.txt z/x',
  'ln -s /etc z; mv a.txt z/x',
  'mv a.txt c.txt; mv c.txt .envrc',
  'mkdir -p n/.git/hooks && mv a.txt n/.git/hooks/x',
  "find . -name '*.txt' -exec mv {} .git/hooks/ ;",
  'git mv a.txt .envrc',
  'git mv .env src/',
])('what is moved asks all the same: %s', (line) => expect(answerWithUndo(line)).toBe('ask'))
