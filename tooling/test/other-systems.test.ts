import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { LEFT_OUT, LINUX_ALONE, ON_EACH_SYSTEM, ON_MACOS } from '../elsewhere/left-out.ts'
import { listPackages, workspaceRoot } from '../workspace/list-packages.ts'

const FAKE = join(workspaceRoot, 'tooling/elsewhere/fake-platform.ts')

describe.each(['darwin', 'win32'])('on %s', (platform) => {
  test('every entry of every package is imported', async () => {
    const entries = listPackages()
      .filter(({ isPublished }) => isPublished)
      .flatMap((one) => one.entries.map(({ script }) => script))
      .filter((script) => script.endsWith('.js'))
    expect(entries.length).toBeGreaterThan(40)
    const program = `
      const failed = []
      for (const file of process.argv.slice(1)) await import(file).catch((error) => failed.push(file + ': ' + error.message))
      console.log(JSON.stringify({ platform: process.platform, failed }))`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', FAKE, '--input-type=module', '-e', program, ...entries],
      { env: { ...process.env, POUNDLOCK_FAKED_PLATFORM: platform } },
    )
    expect(JSON.parse(stdout)).toEqual({ platform, failed: [] })
  })
})

test('every package is tested on other systems, or named with the reason why it is not', () => {
  const named = [...ON_EACH_SYSTEM, ...ON_MACOS, ...LINUX_ALONE]
  expect(named.toSorted()).toEqual(readdirSync(join(workspaceRoot, 'packages')).toSorted())
})

test('what is left out exists', () => {
  expect(LEFT_OUT.filter(({ file }) => !existsSync(join(workspaceRoot, file)))).toEqual([])
})

test('each beginning of a title that is left out begins a title', () => {
  const stale = LEFT_OUT.flatMap(({ file, tests = [] }) => {
    const titles = titlesIn(readFileSync(join(workspaceRoot, file), 'utf8'))
    return tests.filter((begin) => !titles.some((title) => begins(title, begin, titles))).map((begin) => [file, begin])
  })
  expect(stale).toEqual([])
})

/** Texts that are a first argument, as those of tests and groups are. */
const titlesIn = (source: string): readonly string[] =>
  [...source.matchAll(/\(\s*(['"`])(?<title>.+?)\1,/gu)].map(({ groups }) => groups!['title']!)

/** Whether a full title, of a group and what is below it, begins so. A row of a table fills in anything. */
function begins(title: string, begin: string, below: readonly string[]): boolean {
  const fixed = title.replace(/(?:%[a-z#]|\$[\w{.]).*$/u, '')
  if (fixed === '') return false
  if (fixed.startsWith(begin)) return true
  if (fixed !== title) return begin.startsWith(fixed)
  return begin.startsWith(`${title} `) && below.some((inner) => begins(inner, begin.slice(title.length + 1), []))
}
