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
const TURNS = fileURLToPath(new URL('../fixtures/in-turn.mjs', import.meta.url))
/** For one scenario; half a minute, which is what it takes without, is too short where most have to wait. */
const PATIENCE_MS = 300_000

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

/** Its exit code is the verdict; nothing is expected to fail. It starts all clients of a set at once, and each takes its turn. */
function runSuite(command: string, revision: string): Promise<{ code: number; output: string }> {
  const args = ['client', '--command', command, '--requirements', revision, '--timeout', String(PATIENCE_MS)]
  // What is compiled once need not be compiled for each of the clients.
  const options = {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, NODE_COMPILE_CACHE: makeFolder() },
  }
  return new Promise((resolve) =>
    execFile(process.execPath, [SUITE, ...args], options, (error, stdout) =>
      resolve({ code: error === null ? 0 : 1, output: stdout }),
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
    const required = scenariosOf(revision)
    expect(required).toHaveLength(count)
    const { code, output } = await runSuite(
      [process.execPath, TURNS, makeFolder(), await bundleClient()].join(' '),
      revision,
    )
    const summary = output.slice(output.lastIndexOf('=== SUITE SUMMARY'))
    expect(required.filter((scenario) => !summary.includes(`✓ ${scenario}: `))).toEqual([])
    expect(code).toBe(0)
  },
)
