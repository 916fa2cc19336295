import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNoneBackend } from '@poundlock/sandbox'
import { needsProgram } from '@poundlock/tooling/programs'
import { BUILT_IN_HANDLERS } from '@poundlock/tools'
import { undoRuns } from '@poundlock/undo'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLocalHost, openUndoStore } from '../../src/index.ts'

const UNCONTAINED = {
  mode: 'danger-full-access',
  sandbox: { mode: 'off' },
  tools: { exec: { host: 'gateway', security: 'full', ask: 'off' } },
}

/** A host that runs everything here, on a workspace with two files. */
async function openScene(configuration: object = {}, options: { readonly servesOthers?: boolean } = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-keeper-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [workspace, state] = [join(root, 'w'), join(root, 'state')]
  mkdirSync(join(workspace, 'src'), { recursive: true })
  mkdirSync(state, { mode: 0o700 })
  writeFileSync(join(state, 'poundlock.json'), JSON.stringify({ ...UNCONTAINED, ...configuration }), { mode: 0o600 })
  vi.stubEnv('POUNDLOCK_HOME', state)
  onTestFinished(() => void vi.unstubAllEnvs())
  const text = (name: string) => readFileSync(join(workspace, name), 'utf8')
  writeFileSync(join(workspace, 'a.txt'), 'one\n')
  writeFileSync(join(workspace, 'src/b.txt'), 'two\n')
  const backends = { unshare: () => createNoneBackend() }
  const host = await openLocalHost({ workspace, backends, handlers: BUILT_IN_HANDLERS, ...options })
  const store = await openUndoStore(state, workspace, host.config.resolved)
  const undo = (...runs: string[]) => undoRuns(store, { runs, by: { agent: 'person', session: 'terminal' } })
  return { host, store, undo, text, workspace, state }
}

test('what file tools and commands did is listed and taken back', async () => {
  const { host, store, undo, text, workspace } = await openScene()
  const written = await host.call('write_file', { path: 'a.txt', content: 'by a tool\n' })
  const known = await host.call('exec', { command: 'sed -i s/two/2/ src/b.txt; rm -r src' })
  const unknown = await host.call('exec', {
    command: "printf x > made && node -e \"fs.appendFileSync('a.txt', 'more')\"",
  })
  expect([written.status, known.status, unknown.status]).toEqual(['ran', 'ran', 'ran'])
  const runs = await store.list()
  expect(runs.map(({ tool, scope, changed }) => [tool, scope, changed])).toEqual([
    ['write_file', ['a.txt'], 1],
    ['exec', ['src/b.txt', 'src'], 2],
    ['exec', null, 2],
  ])
  expect(runs.map(({ id }) => id)).toEqual([written.runId, known.runId, unknown.runId])
  await undo(...runs.map(({ id }) => id))
  expect([text('a.txt'), text('src/b.txt'), existsSync(join(workspace, 'made'))]).toEqual(['one\n', 'two\n', false])
})

test('a call that is proven to change nothing leaves nothing', async () => {
  const { host, state } = await openScene()
  expect(await host.call('exec', { command: 'cat a.txt | head -1; ls src' })).toMatchObject({ status: 'ran' })
  expect(await host.call('read_file', { path: 'a.txt' })).toMatchObject({ status: 'ran' })
  expect(existsSync(join(state, 'undo'))).toBe(false)
})

test('nothing is kept where it is switched off', async () => {
  const { host, state } = await openScene({ undo: { enabled: false } })
  await host.call('write_file', { path: 'a.txt', content: 'x' })
  expect(existsSync(join(state, 'undo'))).toBe(false)
})

test('what cannot be kept is said with the result; where it is required, the call does not run', async () => {
  const lax = await openScene({ undo: { maxBytes: 0 } })
  expect(await lax.host.call('exec', { command: 'rm a.txt' })).toMatchObject({
    status: 'ran',
    notes: [expect.stringContaining('a.txt')],
  })
  const strict = await openScene({ undo: { maxBytes: 0, required: true } })
  expect(await strict.host.call('exec', { command: 'rm a.txt' })).toMatchObject({ error: { code: 'UNDO_NOT_KEPT' } })
  expect(strict.text('a.txt')).toBe('one\n')
})

test('what git loses comes back', async () => {
  needsProgram('git')
  const { host, store, undo, text, workspace } = await openScene()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: workspace })
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-qm', 'one')
  git('branch', 'topic')
  writeFileSync(join(workspace, 'a.txt'), 'stashed')
  git('stash', '-q')
  writeFileSync(join(workspace, 'a.txt'), 'edited')
  writeFileSync(join(workspace, 'untracked'), 'new')
  const heads = () => readdirSync(join(workspace, '.git/refs/heads')).toSorted()
  const before = [text('a.txt'), text('untracked'), heads(), text('.git/refs/stash')]
  const lines = ['git reset -q --hard', 'git clean -qfdx', 'git stash drop -q', 'git branch -qD topic']
  for (const command of lines) expect(await host.call('exec', { command })).toMatchObject({ run: { exitCode: 0 } })
  expect([text('a.txt'), existsSync(join(workspace, 'untracked')), heads()]).toEqual(['one\n', false, ['main']])
  const runs = await store.list()
  expect(runs).toHaveLength(lines.length)
  expect(await undo(...runs.map(({ id }) => id))).toMatchObject({ outcome: 'done', left: [] })
  expect([text('a.txt'), text('untracked'), heads(), text('.git/refs/stash')]).toEqual(before)
})

test('a program that serves others keeps changes only where the configuration says so', async () => {
  const silent = await openScene({}, { servesOthers: true })
  expect((await silent.host.call('write_file', { path: 'a.txt', content: 'x' })).status).toBe('ran')
  expect(await silent.store.list()).toEqual([])
  const configured = await openScene({ undo: { enabled: true } }, { servesOthers: true })
  expect((await configured.host.call('write_file', { path: 'a.txt', content: 'x' })).status).toBe('ran')
  expect(await configured.store.list()).toHaveLength(1)
})

test('a folder that rm deletes comes back as the same files', async () => {
  const { host, store, undo, text, workspace } = await openScene()
  const { ino } = statSync(join(workspace, 'src/b.txt'))
  expect(await host.call('exec', { command: 'rm -rf src' })).toMatchObject({ run: { exitCode: 0 } })
  await undo(...(await store.list()).map(({ id }) => id))
  expect([text('src/b.txt'), statSync(join(workspace, 'src/b.txt')).ino]).toEqual(['two\n', ino])
})

test.each([
  'rm src/*.txt',
  'rm -r s*',
  'rm -rf src/* src/.[a-z]*',
  'cd src && rm -f ./b*',
  'rm -f */b.txt',
  'rm {src/b,a}.txt',
])('what a pattern deletes comes back: %s', async (command) => {
  const { host, store, undo, text, workspace } = await openScene()
  expect(await host.call('exec', { command })).toMatchObject({ run: { exitCode: 0 } })
  expect(existsSync(join(workspace, 'src/b.txt'))).toBe(false)
  await undo(...(await store.list()).map(({ id }) => id))
  expect([text('a.txt'), text('src/b.txt')]).toEqual(['one\n', 'two\n'])
})
