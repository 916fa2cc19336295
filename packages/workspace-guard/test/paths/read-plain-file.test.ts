import { execFileSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { readPlainFile } from '../../src/paths/read-plain-file.ts'

test('reads a file, and neither waits for a pipe nor follows a link nor reads too much', () => {
  const folder = temporaryFolder()
  const [file, pipe, link] = [join(folder, 'file'), join(folder, 'pipe'), join(folder, 'link')]
  writeFileSync(file, 'text')
  execFileSync('mkfifo', [pipe])
  symlinkSync(file, link)
  expect(readPlainFile(file, 4)?.toString()).toBe('text')
  expect(readPlainFile(file, 3)).toBeNull()
  expect(readPlainFile(link, 4)).toBeNull()
  for (const path of [pipe, folder, join(folder, 'missing'), '/dev/zero'])
    expect(readPlainFile(path, 4), path).toBeNull()
})
