import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createExecutableFinder } from '../../src/index.ts'

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-path-')))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function program(path: string, mode = 0o755): string {
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, mode)
  return path
}

test('the first folder that has the program counts', () => {
  const [a, b] = [folder(), folder()]
  program(join(b, 'tool'))
  const find = createExecutableFinder([a, b])
  expect(find('tool', '/')).toBe(join(b, 'tool'))
  expect(find('other', '/')).toBeNull()
})

test('a relative or empty folder never satisfies', () => {
  const here = folder()
  program(join(here, 'tool'))
  expect(createExecutableFinder(['', '.', 'bin', './'])('tool', here)).toBeNull()
})

test('a name with a slash is a file, from the folder that the command starts in', () => {
  const here = folder()
  mkdirSync(join(here, 'bin'))
  program(join(here, 'bin/tool'))
  const find = createExecutableFinder(['/usr/bin'])
  expect(find('bin/tool', here)).toBe(join(here, 'bin/tool'))
  expect(find('./bin/../bin/tool', here)).toBe(join(here, 'bin/tool'))
  expect(find(join(here, 'bin/tool'), '/')).toBe(join(here, 'bin/tool'))
})

test('folders, dangling links and files that are not executable are no programs', () => {
  const here = folder()
  mkdirSync(join(here, 'a'))
  symlinkSync('/no/such/file', join(here, 'b'))
  program(join(here, 'c'), 0o644)
  const find = createExecutableFinder([here])
  expect(['a', 'b', 'c'].map((name) => find(name, '/'))).toEqual([null, null, null])
})
