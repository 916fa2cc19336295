import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { makeFolder } from '../open-manager.ts'

const SUITE = createRequire(import.meta.url)
  .resolve('@modelcontextprotocol/conformance/package.json')
  .replace(/package\.json$/, 'dist/index.js')
const CLIENT = fileURLToPath(new URL('../fixtures/conformance-client.ts', import.meta.url))
/** The suite starts a client for each of its scenarios, all at once: on two processors that takes its time. */
const PATIENCE_MS = 240_000

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

/** Its exit code is the verdict: 0 when everything is met that the revision requires of a client. */
test.each(['2025-11-25', '2026-07-28'])(
  'the official suite finds nothing wrong with a client for %s',
  { timeout: PATIENCE_MS + 60_000 },
  async (revision) => {
    const command = `${process.execPath} ${await bundleClient()}`
    const args = [SUITE, 'client', '--command', command, '--requirements', revision, '--timeout', String(PATIENCE_MS)]
    const ran = await new Promise<{ code: unknown; output: string }>((resolve) =>
      execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, output: stdout + stderr }),
      ),
    )
    const summary = ran.output.slice(ran.output.indexOf('=== SUITE SUMMARY'))
    expect({ code: ran.code, summary }).toEqual({ code: 0, summary: expect.stringMatching(/\d+ passed/) })
  },
)
