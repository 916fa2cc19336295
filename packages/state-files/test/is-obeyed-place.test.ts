import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { isObeyed, isObeyedPlace } from '../src/index.ts'

function place(...modes: readonly number[]): string {
  let folder = temporaryFolder()
  for (const mode of modes) {
    folder = join(folder, 'x')
    mkdirSync(folder)
    chmodSync(folder, mode)
  }
  return folder
}

test.each([
  ['closed to others', [0o755, 0o700], true],
  ['open to a group', [0o755, 0o775], false],
  ['open to all', [0o755, 0o777], false],
  ['open to all and sticky', [0o755, 0o1777], false],
  ['below one that is open to all', [0o777, 0o755], false],
  ['below a sticky one that is open to all', [0o1777, 0o755], true],
])('a folder that is %s', (_name, modes, expected) => {
  expect(isObeyedPlace(place(...modes))).toBe(expected)
})

test('a group may write where that is said, and others still may not', () => {
  expect(isObeyedPlace(place(0o775, 0o775), { anyGroup: true })).toBe(true)
  expect(isObeyedPlace(place(0o775, 0o777), { anyGroup: true })).toBe(false)
})

test('what is not there and what a link leads to is not obeyed', () => {
  const folder = place(0o700)
  symlinkSync('/etc', join(folder, 'link'))
  expect(isObeyedPlace(join(folder, 'none'))).toBe(false)
  expect(isObeyedPlace(join(folder, 'link'))).toBe(false)
})

test('a file in a folder that is open to all is obeyed, its place is not', () => {
  const file = join(place(0o777), 'file')
  writeFileSync(file, '', { mode: 0o600 })
  expect([isObeyed(file), isObeyedPlace(file)]).toEqual([true, false])
})
