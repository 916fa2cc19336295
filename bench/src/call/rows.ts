import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openAuditLog, type AuditLogOptions } from '@poundlock/audit/node'
import { createExecutableFinder, planCommand, SYSTEM_PATH } from '@poundlock/plan'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { createRuntime, type Hook, type RuntimeOptions } from '@poundlock/runtime'
import { createNoneBackend } from '@poundlock/sandbox'
import { READ_FILE_TOOL, WRITE_FILE_TOOL } from '@poundlock/spec/tools'
import type { ToolHandler } from '@poundlock/tools'

const nothing = async () => ({ content: [{ type: 'text' as const, text: 'done' }] })
const handlers: readonly ToolHandler[] = [
  { spec: READ_FILE_TOOL, holdsFilesOpen: true, run: nothing },
  { spec: WRITE_FILE_TOOL, run: nothing },
]
const hooks: readonly Hook[] = [
  { name: 'before', event: 'before', run: () => undefined },
  { name: 'after', event: 'after', run: () => undefined },
]
const HOME = '/home/u'
const findExecutable = createExecutableFinder(SYSTEM_PATH)
const none = createNoneBackend()
/** Reads and decides as this machine would, and starts nothing. */
const idle: NonNullable<RuntimeOptions['nodeHost']> = {
  nodes: () => ['idle'],
  plan: async ({ input, cwd }) => planCommand(input.command, { cwd, home: HOME, findExecutable }),
  inspect: async () => ({ status: null, unavailable: false }),
  binding: () => {
    throw new Error('nobody is asked')
  },
  run: async ({ runId }) => ({ status: 'ran', message: '', runId }),
}

/** What a row differs in. */
interface Row {
  readonly call: { readonly name: string; readonly input: object }
  /** `not written` for no records at all. */
  readonly durability?: AuditLogOptions['durability'] | 'not written'
  readonly more?: Partial<RuntimeOptions>
}

const READ = { name: 'read_file', input: { path: 'src/main.ts' } }
const WRITE = { name: 'write_file', input: { path: 'src/main.ts', content: 'export {}\n' } }
const LINE = { name: 'exec', input: { command: 'git log --oneline | head -5' } }

export const ROWS: Readonly<Record<string, Row>> = {
  'a tool that reads': { call: READ },
  'without hooks': { call: READ, more: { hooks: [] } },
  'without records': { call: READ, durability: 'not written' },
  'a tool that writes, its start made durable': { call: WRITE },
  'its start not made durable': { call: WRITE, durability: 'none' },
  'a command, up to its start': { call: LINE },
  'without records, a command': { call: LINE, durability: 'not written' },
}

/** A runtime with a workspace and a log in an empty folder, and one call of it. */
export async function openRow(
  name: string,
  folder: string,
): Promise<{ run(): Promise<void>; close(): Promise<unknown> }> {
  const { call, durability, more } = ROWS[name]!
  const workspace = join(folder, 'workspace')
  mkdirSync(join(workspace, 'src'), { recursive: true })
  writeFileSync(join(workspace, 'src/main.ts'), 'export {}\n')
  const log =
    durability === 'not written'
      ? null
      : await openAuditLog(join(folder, 'audit'), { ...(durability && { durability }) })
  let runs = 0
  const layer = { name: 'user', mayLoosen: true, exec: { host: 'node', security: 'full', ask: 'off' } } as const
  const runtime = createRuntime({
    policy: createPolicy([{ ...layer, mode: 'danger-full-access' }], { home: HOME, commands: commandEvaluator }),
    containment: {
      backend: none,
      none,
      policy: {
        fileMode: 'workspace-only',
        workspace,
        readPaths: [],
        writePaths: [],
        protectedPaths: [],
        hiddenPaths: [],
        network: 'off',
        limits: {},
      },
      onUnavailable: 'refuse',
    },
    handlers,
    hooks,
    nodeHost: idle,
    hostEnvironment: {},
    passEnvironment: [],
    path: SYSTEM_PATH,
    userHome: HOME,
    shell: '/bin/bash',
    timeoutMs: 1000,
    findExecutable,
    record: log === null ? async () => undefined : (type, data) => log.append(type, data),
    newRunId: () => `run_${++runs}`,
    // The same call is made again and again here.
    loops: { warning: 1e9, critical: 1e9, breaker: 1e9 },
    ...more,
  })
  const context = { agent: 'main', session: 'main', workspace, cwd: workspace }
  return {
    async run() {
      const { status, message } = await runtime.call({ id: 'call', ...call }, context)
      if (status !== 'ran') throw new Error(`${name}: ${message}`)
    },
    close: async () => log?.close(),
  }
}
