import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, TestRunner } from 'vitest'

/** Where a system keeps its programs, whatever the PATH of the test run is. */
const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** The absolute path of a program of this machine, or `null`. */
export function findProgram(name: string): string | null {
  for (const folder of [...SYSTEM_FOLDERS, ...(process.env['PATH'] ?? '').split(delimiter)]) {
    if (folder === '') continue
    try {
      accessSync(join(folder, name), constants.X_OK)
      return join(folder, name)
    } catch {
      continue
    }
  }
  return null
}

/** The first of these programs that this machine lacks, or `null`. In CI nothing is skipped, so none counts as missing. */
export const missingProgram = (...names: readonly string[]): string | null =>
  process.env['CI'] === undefined ? (names.find((name) => findProgram(name) === null) ?? null) : null

/**
 * Skips the test that runs now, by name, where this machine lacks a program that it needs. To be called in a test, in a
 * `beforeEach`, or by what a test calls: elsewhere it throws, also where nothing is missing. In CI it skips nothing, and
 * the test fails for want of the program.
 */
export function needsProgram(...names: readonly string[]): void {
  const test = TestRunner.getCurrentTest()
  if (test === undefined) expect.unreachable(`needsProgram('${names.join("', '")}') is for tests, and none is running`)
  const missing = missingProgram(...names)
  if (missing !== null) test.context.skip(`needs ${missing}`)
}
