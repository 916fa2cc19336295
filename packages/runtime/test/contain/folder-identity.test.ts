import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderIdentities } from '../../src/contain/folder-identity.ts'

/** `above/folder`, `other` and `beside`, all of them folders. */
function scene() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-places-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const [above, other, beside] = ['above', 'other', 'beside'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const folder = join(above, 'folder')
  for (const path of [folder, join(other, 'folder'), beside]) mkdirSync(path, { recursive: true })
  return { root, above, folder, other, beside }
}
type Scene = ReturnType<typeof scene>

const changes: readonly (readonly [string, (scene: Scene) => void])[] = [
  ['another folder is put in its place', ({ folder, beside }) => (rmdirSync(folder), renameSync(beside, folder))],
  ['a link to another folder is', ({ folder, beside }) => (rmdirSync(folder), symlinkSync(beside, folder))],
  [
    'it is moved, and a link to it put in its place',
    ({ folder, root }) => (renameSync(folder, join(root, 'moved')), symlinkSync(join(root, 'moved'), folder)),
  ],
  [
    'the one above it is moved, and a link to that put in its place',
    ({ above, root }) => (renameSync(above, join(root, 'moved')), symlinkSync(join(root, 'moved'), above)),
  ],
  ['the one above it is another', ({ above, other }) => (rmSync(above, { recursive: true }), renameSync(other, above))],
  ['it is removed', ({ folder }) => rmdirSync(folder)],
]

test.each(changes)('a folder is not the same when %s, whether it was known before or not', (_, change) => {
  for (const times of [0, 1, 3]) {
    const identities = createFolderIdentities()
    const made = scene()
    const folders = [made.folder, made.root]
    for (let time = 0; time < times; time++) expect(identities.observe(folders)()).toBe(true)
    const isSame = identities.observe(folders)
    expect(isSame()).toBe(true)
    change(made)
    expect(isSame()).toBe(false)
  }
})

test.each(changes)('what was noted after %s holds, at the latest the second time', (name, change) => {
  const made = scene()
  const identities = createFolderIdentities()
  expect(identities.observe([made.folder])()).toBe(true)
  change(made)
  // By way of a link above it is the same file; where it lies is looked up again after the proof has failed.
  if (name.startsWith('the one above it is moved')) expect(identities.observe([made.folder])()).toBe(false)
  expect(identities.observe([made.folder])()).toBe(true)
})

test('a folder that is missing stays the same until it is there', () => {
  const { root } = scene()
  const identities = createFolderIdentities()
  const missing = join(root, 'missing')
  const isSame = identities.observe([missing])
  expect(isSame()).toBe(true)
  mkdirSync(missing)
  expect(isSame()).toBe(false)
  expect(identities.observe([missing])()).toBe(true)
})

test('a folder that is named by a link is known by where that leads', () => {
  const { root, folder, beside } = scene()
  const link = join(root, 'link')
  symlinkSync(folder, link)
  const identities = createFolderIdentities()
  expect(identities.observe([link])()).toBe(true)
  const isSame = identities.observe([link])
  expect(isSame()).toBe(true)
  rmSync(link)
  symlinkSync(beside, link)
  expect(isSame()).toBe(false)
  expect(identities.observe([link])()).toBe(true)
})

test('so many folders can be noted that the first is forgotten, and it holds all the same', () => {
  const { root, folder } = scene()
  const identities = createFolderIdentities()
  const isSame = identities.observe([folder])
  for (let index = 0; index < 300; index++) {
    const path = join(root, `${index}`)
    mkdirSync(path)
    expect(identities.observe([path])()).toBe(true)
  }
  expect(isSame()).toBe(true)
  rmdirSync(folder)
  expect(isSame()).toBe(false)
})
