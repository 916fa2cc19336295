import { Buffer } from 'node:buffer'
import { spawnSync } from 'node:child_process'
import { needsProgram } from '@poundlock/tooling/programs'
import { expect, test } from 'vitest'
import { findBinaryPart } from '../../../src/files/search/binary-part.ts'
import { createGrepSearch } from '../../../src/index.ts'
import { makeWorkspace } from '../workspace.ts'
import { findBundled } from './ripgrep-itself.ts'

const NEEDLE = '\nneedle\n'

/** A first line of that length, what is looked for, and lines; with a NUL byte at a place. */
function makeFile(firstLine: number, nulAt: number): Buffer {
  const bytes = Buffer.from('x'.repeat(firstLine) + NEEDLE + `${'y'.repeat(99)}\n`.repeat(7000))
  bytes[nulAt] = 0
  return bytes
}

// Each around a place from which on ripgrep finds it.
const CASES = [
  [1000, 65_535],
  [1000, 65_536],
  [70_000, 131_072],
  [70_000, 196_607],
  [70_000, 196_608],
  [196_000, 196_608],
  [197_000, 196_608],
  [197_000, 589_823],
  [197_000, 589_824],
] as const

test.each(CASES)(
  'behind a line of %i characters, a NUL byte at %i ends a search where it ends that of ripgrep',
  async (firstLine, nulAt) => {
    needsProgram('rg')
    const workspace = makeWorkspace()
    workspace.write('file', makeFile(firstLine, nulAt))
    const { stdout } = spawnSync('rg', ['--no-config', '-n', 'needle', './'], { cwd: workspace.path, encoding: 'utf8' })
    const isFound = stdout.includes('needle')
    for (const search of [createGrepSearch(), createGrepSearch(findBundled)]) {
      const { structured, error } = await search.run({ pattern: 'needle', output_mode: 'content' }, workspace.context)
      expect(error).toBeUndefined()
      const { lines } = structured as { lines: readonly string[] }
      expect(lines.some((line) => line.includes('needle'))).toBe(isFound)
    }
  },
)

test.each([
  'x\n\0needle\n',
  'x\r\nneedle\0',
  '\n\nxx\0',
  'x\nx\nx\n\0',
  'xx\n\0',
  'xxx\n\0',
  '\0x\n',
  '\uFEFFx\n\0',
  'x\n',
])('lines that end before a mark would are searched by themselves: %j', async (content) => {
  needsProgram('rg')
  const workspace = makeWorkspace()
  workspace.write('file', content)
  const { stdout } = spawnSync('rg', ['--no-config', '-n', 'x', './'], { cwd: workspace.path, encoding: 'utf8' })
  const wanted = stdout.split('\n').filter((line) => line.includes(':') && !line.includes('WARNING')).length
  for (const search of [createGrepSearch(), createGrepSearch(findBundled)]) {
    const { structured } = await search.run({ pattern: 'x', output_mode: 'content' }, workspace.context)
    const { lines } = structured as { lines: readonly string[] }
    expect(lines.filter((line) => /:\d+:/.test(line))).toHaveLength(wanted)
  }
})

test('a line of megabytes is read in parts, to its end', async () => {
  const bytes = Buffer.concat([Buffer.alloc(5_000_000, 'x'), Buffer.from('\n\0')])
  const asked: number[] = []
  const read = (content: Buffer) =>
    findBinaryPart((position, length) => {
      asked.push(length)
      return Promise.resolve(content.subarray(position, position + length))
    })
  expect(await read(bytes)).toEqual({ nulAt: 5_000_001, searchedTo: 0 })
  expect(await read(bytes.subarray(0, -1))).toBeNull()
  expect(Math.max(...asked)).toBeLessThanOrEqual(1 << 20)
  expect(Math.min(...asked)).toBeGreaterThan(0)
})

test('lines of minified code are counted', async () => {
  const workspace = makeWorkspace()
  workspace.write('min.js', `${'a();'.repeat(60_000)}\n`.repeat(2))
  for (const search of [createGrepSearch(), createGrepSearch(findBundled)]) {
    const { structured } = await search.run({ pattern: 'a', output_mode: 'count' }, workspace.context)
    expect(structured).toMatchObject({ lines: ['min.js:2'] })
  }
})
