import { spawn } from 'node:child_process'

const SILENCE_MS = 1500

/**
 * Builds the packages that `filters` select and answers whether that worked. Turbo's report goes to
 * standard error and only when something failed: the caller's own output has the screen for itself.
 */
export async function build(root: string, filters: readonly string[]): Promise<boolean> {
  const selection = filters.map((filter) => `--filter=${filter}`)
  // A command's input may be waiting on our standard input: turbo must not read it.
  const turbo = spawn('turbo', ['run', 'build', ...selection, '--output-logs=errors-only'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const report: Uint8Array[] = []
  turbo.stdout.on('data', (bytes: Uint8Array) => report.push(bytes))
  turbo.stderr.on('data', (bytes: Uint8Array) => report.push(bytes))
  const notice = setTimeout(() => process.stderr.write('Building…\n'), SILENCE_MS)
  const { promise, resolve, reject } = Promise.withResolvers<number | null>()
  turbo.once('error', reject)
  turbo.once('close', resolve)
  const code = await promise.finally(() => clearTimeout(notice))
  if (code !== 0) process.stderr.write(Buffer.concat(report))
  return code === 0
}
