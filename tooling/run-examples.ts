/** Runs every program under `examples/` against the built packages; each one asserts its own outcome. */
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workspaceRoot } from './workspace/list-packages.ts'

/** The conformance kit takes half a minute where nothing else runs. */
const TIME_LIMIT_MS = 300_000

const examples = globSync('examples/*/main.ts', { cwd: workspaceRoot }).toSorted()
const failed: string[] = []
for (const example of examples) {
  console.log(`── ${dirname(example)}`)
  // Strictly one after the other: what an example prints is read by people.
  const code = await run(example)
  if (code === 0) continue
  failed.push(example)
  console.error(`FAILED ${example} ended with ${code}`)
}
console.log(`── ${examples.length - failed.length} examples ran, ${failed.length} failed`)
if (failed.length > 0 || examples.length === 0) process.exitCode = 1

function run(example: string): Promise<number | string> {
  const { promise, resolve, reject } = Promise.withResolvers<number | string>()
  const child = spawn(process.execPath, ['main.ts'], {
    cwd: join(workspaceRoot, dirname(example)),
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: TIME_LIMIT_MS,
  })
  child.once('error', reject)
  child.once('exit', (code, signal) => resolve(code ?? signal ?? 'nothing'))
  return promise
}
