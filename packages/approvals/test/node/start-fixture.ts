import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Starts a program of test/fixtures from the sources. */
export function startFixture(name: string, args: readonly string[]): ChildProcess {
  const file = fileURLToPath(new URL(`../fixtures/${name}.ts`, import.meta.url))
  const child = spawn(
    process.execPath,
    ['--conditions=@poundlock/source', '--disable-warning=ExperimentalWarning', file, ...args],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** A folder of the test's own, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-approvals-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
