import {
  appendFileSync,
  closeSync,
  existsSync,
  futimesSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pruneStore } from '../src/store/prune-store.ts'
import { openScene } from './scene.ts'

const DELETED = { scope: ['gone'], deletes: ['gone'] }
const BY = { agent: 'main', session: 'main' }

function openDeletion(files: Readonly<Record<string, string>> = { 'gone/a.txt': 'one', 'gone/b/c.txt': 'two' }) {
  const scene = openScene(files)
  const names = () => {
    const folder = join(scene.store.folder, 'names')
    return existsSync(folder) ? readdirSync(folder).flatMap((run) => readdirSync(join(folder, run))) : []
  }
  const remove = () => scene.run(() => rmSync(scene.path('gone'), { recursive: true }), DELETED)
  return { ...scene, names, remove }
}

test('a file that a run is known to delete comes back as the same file', async () => {
  const { path, state, names, remove, undo } = openDeletion()
  const before = state()
  const { ino, mtimeMs } = statSync(path('gone/a.txt'))
  const id = await remove()
  expect(names()).toHaveLength(2)
  expect(await undo(id)).toMatchObject({ outcome: 'done', left: [] })
  expect(state()).toEqual(before)
  expect(statSync(path('gone/a.txt'))).toMatchObject({ ino, mtimeMs, nlink: 1 })
  expect(names()).toEqual([])
})

test('what a program wrote to a deleted file that it had open does not come back', async () => {
  const { path, state, names, remove, undo } = openDeletion()
  const before = state()
  const open = openSync(path('gone/a.txt'), 'r+')
  const { mtime } = statSync(path('gone/a.txt'))
  const id = await remove()
  expect(names()).toHaveLength(2)
  writeSync(open, 'bad')
  futimesSync(open, mtime, mtime)
  closeSync(open)
  expect(await undo(id)).toMatchObject({ outcome: 'done', left: [] })
  expect(state()).toEqual(before)
})

test('files of all sizes come back as the same files, and one that was written to with the kept content', async () => {
  // In the pack, which is read in parts of a mebibyte, and beside it.
  const sizes = [0, 1, 4095, 200_000, 262_143, 262_144, 1_048_576, 1_048_577, 3_000_000]
  const files = sizes.flatMap((size, at) =>
    Array.from({ length: 8 }, (_, copy) => [
      `gone/${String(at)}/${String(copy)}`,
      `${String(copy)}${'x'.repeat(size)}`,
    ]),
  )
  const { path, state, remove, undo } = openDeletion(Object.fromEntries(files) as Record<string, string>)
  const before = state()
  const names = files.map(([name]) => name!)
  const inodes = () => names.map((name) => statSync(path(name)).ino)
  const [known, changed] = [inodes(), names.filter((_, at) => at % 8 === 5)]
  const open = changed.map((name) => ({ descriptor: openSync(path(name), 'r+'), mtime: statSync(path(name)).mtime }))
  const id = await remove()
  for (const { descriptor, mtime } of open) {
    writeSync(descriptor, 'y')
    futimesSync(descriptor, mtime, mtime)
    closeSync(descriptor)
  }
  expect(await undo(id)).toMatchObject({ outcome: 'done', left: [] })
  expect(state()).toEqual(before)
  const found = inodes()
  expect(names.filter((_, at) => found[at] !== known[at])).toEqual(changed)
})

test('files that were not deleted keep no second name, and do not count as changed', async () => {
  const { path, names, run, store } = openDeletion()
  const id = await run(() => rmSync(path('gone/a.txt')), DELETED)
  expect(store.runs.changes(id).map((change) => change.path)).toEqual(['gone/a.txt'])
  expect([names().length, statSync(path('gone/b/c.txt')).nlink]).toEqual([1, 1])
  const none = await run(() => {}, DELETED)
  expect([store.runs.find(none), names().length]).toEqual([null, 1])
})

test('a file that was moved keeps no second name', async () => {
  const { path, state, names, run, undo } = openDeletion()
  const before = state()
  const id = await run(() => renameSync(path('gone'), path('kept')), { scope: ['gone', 'kept'], deletes: ['gone'] })
  expect([names(), statSync(path('kept/a.txt')).nlink]).toEqual([[], 1])
  await undo(id)
  expect(state()).toEqual(before)
})

test('a file with two names in the workspace, and one that was changed and then deleted, come back', async () => {
  const { path, state, run, undo } = openDeletion()
  linkSync(path('gone/a.txt'), path('gone/other.txt'))
  const before = state()
  const id = await run(() => {
    appendFileSync(path('gone/a.txt'), 'more')
    utimesSync(path('gone/b/c.txt'), 1, 1)
    rmSync(path('gone'), { recursive: true })
  }, DELETED)
  await undo(id)
  expect(state()).toEqual(before)
})

test('the second names of a process that was killed before its run began are removed', async () => {
  const { path, names, store, open } = openDeletion()
  await store.begin({ id: 'killed', tool: 'exec', title: 'x', ...BY, ...DELETED })
  store.runs.saveOpen({ ...store.runs.findOpen('killed')!, holder: null })
  expect(names()).toHaveLength(2)
  await open().list()
  expect([names(), statSync(path('gone/a.txt')).nlink]).toEqual([[], 1])
})

test('second names count, and are the first to go where room is short', async () => {
  const { path, state, names, remove, undo, open } = openDeletion({ 'gone/a.txt': 'x'.repeat(1000) })
  const before = state()
  const id = await remove()
  expect(names()).toHaveLength(1)
  const small = open({ maxBytes: 1500 })
  await small.locked(() => pruneStore(small))
  expect([names(), small.runs.find(id)?.held]).toEqual([[], undefined])
  await undo(id)
  expect(state()).toEqual(before)
  const tight = open({ maxBytes: 1100 })
  await tight.begin({ id: 'tight', tool: 'exec', title: 'x', ...BY, ...DELETED })
  expect(names()).toEqual([])
  expect(readFileSync(path('gone/a.txt'), 'utf8')).toHaveLength(1000)
  writeFileSync(path('gone/a.txt'), 'y')
  await tight.end('tight')
})

test('several runs are taken back together where one deleted or moved what another changed', async () => {
  const { path, state, run, undo } = openDeletion()
  const before = state()
  const one = await run(() => appendFileSync(path('gone/a.txt'), 'more'))
  const two = await run(() => renameSync(path('gone'), path('moved')), { scope: ['gone', 'moved'], deletes: ['gone'] })
  const three = await run(() => appendFileSync(path('moved/a.txt'), 'again'))
  const four = await run(() => rmSync(path('moved'), { recursive: true }), { scope: ['moved'], deletes: ['moved'] })
  expect(await undo(one, two, three, four)).toMatchObject({ outcome: 'done', conflicts: [], left: [] })
  expect(state()).toEqual(before)
})
