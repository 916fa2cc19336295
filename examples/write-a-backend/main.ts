/**
 * A sandbox backend of one's own, which keeps its promises: it is probed, and the attempts of the conformance kit to get
 * out of it fail. It needs root, since that is how runc makes containers without further set-up.
 *
 *   node main.ts [all]    a sixth of the attempts, or all of them, in some minutes
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESCAPE_CASES, prepareScene, runEscapeCase } from '@poundlock/sandbox/conformance'
import { createOciBackend } from './oci-backend.ts'

const runtime = ['/usr/sbin/runc', '/usr/bin/runc', '/usr/bin/crun'].find((path) => existsSync(path))
if (runtime === undefined || process.getuid?.() !== 0) {
  assert.equal(process.env['CI'], undefined, 'CI has runc, and is root')
  console.log('skipped: it needs root, and runc or crun')
  process.exit()
}

const isWhole = process.argv.includes('all')

/** Bytes pass unchanged; and the kernel counts what a user may watch for the whole machine. No backend of containers holds these. */
const OPEN: ReadonlySet<string> = new Set(['E072', 'C046'])

const folder = mkdtempSync(join(tmpdir(), 'poundlock-oci-'))
// #region use
const backend = createOciBackend({ runtime, stateDirectory: folder })
const { contained, reasons } = await backend.probe()
assert.ok(contained, reasons.join('\n'))
// #endregion
// #region conformance
// The workspace belongs to somebody without rights, so that the command has none.
const attempts = ESCAPE_CASES.filter(({ id }, index) => !OPEN.has(id) && (isWhole || index % 6 === 0))
const scene = await prepareScene({ owner: { uid: 65_534, gid: 65_534 } })
const escaped: string[] = []
for (const attempt of attempts) {
  const { passed, output } = await runEscapeCase(backend, scene, attempt)
  if (!passed) escaped.push(`${attempt.id} (${attempt.category}): ${output}`)
}
await scene.close()
assert.deepEqual(escaped, [])
// #endregion
console.log(`${attempts.length} attempts to get out of ${runtime}, none succeeded`)
rmSync(folder, { recursive: true })
