import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of the test's own, by its real path, removed after it. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
