import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  existsSync,
  readdirSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { undoRuns } from '../src/index.ts'
import { openScene } from './scene.ts'

const BY = { agent: 'main', session: 'main' }

test('what a run changed, deleted and made is as it was, byte for byte and mode for mode', async () => {
  const scene = openScene({
    'a.txt': 'one\n',
    'src/b.txt': 'two\n',
    'src/deep/c.txt': 'three\n',
    'gone/d.txt': 'four\n',
  })
  const { path, run, undo, state } = scene
  chmodSync(path('src/b.txt'), 0o755)
  symlinkSync('a.txt', path('link'))
  const before = state()
  const id = await run(() => {
    writeFileSync(path('a.txt'), 'changed in place\n')
    chmodSync(path('src/b.txt'), 0o600)
    rmSync(path('gone'), { recursive: true })
    renameSync(path('src/deep'), path('moved'))
    unlinkSync(path('link'))
    symlinkSync('/etc', path('link'))
    mkdirSync(path('new/inner'), { recursive: true })
    writeFileSync(path('new/inner/e.txt'), 'five')
    rmSync(path('src/b.txt'))
    mkdirSync(path('src/b.txt'))
  })
  expect(state()).not.toEqual(before)
  expect(await undo(id)).toMatchObject({ outcome: 'done', conflicts: [], left: [] })
  expect(state()).toEqual(before)
})

test('an undo can be undone', async () => {
  const { path, run, undo, state } = openScene({ 'a.txt': 'one', 'b/c.txt': 'two' })
  const id = await run(() => {
    writeFileSync(path('a.txt'), 'other')
    rmSync(path('b'), { recursive: true })
  })
  const changed = state()
  const first = await undo(id)
  expect(await undo(first.id!)).toMatchObject({ outcome: 'done' })
  expect(state()).toEqual(changed)
})

test('later edits are conflicts, and nothing is changed; with partial the rest is brought back', async () => {
  const { path, run, undo, store } = openScene({ 'a.txt': 'one', 'b.txt': 'two' })
  const id = await run(() => {
    writeFileSync(path('a.txt'), 'agent')
    writeFileSync(path('b.txt'), 'agent')
  })
  writeFileSync(path('a.txt'), 'person')
  expect(await undo(id)).toMatchObject({
    outcome: 'conflicting',
    id: null,
    conflicts: [{ path: 'a.txt', reason: 'changed-since' }],
  })
  expect(readFileSync(path('b.txt'), 'utf8')).toBe('agent')
  const result = await undoRuns(store, { runs: [id], partial: true, by: BY })
  expect(result).toMatchObject({ outcome: 'done', restored: ['b.txt'] })
  expect([readFileSync(path('a.txt'), 'utf8'), readFileSync(path('b.txt'), 'utf8')]).toEqual(['person', 'two'])
})

test('several runs are taken back together, unless another edit stands in between', async () => {
  const { path, run, undo, state } = openScene({ 'a.txt': '1' })
  const before = state()
  const one = await run(() => writeFileSync(path('a.txt'), '22'))
  const two = await run(() => writeFileSync(path('a.txt'), '333'))
  expect(await undo(one)).toMatchObject({ outcome: 'conflicting' })
  expect(await undo(one, two)).toMatchObject({ outcome: 'done' })
  expect(state()).toEqual(before)
  const three = await run(() => writeFileSync(path('a.txt'), '4444'))
  writeFileSync(path('a.txt'), 'person')
  const four = await run(() => writeFileSync(path('a.txt'), 'agent again'))
  expect(await undo(three, four)).toMatchObject({ outcome: 'conflicting', conflicts: [{ path: 'a.txt' }] })
})

test('a folder that holds later files stays', async () => {
  const { path, run, undo } = openScene()
  const id = await run(() => {
    mkdirSync(path('made'))
    writeFileSync(path('made/one'), '1')
  })
  writeFileSync(path('made/two'), 'of a person')
  expect(await undo(id)).toMatchObject({ outcome: 'done', left: [{ path: 'made', reason: 'not-empty' }] })
  expect(readdirSync(path('made'))).toEqual(['two'])
})

test('what is not kept is named: ignored folders, and what does not fit', async () => {
  const scene = openScene(
    { 'node_modules/x/index.js': 'x', 'small.txt': 's', 'big.txt': 'b'.repeat(1000) },
    { maxBytes: 500 },
  )
  const { path, run, undo } = scene
  const id = await run(() => {
    for (const name of ['node_modules', 'small.txt', 'big.txt']) rmSync(path(name), { recursive: true })
  })
  expect(await undo(id)).toMatchObject({
    outcome: 'done',
    restored: ['small.txt'],
    left: [
      { path: 'big.txt', reason: 'too-large' },
      { path: 'node_modules', reason: 'ignored' },
    ],
  })
})

test('a change with the same size, in place, right after the first look is noticed', async () => {
  const { path, run, undo, put } = openScene()
  put('a.txt', 'aaaa')
  const id = await run(() => writeFileSync(path('a.txt'), 'bbbb'))
  await undo(id)
  expect(readFileSync(path('a.txt'), 'utf8')).toBe('aaaa')
})

test('a run of a killed process is ended by the next look, and can be undone', async () => {
  const { path, state, store, open, undo } = openScene({ 'a.txt': 'one' })
  const before = state()
  await store.begin({ id: 'killed', tool: 'exec', title: 'x', scope: null, ...BY })
  const record = store.runs.findOpen('killed')!
  store.runs.saveOpen({ ...record, holder: null })
  writeFileSync(path('a.txt'), 'two')
  expect(await open().list()).toMatchObject([{ id: 'killed', interrupted: true, changed: 1 }])
  await undo('killed')
  expect(state()).toEqual(before)
})

test('runs side by side each know what stood before them', async () => {
  const { path, state, store, undo } = openScene({ 'a.txt': 'one', 'b.txt': 'one' })
  const before = state()
  const begin = (id: string) => store.begin({ id, tool: 'exec', title: id, scope: null, ...BY })
  await begin('first')
  writeFileSync(path('a.txt'), 'by the first')
  await begin('second')
  writeFileSync(path('b.txt'), 'by the second')
  await store.end('second')
  await store.end('first')
  await undo('second')
  expect(readFileSync(path('a.txt'), 'utf8')).toBe('by the first')
  await undo('first')
  expect(state()).toEqual(before)
})

test('a run that changes nothing is forgotten', async () => {
  const { run, store } = openScene({ 'a.txt': 'one' })
  await run(() => {})
  expect(await store.list()).toEqual([])
})

test('a scope keeps only what lies in it', async () => {
  const { path, run, undo, store } = openScene({ 'a/b.txt': 'one', 'c.txt': 'two' })
  const id = await run(
    () => {
      writeFileSync(path('a/b.txt'), 'changed')
      mkdirSync(path('new/deep'), { recursive: true })
      writeFileSync(path('new/deep/file'), 'x')
      writeFileSync(path('c.txt'), 'outside of the scope')
    },
    { scope: ['a/b.txt', 'new/deep/file'] },
  )
  expect(store.runs.changes(id).map(({ path: changed }) => changed)).toEqual([
    'a/b.txt',
    'new',
    'new/deep',
    'new/deep/file',
  ])
  await undo(id)
  expect([readFileSync(path('a/b.txt'), 'utf8'), existsSync(path('new'))]).toEqual(['one', false])
  expect(readFileSync(path('c.txt'), 'utf8')).toBe('outside of the scope')
})

test('names that are no text, and folders without permissions, come back', async () => {
  const { workspace, path, run, undo, state } = openScene({ 'locked/a.txt': 'one' })
  const odd = Buffer.concat([Buffer.from(`${workspace}/odd `), Buffer.from([0xff, 0xfe, 0x0a])])
  writeFileSync(odd, 'odd')
  chmodSync(path('locked'), 0o555)
  const before = state()
  const id = await run(() => {
    unlinkSync(odd)
    chmodSync(path('locked'), 0o755)
    unlinkSync(path('locked/a.txt'))
    chmodSync(path('locked'), 0o555)
  })
  expect(await undo(id)).toMatchObject({ outcome: 'done', left: [] })
  expect(state()).toEqual(before)
})

test('an undo never writes through a link', async () => {
  const { base, path, run, undo } = openScene({ 'folder/a.txt': 'one' })
  mkdirSync(join(base, 'outside'))
  const id = await run(() => unlinkSync(path('folder/a.txt')))
  renameSync(path('folder'), path('elsewhere'))
  symlinkSync(join(base, 'outside'), path('folder'))
  const result = await undo(id)
  expect(result.restored).toEqual([])
  expect(readdirSync(join(base, 'outside'))).toEqual([])
})

test('large files and objects of git come back, whatever was done to them', async () => {
  const object = '.git/objects/pack/pack-1.pack'
  const { path, run, undo, state } = openScene({ 'large.bin': 'x'.repeat(600_000), [object]: 'y'.repeat(600_000) })
  chmodSync(path(object), 0o444)
  const before = state()
  const id = await run(() => {
    appendFileSync(path('large.bin'), 'more')
    unlinkSync(path(object))
  })
  expect(await undo(id)).toMatchObject({ outcome: 'done', left: [] })
  expect(state()).toEqual(before)
  const damaging = await run(() => {
    chmodSync(path(object), 0o644)
    writeFileSync(path(object), 'z'.repeat(600_000))
  })
  // Its second name was written to as well: that is said, not hidden.
  expect(await undo(damaging)).toMatchObject({ left: [{ path: object, reason: 'lost' }] })
})

test('an object of git that was written in place is not taken for one that is there again', async () => {
  const object = '.git/objects/pack/pack-1.pack'
  const { path, run, undo } = openScene({ [object]: 'y'.repeat(600_000) })
  chmodSync(path(object), 0o444)
  const damaging = await run(() => {
    chmodSync(path(object), 0o644)
    writeFileSync(path(object), 'z'.repeat(600_000))
    chmodSync(path(object), 0o444)
  })
  expect(await undo(damaging)).toMatchObject({ left: [{ path: object, reason: 'lost' }] })
})

test('where all must be kept, a run that cannot be kept does not begin', async () => {
  const { open } = openScene({ 'big.txt': 'b'.repeat(1000) })
  const strict = open({ maxBytes: 10, required: true })
  const run = { id: 'one', tool: 'exec', title: 'x', scope: null, ...BY }
  await expect(strict.begin(run)).rejects.toMatchObject({ code: 'UNDO_NOT_KEPT' })
})

test('old runs are forgotten, and what they kept is removed', async () => {
  const { base, path, run, open } = openScene({ 'a.txt': 'one' })
  await run(() => writeFileSync(path('a.txt'), 'two'))
  await run(() => writeFileSync(path('a.txt'), 'three'))
  const later = open({ maxAgeMs: -1 })
  const { pruneStore } = await import('../src/store/prune-store.ts')
  await later.locked(() => pruneStore(later))
  expect(await later.list()).toEqual([])
  expect(readdirSync(join(later.folder, 'contents'))).toHaveLength(1)
  expect(statSync(join(base, 'state')).mode & 0o777).toBe(0o700)
})

test('what git runs is not kept while another command could have written it', async () => {
  const { path, put, store, undo } = openScene({ '.git/hooks/pre-commit': 'echo mine' })
  const begin = (id: string) => store.begin({ id, tool: 'exec', title: id, scope: null, ...BY })
  await begin('first')
  put('.git/hooks/post-commit', 'echo planted')
  await begin('second')
  unlinkSync(path('.git/hooks/post-commit'))
  await store.end('second')
  await undo('second')
  expect(existsSync(path('.git/hooks/post-commit'))).toBe(false)
  await store.end('first')
})
