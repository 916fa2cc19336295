import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
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
