/**
 * What Poundlock adds to a call of an agent: as an adapter in its process, as a server of MCP, and as its hook. The same
 * command without Poundlock, and an empty Node program, are measured in the same rounds.
 *
 *   node --conditions=@poundlock/source src/added.ts [rounds]
 *
 * Writes results/added.json and the table in README.md. Build first.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { guardTool } from '@poundlock/adapters'
import { openLocalHost } from '@poundlock/local-host'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import type { Measurement } from './measure/contestant.ts'
import { measureRunners } from './measure/measure-runners.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { milliseconds, table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 40)
const WARM_UP = 7
const poundlock = fileURLToPath(new URL('../../apps/cli/dist/poundlock.cjs', import.meta.url))
const empty = fileURLToPath(new URL('../fixtures/nothing/empty.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'poundlock-bench-added-'))
const workspace = join(folder, 'workspace')
mkdirSync(workspace)
writeFileSync(join(workspace, 'notes.txt'), 'one\ntwo\n')
process.env['POUNDLOCK_HOME'] = join(folder, 'state')

let calls = 0
/** Each time another one: a call that is repeated often is refused. */
const command = () => `head -n ${String((calls += 1))} notes.txt`
const QUESTION = JSON.stringify({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'head -n 5 notes.txt' },
  session_id: 'bench',
  cwd: workspace,
})

/** @throws where it fails: a failing program is fast */
async function run(file: string, args: readonly string[], input?: string): Promise<void> {
  const stdin = input === undefined ? 'ignore' : 'pipe'
  const child = spawn(file, [...args], { cwd: workspace, stdio: [stdin, 'ignore', 'inherit'] })
  child.stdin?.end(input)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${file} ended with ${String(code)}`)
}

/** Calls tools of a server of MCP over stdio, one after another. */
function callerOf(server: ChildProcess) {
  const lines = createInterface({ input: server.stdout! })
  let id = 0
  const send = (message: object) => server.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = async (method: string, params: object): Promise<{ readonly isError?: boolean }> => {
    id += 1
    send({ id, method, params })
    for (;;) {
      const [line] = (await once(lines, 'line')) as [string]
      const answer = JSON.parse(line) as { id?: number; error?: object; result: { isError?: boolean } }
      if (answer.error) throw new Error(line)
      if (answer.id === id) return answer.result
    }
  }
  return { send, request }
}

const host = await openLocalHost({ workspace, backends: { unshare: createUnshareBackend } })
const server = spawn(process.execPath, [poundlock, 'mcp', 'serve', '--workspace', workspace], {
  cwd: workspace,
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const guarded = guardTool(host, 'exec')
  const { send, request } = callerOf(server)
  const clientInfo = { name: 'bench', version: '0' }
  await request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  send({ method: 'notifications/initialized' })
  const runners = {
    node: { run: () => run(process.execPath, [empty]) },
    'the command, by a shell': { run: () => run('bash', ['-c', command()]) },
    'the command, by the adapter': {
      run: async () => {
        const outcome = await guarded.run({ id: `call-${String(calls)}`, input: { command: command() } })
        if (outcome.status !== 'ran') throw new Error(JSON.stringify(outcome))
      },
    },
    'the command, over MCP': {
      run: async () => {
        const result = await request('tools/call', { name: 'exec', arguments: { command: command() } })
        if (result.isError) throw new Error(JSON.stringify(result))
      },
    },
    'the hook': { run: () => run(process.execPath, [poundlock, 'hook', 'claude-code'], QUESTION) },
  }
  const measurements = await measureRunners(
    Object.entries(runners).map(([name, runner]) => ({ name, ...runner })),
    rounds,
    WARM_UP,
  )
  const [node, bare, adapter, mcp, hook] = measurements as readonly [
    Measurement,
    Measurement,
    Measurement,
    Measurement,
    Measurement,
  ]
  const added = (one: Measurement, less: number) => [
    milliseconds(Math.max(0, one.median - less)),
    milliseconds(Math.max(0, one.fastest - (less === 0 ? 0 : bare.fastest))),
    `${((one.median - less) / node.median).toFixed(2)}×`,
  ]
  const rows = [
    ['an empty Node program, to compare', ...added(node, 0)],
    ['the command without Poundlock, to compare', ...added(bare, 0)],
    ['the adapter adds, with the sandbox', ...added(adapter, bare.median)],
    ['the server of MCP adds, with the sandbox', ...added(mcp, bare.median)],
    ['the hook adds', ...added(hook, 0)],
  ]
  const machine = describeMachine()
  const date = new Date().toISOString().slice(0, 10)
  const result = { machine, date, rounds, measurements }
  writeFileSync(new URL('../results/added.json', import.meta.url), `${JSON.stringify(result, null, 2)}\n`)
  const text = table(['a call', 'median ms', 'fastest ms', 'median, to bare Node'], rows)
  const about = `${machine.processor}, ${String(machine.cores)} cores, ${machine.system}, Node ${machine.node}; ${String(rounds)} rounds, ${date}.`
  replaceSection(new URL('../README.md', import.meta.url), 'added', `${text}\n\n${about}`)
  console.log(text)
  guarded.close()
} finally {
  server.kill()
  await host.close()
  rmSync(folder, { recursive: true, force: true })
}
