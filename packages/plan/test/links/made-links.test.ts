import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inspectRepository, planCommand } from '../../src/index.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-made-')))
const workspace = join(root, 'w')

beforeAll(() => {
  for (const folder of ['plain', 'linked', 'out']) mkdirSync(join(workspace, folder), { recursive: true })
  for (const file of ['a.txt', 'p.patch', 'plain/a.txt', 'out/a.txt']) writeFileSync(join(workspace, file), '')
  symlinkSync('../..', join(workspace, 'linked/up'))
  symlinkSync('a.txt', join(workspace, 'link'))
})

afterAll(() => rmSync(root, { recursive: true }))

/** Whether it is open which file a line reads or writes. */
function isOpen(line: string): boolean {
  const { plan } = planCommand(line, {
    cwd: workspace,
    home: '/home/u',
    workspace,
    findExecutable: (name) => `/usr/bin/${name}`,
    inspectRepository,
  })
  return [...plan.effects, ...plan.commands.flatMap(({ profile }) => profile?.effects ?? [])].some(
    ({ kind, path }) => kind.startsWith('file-') && path === null,
  )
}

const MAKERS = [
  'git checkout other',
  'git checkout -b new other',
  'git switch other',
  'git stash pop',
  'git stash apply',
  'git merge other',
  'git pull',
  'git restore --source other .',
  'git reset --hard other',
  'git cherry-pick other',
  'git rebase other',
  'git revert HEAD',
  'git apply p.patch',
  'git am p.patch',
  'patch -p1 -i p.patch',
  'mv linked l',
  'mv link l',
  'cp -a linked l',
  'cp -P link l',
  'rsync -a linked/ .',
]

test.each(MAKERS)('what comes to be by %s may be a link', (maker) => {
  for (const use of ['cat l', 'echo x > l/new', 'cat < l', 'cp a.txt l/new', 'rm l/new', 'git commit -F l']) {
    expect([use, isOpen(`${maker} && ${use}`)]).toEqual([use, true])
    expect([use, isOpen(use)]).toEqual([use, false])
  }
})

test.each([
  'git checkout other && cat a.txt',
  'git pull && rm -rf l',
  'git pull && mkdir -p l',
  'git stash pop && echo x > out/a.txt',
  'git checkout -b new && echo x > l',
  'git switch -c new && echo x > l',
  'git status && echo x > l',
  'git stash list && echo x > l',
  'git apply --check p.patch && echo x > l',
  'echo x > l && git checkout other',
  'mv plain l && cat l/a.txt',
  'cp -a plain l && echo x > l/new',
  'cp a.txt l && cat l',
  'mv a.txt l && cat l',
  'rsync -a plain/ l && cat l/a.txt',
  'mkdir -p l && echo x > l/new',
  'touch l && cat l',
  'git merge other && git add l',
  'gofmt -w . && go build -o l . && golangci-lint run',
  'go build ./... && go vet ./l',
  'prettier --write . && cat l',
])('what is plain stays known: %s', (line) => expect(isOpen(line)).toBe(false))

test('git makes no link of the folder that it works in', () => {
  const cwd = join(root, 'later')
  const opens = (line: string) => {
    const findExecutable = (name: string) => `/usr/bin/${name}`
    const { plan } = planCommand(line, { cwd, home: '/home/u', workspace: cwd, findExecutable, inspectRepository })
    return plan.commands.some(({ profile }) =>
      profile?.effects.some(({ kind, path }) => kind === 'file-write' && path === null),
    )
  }
  expect(opens('git checkout main && git pull')).toBe(false)
  expect(opens('git stash && go build ./...')).toBe(false)
  expect(opens('git checkout main && echo x | tee l')).toBe(true)
  expect(opens('rsync -a linked/ . && echo x | tee l')).toBe(true)
})

test('in a loop, what stands behind has run before', () => {
  expect(isOpen('for i in 1 2; do cat l; git stash pop; done')).toBe(true)
})
