import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { entriesIn, linkTarget, lstatOrNull, namesIn, realPathOrNull, statOrNull, textOrNull } from '../src/index.ts'

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-read-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('what is there is read', () => {
  const folder = makeFolder()
  const file = join(folder, 'file')
  writeFileSync(file, 'text')
  symlinkSync('file', join(folder, 'link'))
  expect(namesIn(folder).toSorted()).toEqual(['file', 'link'])
  expect(
    entriesIn(folder)
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => name),
  ).toEqual(['link'])
  expect(textOrNull(file)).toBe('text')
  expect(linkTarget(join(folder, 'link'))).toBe('file')
  expect(realPathOrNull(join(folder, 'link'))).toBe(file)
  expect(lstatOrNull(join(folder, 'link'))?.isSymbolicLink()).toBe(true)
  expect(statOrNull(join(folder, 'link'))?.isFile()).toBe(true)
})

test('what is missing, of another kind, or a link to nothing, is nothing and no error', () => {
  const folder = makeFolder()
  mkdirSync(join(folder, 'below'))
  symlinkSync('nowhere', join(folder, 'broken'))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const path of [join(folder, 'missing'), join(file, 'below-a-file'), join(folder, 'nul\0')]) {
    expect(lstatOrNull(path)).toBeNull()
    expect(statOrNull(path)).toBeNull()
    expect(textOrNull(path)).toBeNull()
    expect(linkTarget(path)).toBeNull()
    expect(realPathOrNull(path)).toBeNull()
    expect(namesIn(path)).toEqual([])
    expect(entriesIn(path)).toEqual([])
  }
  expect(namesIn(file)).toEqual([])
  expect(textOrNull(join(folder, 'below'))).toBeNull()
  expect(linkTarget(file)).toBeNull()
  expect(statOrNull(join(folder, 'broken'))).toBeNull()
  expect(realPathOrNull(join(folder, 'broken'))).toBeNull()
})
