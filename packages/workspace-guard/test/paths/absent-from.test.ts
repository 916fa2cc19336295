import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { absentFrom } from '../../src/paths/absent-from.ts'

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
