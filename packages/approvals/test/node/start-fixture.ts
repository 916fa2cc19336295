import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
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

/**
 * The same as one file, for tests that start it again and again: it starts several times faster than the sources.
 *
 * @returns what starts it
 */
export async function bundledFixture(name: string): Promise<(args: readonly string[]) => ChildProcess> {
  const file = join(temporaryFolder(), `${name}.mjs`)
  await build({
    entryPoints: [fileURLToPath(new URL(`../fixtures/${name}.ts`, import.meta.url))],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@poundlock/source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
    logLevel: 'silent',
  })
  return (args) => {
    const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    return child
  }
}

/** A folder of the test's own, removed after it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-approvals-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
