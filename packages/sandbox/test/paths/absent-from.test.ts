import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entriesNow, entryAt } from '../../src/mount-plan/gather-facts.ts'
import { absentFrom } from '../../src/paths/absent-from.ts'
import { temporaryFolder } from '../temporary-folder.ts'

test('tells of names that are certainly not there, and of no others', () => {
  const folder = temporaryFolder()
  for (const name of ['.mcp.json', '.Claude']) writeFileSync(join(folder, name), '')
  const isAbsent = absentFrom(folder)
  expect(isAbsent('.envrc')).toBe(true)
  // A folder may take letters of both cases for the same.
  for (const name of ['.mcp.json', '.claude', '.MCP.JSON', 'caf\u00E9', '.env\nrc'])
    expect(isAbsent(name), name).toBe(false)
})

test('knows nothing of a folder with a name that is no plain text', () => {
  const folder = temporaryFolder()
  expect(absentFrom(folder)('.envrc')).toBe(true)
  writeFileSync(join(folder, 'caf\u00E9'), '')
  expect(absentFrom(folder)('.envrc')).toBe(false)
})

test('knows nothing of what is no folder', () => {
  expect(absentFrom('/nowhere/at/all')('.envrc')).toBe(false)
})

test('many questions at one moment have the answers that each has by itself', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'folder'))
  symlinkSync('file', join(folder, 'link'))
  const names = [
    'a',
    'b',
    'file',
    'c',
    'd',
    'e',
    'folder',
    'link',
    'f',
    'FILE',
    'file/x',
    'folder/x',
    'link/x',
    'none/x',
  ]
  const now = entriesNow()
  for (const path of names.map((name) => join(folder, name))) expect(now(path), path).toBe(entryAt(path))
})
