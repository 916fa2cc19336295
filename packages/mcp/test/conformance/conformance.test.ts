import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SUITE = createRequire(import.meta.url)
  .resolve('@modelcontextprotocol/conformance/package.json')
  .replace(/package\.json$/, 'dist/index.js')
const CLIENT = fileURLToPath(new URL('../fixtures/conformance-client.ts', import.meta.url))

/** Its exit code is the verdict: 0 when everything that the revision requires of a client is met. */
test.each(['2025-11-25', '2026-07-28'])(
  'the official suite passes as a client for %s',
  { timeout: 300_000 },
  async (revision) => {
    const command = `${process.execPath} --conditions=@poundlock/source ${CLIENT}`
    const { stdout } = await promisify(execFile)(process.execPath, [
      SUITE,
      'client',
      '--command',
      command,
      '--requirements',
      revision,
    ])
    expect(stdout).toMatch(/passed/i)
  },
)
