import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createExecutableFinder, SYSTEM_PATH } from '@poundlock/plan'
import { createPolicy, type PolicyLayer } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { createNoneBackend, type SandboxPolicy } from '@poundlock/sandbox'
import { createRuntime, type RuntimeOptions } from '../src/index.ts'

export interface Record {
  readonly type: string
  readonly data: { readonly [key: string]: unknown }
}

/** A runtime without containment, which the policy knows: what only containment would allow asks here. */
export function makeRuntime(
  workspace: string,
  layer: Partial<PolicyLayer> = {},
  options: Partial<RuntimeOptions> = {},
) {
  const policy: SandboxPolicy = {
    fileMode: 'workspace-only',
    workspace,
    readPaths: [],
    writePaths: [],
    protectedPaths: [],
    hiddenPaths: [],
    network: 'off',
    limits: {},
  }
  const records: Record[] = []
  let runs = 0
  const tools = join(workspace, 'tools')
  mkdirSync(tools, { recursive: true })
  const path = [tools, ...SYSTEM_PATH]
  const runtime = createRuntime({
    policy: createPolicy([{ name: 'user', mayLoosen: true, ...layer }], {
      home: '/home/u',
      commands: commandEvaluator,
    }),
    containment: { backend: createNoneBackend(), none: createNoneBackend(), policy, onUnavailable: 'degrade' },
    hostEnvironment: { SECRET: 'shh', LANG: 'C' },
    passEnvironment: [],
    path,
    userHome: '/home/u',
    shell: '/bin/bash',
    timeoutMs: 10_000,
    findExecutable: createExecutableFinder(path),
    record: async (type, data) => void records.push({ type, data: { ...data } }),
    newRunId: () => `run_${++runs}`,
    ...options,
  })
  const context = { agent: 'main', session: 'main', workspace, cwd: workspace }
  const exec = (command: string, more: object = {}) =>
    runtime.call({ id: 'call_1', name: 'exec', input: { command, ...more } }, context)
  return { runtime, exec, context, records, workspace, tools }
}
