/**
 * What a call costs before and after its tool does anything: understand, validate, look up real paths, decide, hooks,
 * loop detection, records.
 *
 *   node src/call.ts [rounds]
 *
 * The tools do nothing and nothing is spawned, so that all that is measured is the pipeline. Every row takes its turn in
 * each round. Measures the built packages. Writes results/call.json and the table in README.md.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAuditLog, type AuditLogOptions } from '@poundlock/audit/node'
import { createPolicy } from '@poundlock/policy'
import { commandJudge } from '@poundlock/policy/commands'
import {
  createExecutableFinder,
  createRuntime,
  planCommand,
  SYSTEM_PATH,
  type Hook,
  type RuntimeOptions,
} from '@poundlock/runtime'
import { createNoneBackend } from '@poundlock/sandbox'
import { readFileTool, writeFileTool } from '@poundlock/spec/tools'
import type { ToolHandler } from '@poundlock/tools'
import { measureRunners, type Runner } from './measure/measure-runners.ts'
import { describeMachine } from './report/machine.ts'
import { replaceSection } from './report/replace-section.ts'
import { table } from './report/table.ts'

const rounds = Number(process.argv[2] ?? 2000)
const scratch = realpathSync(mkdtempSync(join(process.env['POUNDLOCK_BENCH_FOLDER'] ?? tmpdir(), 'poundlock-call-')))
const workspace = join(scratch, 'workspace')
mkdirSync(join(workspace, 'src'), { recursive: true })
writeFileSync(join(workspace, 'src/main.ts'), 'export {}\n')

const nothing = async () => ({ content: [{ type: 'text' as const, text: 'done' }] })
const handlers: readonly ToolHandler[] = [
  { spec: readFileTool, run: nothing },
  { spec: writeFileTool, run: nothing },
]
const hooks: readonly Hook[] = [
  { name: 'before', event: 'before', run: () => undefined },
  { name: 'after', event: 'after', run: () => undefined },
]
const home = '/home/u'
const findExecutable = createExecutableFinder(SYSTEM_PATH)
const none = createNoneBackend()
const sandboxPolicy = {
  fileMode: 'workspace-only' as const,
  workspace,
  readPaths: [],
  writePaths: [],
  protectedPaths: [],
  hiddenPaths: [],
  network: 'off' as const,
  limits: {},
}

/** Reads and decides as this machine would, and starts nothing. */
const idle: NonNullable<RuntimeOptions['nodeHost']> = {
  nodes: () => ['idle'],
  plan: async ({ input, cwd }) => planCommand(input.command, { cwd, home, findExecutable }),
  inspect: async () => ({ status: null, unavailable: false }),
  binding: () => {
    throw new Error('nobody is asked')
  },
  run: async ({ runId }) => ({ status: 'ran', message: '', runId }),
}

let runs = 0
const logs: { close(): Promise<unknown> }[] = []
async function openRuntime(
  durability: AuditLogOptions['durability'] | 'not written',
  more: Partial<RuntimeOptions> = {},
) {
  let record: RuntimeOptions['record'] = async () => undefined
  if (durability !== 'not written') {
    const log = await openAuditLog(join(scratch, `audit-${logs.length}`), { ...(durability && { durability }) })
    logs.push(log)
    record = (type, data) => log.append(type, data)
  }
  const layer = { name: 'user', mayLoosen: true, exec: { host: 'node', security: 'full', ask: 'off' } } as const
  return createRuntime({
    policy: createPolicy([{ ...layer, mode: 'danger-full-access' }], { home, commands: commandJudge }),
    containment: { backend: none, none, policy: sandboxPolicy, onUnavailable: 'refuse' },
    handlers,
    hooks,
    nodeHost: idle,
    hostEnvironment: {},
    passEnvironment: [],
    path: SYSTEM_PATH,
    userHome: home,
    shell: '/bin/bash',
    timeoutMs: 1000,
    findExecutable,
    record,
    newRunId: () => `run_${++runs}`,
    // The same call is made again and again here.
    loops: { warning: 1e9, critical: 1e9, breaker: 1e9 },
    ...more,
  })
}

const context = { agent: 'main', session: 'main', workspace, cwd: workspace }
const READ = { name: 'read_file', input: { path: 'src/main.ts' } }
const WRITE = { name: 'write_file', input: { path: 'src/main.ts', content: 'export {}\n' } }
const LINE = { name: 'exec', input: { command: 'git log --oneline | head -5' } }

async function runner(
  name: string,
  call: { readonly name: string; readonly input: object },
  ...of: Parameters<typeof openRuntime>
): Promise<Runner> {
  const runtime = await openRuntime(...of)
  return {
    name,
    async run() {
      const { status, message } = await runtime.call({ id: 'call', ...call }, context)
      if (status !== 'ran') throw new Error(`${name}: ${message}`)
    },
  }
}

const runners = [
  await runner('a tool that reads', READ, undefined),
  await runner('without hooks', READ, undefined, { hooks: [] }),
  await runner('without records', READ, 'not written'),
  await runner('a tool that writes, its start made durable', WRITE, undefined),
  await runner('its start not made durable', WRITE, 'none'),
  await runner('a command, up to its start', LINE, undefined),
  await runner('without records, a command', LINE, 'not written'),
]

const measured = await measureRunners(runners, rounds, Math.max(200, rounds / 10))
for (const log of logs) await log.close()
rmSync(scratch, { recursive: true, force: true })

const microseconds = (value: number) => Math.round(value * 1000)
const figures = measured.map(({ name, median, fastest }) => ({
  name,
  median: microseconds(median),
  fastest: microseconds(fastest),
}))
const machine = describeMachine()
const results = new URL('../results/call.json', import.meta.url)
writeFileSync(results, `${JSON.stringify({ machine, rounds, microseconds: figures }, null, 2)}\n`)
const rows = figures.map(({ name, median, fastest }) => [name, `${median}`, `${fastest}`])
const about = `${machine.processor}, ${machine.cores} cores, ${machine.system}, Node ${machine.node}; ${rounds} rounds, ${new Date().toISOString().slice(0, 10)}.`
replaceSection(
  new URL('../README.md', import.meta.url),
  'call',
  `${table(['a call', 'median µs', 'fastest'], rows)}\n\n${about}`,
)
console.log(rows.map((row) => row.join('  ')).join('\n'))
