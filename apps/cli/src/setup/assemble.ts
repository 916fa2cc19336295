import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { AuditLog } from '@poundlock/audit/node'
import { loadConfig, stateDirectory, type LoadedConfig } from '@poundlock/config/node'
import { createPolicy, type Policy } from '@poundlock/policy'
import {
  createExecutableFinder,
  createRuntime,
  type AskForApproval,
  type CallContext,
  type Runtime,
  type WriteRecord,
} from '@poundlock/runtime'
import { createNoneBackend, defaultHiddenPaths, type SandboxBackend, type SandboxPolicy } from '@poundlock/sandbox'
import { createUnshareBackend } from '@poundlock/sandbox-unshare'
import { readApprovals } from './approvals-document.ts'
import { commandPath } from './command-path.ts'
import { policyLayers } from './policy-layers.ts'
import { sandboxPolicy } from './sandbox-policy.ts'
import { findShell } from './shell.ts'
import { findPlace, type Place } from './workspace.ts'

/** Flags that every command which decides or runs understands. */
export interface PlaceFlags {
  readonly workspace?: string
  readonly cwd?: string
  readonly config?: string
  readonly approvals?: string
}

/** Everything put together for one workspace: which parts there are is chosen here and nowhere else. */
export interface Assembly {
  readonly place: Place
  readonly context: CallContext
  readonly stateDirectory: string
  readonly auditDirectory: string
  readonly config: LoadedConfig
  readonly policy: Policy
  readonly backend: SandboxBackend
  readonly sandboxPolicy: SandboxPolicy
  readonly runtime: Runtime
}

const AGENT = 'main'

/** @throws PoundlockError when the place, the configuration or the policy is broken; nothing runs then */
export function assemble(flags: PlaceFlags, options: { readonly ask?: AskForApproval } = {}): Assembly {
  const place = findPlace(flags)
  const state = stateDirectory()
  const config = loadConfig({
    workspace: place.workspace,
    stateDirectory: state,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  const home = homedir()
  const policy = createPolicy(policyLayers(config.sources), { home })
  const auditDirectory = join(state, 'audit')
  const backend = createUnshareBackend({ cacheDirectory: join(state, 'cache', 'sandbox'), stateDirectory: state })
  const hiddenPaths = [state, ...defaultHiddenPaths(home).map((entry) => entry.path)]
  const { path, readPaths } = commandPath(process.env, home, place.workspace, hiddenPaths)
  const contained = sandboxPolicy(config.resolved, place, { home, hiddenPaths, readPaths })
  const approvals = readApprovals(flags.approvals ?? join(state, 'exec-approvals.json'), AGENT)
  const runtime = createRuntime({
    policy,
    containment: {
      backend,
      none: createNoneBackend(),
      policy: contained,
      onUnavailable: config.resolved.sandbox.onUnavailable.value,
    },
    ...(approvals && { approvals }),
    ...(options.ask && { ask: options.ask }),
    hostEnvironment: process.env,
    passEnvironment: passedEnvironment(config),
    path,
    userHome: home,
    shell: findShell(),
    timeoutMs: config.resolved.timeoutSeconds.value * 1000,
    findExecutable: createExecutableFinder(path),
    spillDirectory: join(state, 'output'),
    record: recorder(state, auditDirectory),
    newRunId: () => `run_${crypto.randomUUID()}`,
  })
  const context = { agent: AGENT, session: 'main', workspace: place.workspace, cwd: place.cwd }
  return {
    place,
    context,
    stateDirectory: state,
    auditDirectory,
    config,
    policy,
    backend,
    sandboxPolicy: contained,
    runtime,
  }
}

/** Only the user's own file may name variables that pass. */
function passedEnvironment({ sources }: LoadedConfig): readonly string[] {
  return sources
    .filter((source) => source.kind === 'user')
    .flatMap((source) => source.document.tools?.exec?.environment ?? [])
}

/** Opens the log at the first record: what only looks leaves nothing behind, and starts faster. */
function recorder(state: string, directory: string): WriteRecord {
  let log: Promise<AuditLog> | undefined
  const open = async () => {
    mkdirSync(state, { recursive: true, mode: 0o700 })
    const { openAuditLog } = await import('@poundlock/audit/node')
    return openAuditLog(directory)
  }
  return async (type, data) => (await (log ??= open())).append(type, data)
}
