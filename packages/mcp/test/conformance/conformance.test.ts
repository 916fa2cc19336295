import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { makeFolder } from '../open-manager.ts'

const SUITE = createRequire(import.meta.url)
  .resolve('@modelcontextprotocol/conformance/package.json')
  .replace(/package\.json$/, 'dist/index.js')
const CLIENT = fileURLToPath(new URL('../fixtures/conformance-client.ts', import.meta.url))
const PATIENCE_MS = 120_000
const AT_A_TIME = 4

/** One file: a client of a hundred modules takes seconds to start, and there are dozens of them. */
async function bundleClient(): Promise<string> {
  const outfile = join(makeFolder(), 'client.mjs')
  await build({
    entryPoints: [CLIENT],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@poundlock/source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  return outfile
}

/** What a revision requires of a client. */
function scenariosOf(revision: string): readonly string[] {
  const text = readFileSync(new URL(`../requirements/${revision}.yaml`, pathToFileURL(SUITE)), 'utf8')
  const [, list = ''] = /^client:\n((?: {2}- .*\n)+)/m.exec(text) ?? []
  return [...list.matchAll(/^ {2}- (.*)$/gm)].map(([, name]) => name!)
}

/** Exit code 0 is the verdict. One by one, since the suite starts all of a set at once, which small machines do not take. */
function passes(command: string, scenario: string, revision: string): Promise<boolean> {
  const args = ['client', '--command', command, '--scenario', scenario, '--spec-version', revision]
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [SUITE, ...args, '--timeout', String(PATIENCE_MS)],
      { maxBuffer: 64 * 1024 * 1024 },
      (error) => resolve(error === null),
    ),
  )
}

test.each([
  ['2025-11-25', 18],
  ['2026-07-28', 32],
] as const)(
  'the official suite finds nothing wrong with a client for %s',
  { timeout: 15 * 60_000 },
  async (revision, count) => {
    const command = `${process.execPath} ${await bundleClient()}`
    const waiting = [...scenariosOf(revision)]
    expect(waiting).toHaveLength(count)
    const failed: string[] = []
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (!(await passes(command, next, revision))) failed.push(next)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    expect(failed).toEqual([])
  },
)
