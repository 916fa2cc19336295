import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { setMode } from '../../src/sweep/set-mode.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o7777

test('a file and a folder get the mode that is asked for', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'd'), { mode: 0o700 })
  writeFileSync(join(folder, 'f'), '', { mode: 0o600 })
  setMode(join(folder, 'd'), 0o2755)
  setMode(join(folder, 'f'), 0o755)
  expect([modeOf(join(folder, 'd')), modeOf(join(folder, 'f'))]).toEqual([0o2755, 0o755])
  chmodSync(join(folder, 'd'), 0o000)
  setMode(join(folder, 'd'), 0o750)
  expect(modeOf(join(folder, 'd'))).toBe(0o750)
})

test('a link that somebody put in the place is left alone, and so is what it leads to', () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'secret'), '', { mode: 0o600 })
  symlinkSync('secret', join(folder, 'link'))
  setMode(join(folder, 'link'), 0o755)
  expect(modeOf(join(folder, 'secret'))).toBe(0o600)
})

test('what is gone is an error of the file system', () => {
  expect(() => setMode(join(temporaryFolder(), 'gone'), 0o755)).toThrow(/ENOENT/)
})
