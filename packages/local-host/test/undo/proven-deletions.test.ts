import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createNoneBackend } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { BUILT_IN_HANDLERS } from '@poundlock/tools'
import { undoRuns } from '@poundlock/undo'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLocalHost, openUndoStore } from '../../src/index.ts'

const PROVEN = { mode: 'danger-full-access', sandbox: { mode: 'off' } }
const EXEC = { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'write' }

interface Configured {
  readonly exec?: object
  readonly undo?: object
}

/** A host that asks about what no rule covers, unless it is proven; with files, of which nobody can be asked. */
async function openScene({ exec, undo }: Configured = {}, options: { readonly servesOthers?: boolean } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-proven-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, state] = [join(root, 'w'), join(root, 'state')]
  mkdirSync(state, { mode: 0o700 })
  const document = { ...PROVEN, tools: { exec: { ...EXEC, ...exec } }, ...(undo && { undo }) }
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify(document), { mode: 0o600 })
  vi.stubEnv('POUNDLOCK_HOME', state)
  onTestFinished(() => void vi.unstubAllEnvs())
  const put = (name: string, text = 'text\n') => {
    mkdirSync(dirname(join(workspace, name)), { recursive: true })
    writeFileSync(join(workspace, name), text)
  }
  for (const name of FILES) put(name)
  put('outside-of-it/../../elsewhere/a.txt')
  const backends = { unshare: () => createNoneBackend() }
  const host = await openLocalHost({ workspace, backends, handlers: BUILT_IN_HANDLERS, ...options })
  const runs = async (command: string) => (await host.call('exec', { command })).status === 'ran'
  const store = await openUndoStore(state, workspace, host.config.resolved)
  return { host, workspace, root, put, runs, store }
}

const FILES = [
  'a.txt',
  'src/b.txt',
  'src/deep/c.o',
  'build/out.o',
  'build/.hidden',
  'keys/.env',
  'nested/.git/config',
  'editor/.vscode/tasks.json',
  'node_modules/x/index.js',
  '.git/HEAD',
]

test.each([`rm ${'a'.repeat(300)}`, `rm ${'[a'.repeat(20_000)}`])(
  'a name that the system refuses to look at is decided as any other',
  async (command) => {
    const { host } = await openScene()
    const { status, error } = await host.call('exec', { command })
    expect({ status, error }).toEqual({ status: 'unapproved', error: null })
  },
)

test('deletions that undo takes back need no rule, and are taken back', async () => {
  const { runs, workspace, store } = await openScene()
  const there = (name: string) => existsSync(join(workspace, name))
  for (const command of [
    'rm a.txt',
    'rm -rf build missing',
    "find src -name '*.o' -delete",
    'cd src && rm -f *.txt && ls',
    'rmdir src/deep',
  ]) {
    expect(await runs(command), command).toBe(true)
  }
  expect(['a.txt', 'build', 'src/deep', 'src/b.txt'].filter(there)).toEqual([])
  const ids = (await store.list()).map(({ id }) => id)
  expect(await undoRuns(store, { runs: ids, by: { agent: 'person', session: 'terminal' } })).toMatchObject({
    outcome: 'done',
    left: [],
  })
  for (const name of ['a.txt', 'build/out.o', 'build/.hidden', 'src/deep/c.o', 'src/b.txt']) {
    expect(readFileSync(join(workspace, name), 'utf8'), name).toBe('text\n')
  }
})

const MORE = [
  // The workspace, and what leads out of it.
  'rm -rf .',
  'rm -rf ./',
  'rm -rf *',
  'rm -rf "$PWD"',
  'rm -rf ..',
  'rm -rf ../elsewhere',
  'rm -rf src/../../elsewhere',
  'rm -rf ~',
  'rm -rf /',
  'rm -rf src/../..',
  'rm -rf build/../*',
  'find . -delete',
  'find .. -name a.txt -delete',
  // Names that only the running line knows.
  'rm -rf "$X"',
  'rm -rf $(cat a.txt)',
  'ls | xargs rm -rf',
  'while read -r f; do rm -rf "$f"; done < a.txt',
  'find src -name "*.o" -exec rm {} +',
  // What is protected, or secret, there or below.
  'rm -rf .git',
  'rm .git/HEAD',
  'rm -rf .g*',
  'rm -rf nested',
  'rm -rf nested/.g*',
  'rm -rf editor',
  'rm -rf keys',
  'rm keys/.env',
  'rm -rf keys/.*',
  // What undo does not keep.
  'rm -rf node_modules',
  'rm -rf node_modules/x',
  // Others write, too, or are told by files what to delete.
  'shred -u a.txt',
  'mv build/out.o src/b.txt',
  'git clean -fdx build',
  'rm -rf build && git push',
  'cd .. && rm -rf w/build',
  'cd nested && rm -rf .git',
  'pushd ../elsewhere; rm a.txt',
  'unlink .git/HEAD',
  'shopt -s dotglob; rm -rf *',
  'rm -rf build /',
  'find build/../.. -delete',
  'find "$X" -delete',
  // Another program by that name, or one that starts it.
  'rm() { /bin/rm -rf ..; }; rm -rf build',
  './rm -rf build',
  'PATH=. rm -rf build',
  'sudo rm -rf build',
  'env -C .. rm -rf elsewhere',
  'xargs rm < a.txt',
  'find build -exec sh -c "rm -rf .." ";"',
  'find build -fprint .git/config -delete',
]

test('what is more than that asks', async () => {
  const { runs, workspace, put } = await openScene()
  put('rm', '#!/bin/sh\n/bin/rm -rf build')
  chmodSync(join(workspace, 'rm'), 0o755)
  for (const command of MORE) expect(await runs(command), command).toBe(false)
  for (const name of FILES) expect(readFileSync(join(workspace, name), 'utf8'), name).toBe('text\n')
})

test('a link that leads elsewhere asks: itself, above, and below', async () => {
  const { runs, workspace, root } = await openScene()
  symlinkSync(join(root, 'elsewhere'), join(workspace, 'link'))
  symlinkSync(join(root, 'elsewhere'), join(workspace, 'build', 'inner'))
  symlinkSync('src', join(workspace, 'alias'))
  for (const command of [
    'rm -rf link',
    'rm -rf link/',
    'rm -rf link/*',
    'rm -rf link/a.txt',
    'rm -rf build',
    'find -L build -delete',
  ]) {
    expect(await runs(command), command).toBe(false)
  }
  for (const command of ['rm -rf build/*/', 'rm -rf alias/deep', 'ln -s ../elsewhere new; rm -rf new/a.txt']) {
    expect(await runs(command), command).toBe(false)
  }
  expect(existsSync(join(root, 'elsewhere/a.txt'))).toBe(true)
})

test('what is larger than undo keeps asks', async () => {
  const { runs, put } = await openScene({ undo: { maxBytes: 1000 } })
  put('large/file', 'x'.repeat(1001))
  expect([await runs('rm -rf large'), await runs('rm large/file'), await runs('rm a.txt')]).toEqual([
    false,
    false,
    true,
  ])
})

test.each<[string, Configured, { readonly servesOthers?: boolean }?]>([
  ['undo is off', { undo: { enabled: false } }],
  ['only what reads is let through', { exec: { proven: 'read' } }],
  ['nothing is let through', { exec: { proven: 'off' } }],
  ['a program serves others', {}, { servesOthers: true }],
  ['the folder is one that undo leaves out', { undo: { ignore: ['build'] } }],
])('it asks where %s', async (_case, configured, options) => {
  const { runs } = await openScene(configured, options)
  expect(await runs('rm -rf build')).toBe(false)
})

test('a deletion that nobody was asked about does not run where it cannot be kept after all', async () => {
  const { host, workspace, put, store } = await openScene({ undo: { maxBytes: 1000 } })
  const checked = await host.runtime.check({ command: 'rm -rf build' }, host.context)
  expect(checked.decision).toMatchObject({ decision: 'allow', commands: [{ proven: 'delete', rule: null }] })
  // Another call has taken the room since it was decided.
  const call = host.call(
    'exec',
    { command: 'rm -rf build' },
    { beforeRun: async () => put('build/large', 'x'.repeat(1001)) },
  )
  expect(await call).toMatchObject({ error: { code: 'UNDO_NOT_KEPT' } })
  expect(existsSync(join(workspace, 'build/large'))).toBe(true)
  expect(await store.list()).toEqual([])
})

test('what git takes away from a repository needs no rule where undo keeps it, and is taken back', async () => {
  needsProgram('git')
  const { runs, workspace, store } = await openScene()
  rmSync(join(workspace, 'nested'), { recursive: true })
  const git = repositoryIn(workspace)
  const state = () => git('for-each-ref', '--format=%(refname) %(objectname)') + git('diff', '--cached', '--name-only')
  const before = state()
  const lines = ['git branch -D old', 'git tag -d v1', 'git stash drop', 'git reset --soft HEAD~1', 'git reset -q']
  for (const line of [...lines, 'git commit --amend -qm other']) expect(await runs(line), line).toBe(true)
  expect(state()).not.toBe(before)
  const ids = (await store.list()).map(({ id }) => id)
  expect(await undoRuns(store, { runs: ids, by: { agent: 'person', session: 'terminal' } })).toMatchObject({
    outcome: 'done',
    left: [],
  })
  expect(state()).toBe(before)
})

test.each<[string, Configured]>([
  ['undo is off', { undo: { enabled: false } }],
  ['the repository is larger than undo keeps', { undo: { maxBytes: 1000 } }],
  ['undo leaves the repository out', { undo: { ignore: ['.git'] } }],
])('git takes nothing away without an answer where %s', async (_case, configured) => {
  needsProgram('git')
  const { runs, workspace } = await openScene(configured)
  const git = repositoryIn(workspace)
  for (const line of ['git branch -D old', 'git commit --amend -qm other', 'git stash drop', 'git reset -q HEAD~1']) {
    expect(await runs(line), line).toBe(false)
  }
  expect(git('rev-list', '--count', 'HEAD', '--')).toBe('2\n')
})

/** Two commits, a branch, a tag and a stash in a repository of the workspace. */
function repositoryIn(workspace: string) {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: workspace, encoding: 'utf8' })
  rmSync(join(workspace, '.git'), { recursive: true })
  git('init', '-q', '-b', 'main')
  git('config', 'user.name', 'a')
  git('config', 'user.email', 'a@example.org')
  for (const message of ['one', 'two']) {
    writeFileSync(join(workspace, 'a.txt'), message)
    git('add', 'a.txt')
    git('commit', '-qm', message)
  }
  git('branch', 'old')
  git('tag', 'v1')
  writeFileSync(join(workspace, 'a.txt'), 'stashed')
  git('stash', '-q')
  return git
}

test('a second name of a file is no way around', async () => {
  const { runs, workspace } = await openScene()
  linkSync(join(workspace, 'keys/.env'), join(workspace, 'build/copy'))
  // Only a name goes; the secret stays, and undo brings the name back.
  expect(await runs('rm build/copy')).toBe(true)
  expect(readFileSync(join(workspace, 'keys/.env'), 'utf8')).toBe('text\n')
})
