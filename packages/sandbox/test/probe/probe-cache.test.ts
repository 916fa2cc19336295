import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@poundlock/tooling/temporary-folder'
import { expect, test } from 'vitest'
import { createProbeCache, type ProbeReport } from '../../src/index.ts'

const REPORT: ProbeReport = {
  backend: 'b',
  contained: true,
  checks: [{ name: 'n', description: 'd', passed: true, evidence: 'e' }],
  reasons: [],
  milliseconds: 12,
}
const cacheIn = (folder: string, identity = ['1'], tools: readonly string[] = []) =>
  createProbeCache({ folder, backend: 'b', identity, tools })

test('keeps an answer, in a folder and a file of our own', () => {
  const folder = join(temporaryFolder(), 'cache')
  expect(cacheIn(folder).read()).toBeNull()
  cacheIn(folder).write(REPORT)
  expect(cacheIn(folder).read()).toEqual({ ...REPORT, milliseconds: 0 })
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(readdirSync(folder)).toEqual(['probe-b.json'])
})

test('forgets it when the backend or a tool changes', () => {
  const folder = temporaryFolder()
  const tool = join(folder, 'tool')
  writeFileSync(tool, 'a')
  cacheIn(folder, ['1'], [tool]).write(REPORT)
  expect(cacheIn(folder, ['1'], [tool]).read()).not.toBeNull()
  expect(cacheIn(folder, ['2'], [tool]).read()).toBeNull()
  writeFileSync(tool, 'ab')
  expect(cacheIn(folder, ['1'], [tool]).read()).toBeNull()
})

test.each([
  ['empty', ''],
  ['not JSON', '{'],
  ['null', 'null'],
  ['a list', '[]'],
  ['of another key', JSON.stringify({ key: 'x', report: REPORT })],
])('does not believe a file that is %s', (_name, text) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'probe-b.json'), text)
  expect(cacheIn(folder).read()).toBeNull()
})

test('does not believe an answer that contradicts itself', () => {
  const folder = temporaryFolder()
  const [check] = REPORT.checks
  cacheIn(folder).write({ ...REPORT, checks: [{ ...check!, passed: false }] })
  expect(cacheIn(folder).read()).toBeNull()
  cacheIn(folder).write({ ...REPORT, checks: [{ name: 1 } as never] })
  expect(cacheIn(folder).read()).toBeNull()
})

test('does not believe a file that others can write, a link, or a folder', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'probe-b.json')
  cacheIn(folder).write(REPORT)
  chmodSync(file, 0o666)
  expect(cacheIn(folder).read()).toBeNull()
  const other = temporaryFolder()
  cacheIn(folder).write(REPORT)
  symlinkSync(file, join(other, 'probe-b.json'))
  expect(cacheIn(other).read()).toBeNull()
  const third = temporaryFolder()
  mkdirSync(join(third, 'probe-b.json'))
  expect(cacheIn(third).read()).toBeNull()
})

test('goes on without when it cannot write', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => cacheIn(join(file, 'cache')).write(REPORT)).not.toThrow()
  expect(cacheIn(join(file, 'cache')).read()).toBeNull()
})
