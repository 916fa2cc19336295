import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type BuildOptions } from 'esbuild'

export interface ProcessEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

let program: Promise<string> | undefined

/** In one file it starts in a third of the time, and there are many starts. */
function buildProgram(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'poundlock-tool-call-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'tool-call.mjs')
  const entry = fileURLToPath(new URL('./fixtures/tool-call.ts', import.meta.url))
  const options: BuildOptions = { bundle: true, platform: 'node', format: 'esm', conditions: ['@poundlock/source'] }
  return build({ ...options, entryPoints: [entry], outfile }).then(() => outfile)
}

export interface ToolCallRun {
  readonly workspace: string
  readonly calls: readonly { readonly tool: string; readonly input: unknown }[]
  /** The use of the file system that it is killed at: which, or which of one function (`linkSync:2`). */
  readonly dieAt?: number | string
  /** What it is started by, such as `unshare -r`. */
  readonly through?: readonly string[]
}

/** Makes calls of file tools in a process of its own. */
export async function runToolCalls({ workspace, calls, dieAt = 0, through = [] }: ToolCallRun): Promise<ProcessEnd> {
  const command = [...through, process.execPath, await (program ??= buildProgram()), workspace, String(dieAt)]
  return new Promise((resolve, reject) => {
    const child = spawn(command[0]!, command.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    // It may be killed before it has read them.
    child.stdin.on('error', () => {}).end(JSON.stringify(calls))
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }))
  })
}
