import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('fixtures/failures/', import.meta.url))
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')

/** Runs the tests below `fixtures/failures` with the reporter, as on a desk. */
const report = () =>
  new Promise<readonly string[]>((resolve) => {
    const { CI: _, VITEST: __, ...env } = process.env
    const reporter = fileURLToPath(new URL('../summary-reporter.ts', import.meta.url))
    const words = [vitest, 'run', '--root', folder, '--reporter', reporter]
    execFile(process.execPath, words, { env, cwd: folder }, (_error, stdout) => resolve(stdout.trim().split('\n')))
  })

test('what fails is named and counted, also where it fails before the first test of a file or group', async () => {
  const lines = await report()
  expect(lines.filter((line) => line.startsWith('failed ')).toSorted()).toEqual([
    expect.stringMatching(/^failed around its tests: mixed\.case\.ts > a group: ".*no ground for the group/),
    expect.stringMatching(/^failed around its tests: mixed\.case\.ts > another group: ".*needsProgram\('sh'\) is for/),
    expect.stringMatching(/^failed before-all\.case\.ts: ".*no ground for the file/),
    expect.stringMatching(/^failed import\.case\.ts: "no tests at all"/),
    expect.stringMatching(/^failed mixed\.case\.ts > fails: ".*as it must/),
  ])
  expect(lines).toContainEqual(
    expect.stringMatching(/^passed only at a second try: second-try\.case\.ts > passes at the second try: "expected 1/),
  )
  expect(lines).toContain(String.raw`skipped mixed.case.ts > lacks\na program: needs no-such-program-anywhere`)
  expect(lines.at(-2)).toMatch(/^6 tests were skipped.*install no-such-program-anywhere; or run/)
  expect(lines.at(-1)).toBe('2 passed, 5 failed, 6 skipped')
})
