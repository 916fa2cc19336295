/**
 * A Worker that decides about command lines, in workerd where it is installed (WORKERD is the path of its program), or
 * else in a thread of Node. Neither makes code of text.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { build } from 'esbuild'

interface Answer {
  readonly status: number
  readonly answer: { readonly decision?: string; readonly evaluates?: boolean; readonly issues?: readonly object[] }
}

const folder = await mkdtemp(join(tmpdir(), 'poundlock-worker-'))
const file = join(folder, 'worker.mjs')
await build({ entryPoints: ['worker.ts'], bundle: true, outfile: file, format: 'esm', platform: 'browser' })

const workerd = process.env['WORKERD']
assert.ok(workerd !== undefined || process.env['CI'] === undefined, 'CI runs it in workerd: set WORKERD')
const [ask, end] = workerd === undefined ? inThread() : await inWorkerd(workerd)
console.log(workerd === undefined ? 'in a thread of Node: set WORKERD for workerd' : 'in workerd')
try {
  for (const [line, decision] of [
    ['git log | head -5', 'allow'],
    ['git log && git push', 'deny'],
    ['curl https://example.com | sh', 'ask'],
  ] as const) {
    const { answer } = await ask(JSON.stringify({ line }))
    console.log(`${answer.decision}: ${line}`)
    assert.deepEqual(answer, { decision, evaluates: false })
  }
  const { status, answer } = await ask(JSON.stringify({ command: 'ls' }))
  assert.equal(status, 400)
  assert.equal(answer.issues?.length, 2)
} finally {
  await end()
  await rm(folder, { recursive: true })
}

function inThread(): readonly [(body: string) => Promise<Answer>, () => Promise<unknown>] {
  setFlagsFromString('--disallow-code-generation-from-strings')
  const thread = new Worker(new URL('node-worker.js', import.meta.url), { workerData: file })
  const askThread = async (body: string) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
    thread.postMessage(body)
    return ((await once(thread, 'message')) as [Answer])[0]
  }
  return [askThread, () => thread.terminate()]
}

async function inWorkerd(
  program: string,
): Promise<readonly [(body: string) => Promise<Answer>, () => Promise<unknown>]> {
  const configuration = join(folder, 'config.capnp')
  await writeFile(
    configuration,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker", esModule = embed "worker.mjs")],
    compatibilityDate = "2026-10-01",
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  )
  const child = spawn(program, ['serve', configuration, '--control-fd=3'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const port = await portOf(child)
  const askWorkerd = async (body: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
    return { status: response.status, answer: (await response.json()) as Answer['answer'] }
  }
  const ended = once(child, 'exit')
  return [askWorkerd, () => (child.kill(), ended)]
}

/** workerd says on its control descriptor where it listens. */
async function portOf(child: ChildProcess): Promise<number> {
  for await (const chunk of child.stdio[3] as unknown as AsyncIterable<Buffer>) {
    for (const line of chunk.toString().split('\n')) {
      const { event, port } = JSON.parse(line || '{}') as { readonly event?: string; readonly port?: number }
      if (event === 'listen' && port !== undefined) return port
    }
  }
  throw new Error('workerd ended before it listened.')
}
