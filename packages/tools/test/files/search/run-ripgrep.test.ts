import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, onTestFinished, test } from 'vitest'
import { runRipgrep } from '../../../src/files/search/run-ripgrep.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ripgrep-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'a.txt'), 'a\n')
  return folder
}
const files = (folder: string) =>
  runRipgrep({
    program: 'rg',
    options: ['--files'],
    folder,
    mostMemory: 64 * 1024 ** 2,
    abortSignal: new AbortController().signal,
    onOutput: () => {},
  })

test('an ignore file that has no end is given up before it has filled the memory', async () => {
  needsProgram('rg')
  const folder = newFolder()
  symlinkSync('/dev/zero', join(folder, '.ignore'))
  await expect(files(folder)).rejects.toMatchObject({ code: 'SEARCH_MEMORY' })
})

test('other searches have what they need', async () => {
  needsProgram('rg')
  await expect(files(newFolder())).resolves.toBe(true)
})
