import { appendFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pruneStore } from '../src/store/prune-store.ts'
import { countBytes, usedBytes } from '../src/store/used-bytes.ts'
import { openScene } from './scene.ts'

/** A store, and a check that what it notes is what lies there, without a count. */
function openCounted() {
  const scene = openScene({ 'a.txt': 'one', 'large.bin': 'x'.repeat(300_000), 'gone/b.txt': 'two', 'moved/c.txt': 'x' })
  const { store } = scene
  const expectNoted = () => {
    const bytes = countBytes(store)
    expect(usedBytes({ folder: store.folder, runs: forbidden, secondNames: forbidden })).toBe(bytes)
    return bytes
  }
  return { ...scene, expectNoted }
}

/** In the place of what is read to count: each use of it fails. */
const forbidden = new Proxy({} as never, {
  get() {
    throw new Error('counted')
  },
})

test('the bytes that are used are noted by all that changes them, so that no later run counts those before it', async () => {
  const { path, run, undo, expectNoted, store } = openCounted()
  const one = await run(() => appendFileSync(path('large.bin'), 'more'))
  const first = expectNoted()
  await run(() => writeFileSync(path('empty'), ''))
  expect(expectNoted()).toBeGreaterThan(first)
  await run(() => {})
  expectNoted()
  await run(() => rmSync(path('gone'), { recursive: true }), { scope: ['gone'], deletes: ['gone'] })
  expectNoted()
  await run(() => {}, { scope: ['moved'], deletes: ['moved'] })
  expectNoted()
  await undo(one)
  expectNoted()
  await store.locked(() => pruneStore(store))
  expectNoted()
})

test('what a killed process left is counted', async () => {
  const { base, path, run, store, expectNoted } = openCounted()
  await run(() => appendFileSync(path('a.txt'), 'more'))
  expectNoted()
  const contents = join(store.folder, 'contents')
  // The clock of files moves in steps.
  const clock = join(base, 'clock')
  do writeFileSync(clock, '')
  while (statSync(clock).mtimeMs <= statSync(contents).mtimeMs)
  // Its pack was begun, and nothing noted.
  writeFileSync(join(contents, 'killed'), 'k'.repeat(1000))
  expect(usedBytes(store)).toBe(countBytes(store))
  await run(() => appendFileSync(path('a.txt'), 'again'))
  expectNoted()
})

test('the bytes are counted where the note is missing or damaged', async () => {
  const { path, run, store } = openCounted()
  await run(() => appendFileSync(path('a.txt'), 'more'))
  const note = join(store.folder, 'used')
  for (const text of ['', 'x', 'x 0', readFileSync(note, 'utf8').split(' ')[0]!]) {
    writeFileSync(note, text)
    expect(usedBytes(store)).toBe(countBytes(store))
  }
  rmSync(note)
  expect(usedBytes(store)).toBe(countBytes(store))
})
