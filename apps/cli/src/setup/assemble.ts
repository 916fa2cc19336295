import { join } from 'node:path'
import { loadConfig, type LoadedConfig } from '@poundlock/config/node'
import { createPolicy, type Policy } from '@poundlock/policy'
import { commandJudge } from '@poundlock/policy/commands'
import type { Jobs } from '@poundlock/process/jobs'
import {
  commandEnvironment,
  createExecutableFinder,
  createRuntime,
  type AskForApproval,
  type CallContext,
  type Runtime,
} from '@poundlock/runtime'
import { createNoneBackend, defaultHiddenPaths, type SandboxBackend, type SandboxPolicy } from '@poundlock/sandbox'
import type { ToolHandler } from '@poundlock/tools'
import { readApprovals } from './approvals-document.ts'
import { commandPath, pathPrepend } from './command-path.ts'
import { configuredHooks } from './configured-hooks.ts'
import { granted } from './granted.ts'
import { homeFolder } from './home-folder.ts'
import { outputFolder } from './output-folder.ts'
import { policyLayers } from './policy-layers.ts'
import { createRecorder } from './recorder.ts'
import { sandboxBackend } from './sandbox-backend.ts'
import { sandboxPolicy } from './sandbox-policy.ts'
import { MAIN_SESSION, modeLayers } from './sandboxed-session.ts'
import { findShell } from './shell.ts'
import { skillPrograms } from './skill-programs.ts'
import { stateFolder } from './state-folder.ts'
import { findPlace, refuseHome, type Place } from './workspace.ts'

/** Flags that every command which decides or runs understands. */
export interface PlaceFlags {
  readonly workspace?: string
  readonly cwd?: string
  readonly config?: string
  readonly approvals?: string
  /** For whom: the agent and its session, `main` unless named. */
  readonly agent?: string
  readonly session?: string
  /** What the person at the terminal says in the session; see `applyDirectives`. */
  readonly directive?: readonly string[]
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

const MAIN_AGENT = 'main'

export interface AssemblyOptions {
  /** Who is asked, once it is known where state lies. */
  readonly asks?: (state: string, config: LoadedConfig) => AskForApproval | undefined
  /** Only looks: nothing is written down. */
  readonly looks?: boolean
  /** Keeps output that is too long for a result in a file. */
  readonly keepsOutput?: boolean
  /**
   * How many built sandboxes wait for the next call, in a process that serves many; none unless set. Whoever sets it
   * calls `runtime.close()` at the end.
   */
  readonly keptSandboxes?: number
  /** Takes what looks like a secret out of results: for whoever calls in the name of a model. */
  readonly redactsResults?: boolean
  /** What serves tools besides `exec`; whoever runs commands only loads none. */
  readonly handlers?: readonly ToolHandler[]
  /** Runs commands in the background; without it, every command is waited for. */
  readonly jobs?: Jobs
  /** The same two, made of what has been put together so far, and of all of it later. */
  readonly tools?: (so: Pick<Assembly, 'stateDirectory' | 'config'>, all: () => Assembly) => ToolParts
}

interface ToolParts {
  readonly handlers: readonly ToolHandler[]
  readonly jobs: Jobs
}

/** @throws PoundlockError when the place, the configuration or the policy is broken; nothing runs then */
export function assemble(flags: PlaceFlags, options: AssemblyOptions = {}): Assembly {
  const home = homeFolder()
  const place = findPlace(flags)
  refuseHome(place.workspace)
  const state = stateFolder()
  const config = loadConfig({
    workspace: place.workspace,
    stateDirectory: state,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  const { sandbox } = config.resolved
  const caller = { agent: flags.agent ?? MAIN_AGENT, session: flags.session ?? MAIN_SESSION }
  const layers = [...modeLayers(sandbox, caller.session), ...policyLayers(config.sources)]
  const policy = createPolicy(layers, { home, stateDirectory: state, commands: commandJudge })
  const auditDirectory = join(state, 'audit')
  const backend = sandboxBackend(state, sandbox, caller, sandbox.renderer.value, options.keptSandboxes)
  const hiddenPaths = [state, ...defaultHiddenPaths(home === '/' ? '' : home).map((entry) => entry.path)]
  const { path, readPaths } = commandPath(process.env, {
    home,
    workspace: place.workspace,
    hiddenPaths,
    first: pathPrepend(config, caller.agent),
  })
  const contained = sandboxPolicy(config.resolved, place, { home, hiddenPaths, readPaths })
  const approvals = readApprovals(flags.approvals ?? join(state, 'exec-approvals.json'), caller.agent, {
    vouchedFor: flags.approvals !== undefined,
    skills: () => skillPrograms(join(state, 'skills'), place.workspace),
  })
  const shell = findShell()
  const parts = options.tools?.({ stateDirectory: state, config }, () => assembly)
  const handlers = [...(options.handlers ?? []), ...(parts?.handlers ?? [])]
  const jobs = parts?.jobs ?? options.jobs
  const ask = options.asks?.(state, config)
  const runtime = createRuntime({
    policy,
    containment: {
      backend,
      none: createNoneBackend(),
      policy: contained,
      onUnavailable: sandbox.onUnavailable.value,
    },
    ...(approvals && { approvals }),
    ...(ask && { ask }),
    ...callSettings(config.resolved, options.redactsResults === true),
    handlers,
    ...(jobs && { jobs }),
    ...granted(state),
    previewGrants: async (offered, { agent, host }) => {
      const { previewGrants, previewText } = await import('../review/preview-grants.ts')
      const earlier = granted(state).grants!(agent, host)
      return previewText(
        await previewGrants(
          offered.map(({ grant }) => grant),
          earlier,
          agent,
          flags,
        ),
      )
    },
    hooks: configuredHooks(config.sources, { environment: hookEnvironment(home, path), shell }),
    hostEnvironment: process.env,
    passEnvironment: passedEnvironment(config),
    path,
    userHome: home,
    shell,
    timeoutMs: config.resolved.timeoutSeconds.value * 1000,
    findExecutable: createExecutableFinder(path),
    ...(options.keepsOutput === true && { spillDirectory: outputFolder(state) }),
    record: options.looks === true ? async () => undefined : createRecorder(state, auditDirectory),
    newRunId: () => `run_${crypto.randomUUID()}`,
  })
  const context = { ...caller, workspace: place.workspace, cwd: place.cwd }
  const assembly: Assembly = {
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
  return assembly
}

/** What the configuration says of calls besides whether they may be made. */
function callSettings({ loopDetection: loops, redactResults, notices }: LoadedConfig['resolved'], forModels: boolean) {
  const redacts = { always: true, models: forModels, never: false }[redactResults.value]
  const limits = {
    warning: loops.warningThreshold.value,
    critical: loops.criticalThreshold.value,
    breaker: loops.globalCircuitBreakerThreshold.value,
  }
  return {
    redactResults: redacts,
    loops: loops.enabled.value ? limits : (false as const),
    notices: { onExit: notices.notifyOnExit.value, runningMs: notices.approvalRunningNoticeMs.value },
  }
}

/** What hooks get: the user's own programs, without what the environment else holds. */
function hookEnvironment(home: string, path: readonly string[]): Record<string, string> {
  const { USER: user, LOGNAME: name } = process.env
  const environment = commandEnvironment({ host: process.env, pass: [], call: {}, home, path })
  return { ...environment, ...(user && { USER: user }), ...(name && { LOGNAME: name }) }
}

/** Only the user's own file may name variables that pass. */
function passedEnvironment({ sources }: LoadedConfig): readonly string[] {
  return sources
    .filter((source) => source.kind === 'user')
    .flatMap((source) => source.document.tools?.exec?.environment ?? [])
}
