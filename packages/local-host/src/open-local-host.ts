import { join } from 'node:path'
import { loadConfig, type LoadedConfig } from '@poundlock/config/node'
import { createExecutableFinder } from '@poundlock/plan'
import { createPolicy, type Policy, type PolicyLayer } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import type { Jobs } from '@poundlock/process/jobs'
import {
  commandEnvironment,
  createRuntime,
  type AskForApproval,
  type CallContext,
  type CallOptions,
  type CallOutcome,
  type ExecHost,
  type Runtime,
  type RuntimeOptions,
  type WriteRecord,
} from '@poundlock/runtime'
import { createNoneBackend, defaultHiddenPaths, type SandboxBackend, type SandboxPolicy } from '@poundlock/sandbox'
import type { ToolHandler } from '@poundlock/tools'
import { readApprovals } from './approvals/approvals-document.ts'
import { granted } from './approvals/granted.ts'
import { usedRules } from './approvals/used-rules.ts'
import { chooseBackend, type Backends } from './backends.ts'
import { commandPath, ownersExec, pathPrepend } from './place/command-path.ts'
import { loginPath, mayRunUncontained } from './place/login-path.ts'
import { findShell } from './place/shell.ts'
import { findLocation, refuseHome, type Location } from './place/workspace.ts'
import { configuredHooks } from './policy/configured-hooks.ts'
import { withDefaultNetwork } from './policy/default-network.ts'
import { policyLayers } from './policy/policy-layers.ts'
import { sandboxPolicy } from './policy/sandbox-policy.ts'
import { MAIN_SESSION, modeLayers } from './policy/sandboxed-session.ts'
import { skillPrograms } from './policy/skill-programs.ts'
import { recordings } from './recordings/open-recording.ts'
import { recordsAll } from './recordings/records-all.ts'
import { createRecorder, type Recorder } from './records/recorder.ts'
import { homeFolder } from './state/home-folder.ts'
import { keptOutputLayer, outputFolder } from './state/output-folder.ts'
import { stateFolder } from './state/state-folder.ts'
import { changeKeeper } from './undo/change-keeper.ts'

/** Where a host works and for whom; each is looked up where it is left out. */
export interface HostLocation {
  /** The folder of the project; the repository around the working folder unless named. */
  readonly workspace?: string
  /** The working folder; where the process was started unless named. */
  readonly cwd?: string
  /** A file in the place of the user's `poundlock.json`. */
  readonly config?: string
  /** A file in the place of the owner's `exec-approvals.json`. */
  readonly approvals?: string
  /** `main` unless named. */
  readonly agent?: string
  /** `main` unless named. */
  readonly session?: string
}

/** The settings that are known before the runtime exists. */
export type HostSettings = Pick<LocalHost, 'stateDirectory' | 'config'>

export interface LocalHostOptions extends HostLocation {
  /** The sandbox backends that the configuration can choose: `{ unshare: createUnshareBackend }`. */
  readonly backends: Backends
  /** Makes the function that asks for approval; without it, no person is asked. */
  readonly ask?: (settings: HostSettings) => AskForApproval | undefined
  /** Each call brings its own way to ask. */
  readonly callsAsk?: boolean
  /** Only looks: nothing is written down. */
  readonly looks?: boolean
  /** Keeps output that is too long for a result in a file. */
  readonly keepsOutput?: boolean
  /** How many built sandboxes wait for the next call, in a process that serves many; none unless set. */
  readonly readySandboxes?: number
  /**
   * What calls change in a workspace is kept only where a file of the configuration says so: to look at a large workspace
   * stops the process, and others wait for it.
   */
  readonly servesOthers?: boolean
  /** Redacts results, for callers that are models. */
  readonly redactsResults?: boolean
  /** Handlers of the tools besides `exec`. */
  readonly handlers?: readonly ToolHandler[]
  /** Runs commands in the background; without it, every command is waited for. */
  readonly jobs?: Jobs
  /** Runs commands on other machines; without it, calls for a node are denied. */
  readonly nodeHost?: ExecHost
  /** False where the program that sends the calls detects loops. */
  readonly detectsLoops?: boolean
  /** The same two, made of the settings, and of the host once it is open. */
  readonly tools?: (settings: HostSettings, host: () => LocalHost) => ToolParts
  /** More rules, which only tighten: what an agent may do that works for another one. */
  readonly tighten?: readonly Omit<PolicyLayer, 'mayLoosen'>[]
  /** What granting would have saved until now, as a line for the person. */
  readonly previewGrants?: (stateDirectory: string) => RuntimeOptions['previewGrants']
}

/** What the tools of a host are made with. */
export interface ToolParts {
  /** The tools that can be called. */
  readonly handlers: readonly ToolHandler[]
  /** Background commands of this host. */
  readonly jobs: Jobs
}

/** Policy, sandbox, approvals and records of this machine, put together for one workspace. */
export interface LocalHost {
  /** Where it was opened. */
  readonly location: Location
  /** Of calls that are made with `call`. */
  readonly context: CallContext
  /** Absolute. */
  readonly stateDirectory: string
  /** Where records are written, absolute. */
  readonly auditDirectory: string
  /** As it was read, with the origin of each value. */
  readonly config: LoadedConfig
  /** Decides every call. */
  readonly policy: Policy
  /** That commands run in. */
  readonly backend: SandboxBackend
  /** What commands may reach. */
  readonly sandboxPolicy: SandboxPolicy
  /** That makes the calls. */
  readonly runtime: Runtime
  /** Runs one tool call in the context of the host. It never throws: whatever goes wrong is an outcome. */
  call(name: string, input: unknown, options?: CallOptions): Promise<CallOutcome>
  /** Closes sandboxes that were built ahead, and the log of records. Call it before the process ends; a second call does nothing. */
  close(): Promise<void>
}

const MAIN_AGENT = 'main'

/** Of a host that only looks. */
const NO_RECORDER: Recorder = Object.assign(async () => undefined, { close: async () => undefined })

/**
 * Reads the configuration and the approvals of this machine, and opens a host on them.
 *
 * @throws PoundlockError when the place, the configuration or the policy is broken; nothing runs then
 */
export async function openLocalHost(options: LocalHostOptions): Promise<LocalHost> {
  const { path, ask, ...place } = openPlace(options)
  const settings: HostSettings = { stateDirectory: place.stateDirectory, config: place.config }
  const parts = options.tools?.(settings, () => host)
  const jobs = parts?.jobs ?? options.jobs
  const recorder = options.looks === true ? NO_RECORDER : createRecorder(place.stateDirectory, place.auditDirectory)
  const runtime = createRuntime({
    ...runtimeSettings(options, place, { path, record: recorder }),
    ...(ask && { ask }),
    ...(jobs && { jobs }),
    handlers: [...(options.handlers ?? []), ...(parts?.handlers ?? [])],
  })
  const host: LocalHost = {
    ...place,
    runtime,
    call: (name, input, callOptions) =>
      runtime.call({ id: `call_${crypto.randomUUID()}`, name, input }, place.context, callOptions),
    async close() {
      await runtime.close()
      await recorder.close()
    },
  }
  return host
}

/** Everything but the runtime. */
type Place = Omit<LocalHost, 'runtime' | 'call' | 'close'>

interface OpenedPlace extends Place {
  readonly path: readonly string[]
  readonly ask: AskForApproval | undefined
}

/** Reads the configuration for one workspace, and makes its policy and its sandbox. */
function openPlace(options: LocalHostOptions): OpenedPlace {
  const home = homeFolder()
  const location = findLocation(options)
  const { workspace, cwd } = location
  refuseHome(workspace)
  const stateDirectory = stateFolder()
  const caller = { agent: options.agent ?? MAIN_AGENT, session: options.session ?? MAIN_SESSION }
  const loaded = loadConfig({
    workspace,
    stateDirectory,
    agent: caller.agent,
    ...(options.config !== undefined && { file: options.config }),
  })
  const ask = options.ask?.({ stateDirectory, config: loaded })
  const asks = ask !== undefined || options.callsAsk === true
  const { config, networkDefault } = withDefaultNetwork(loaded, caller.agent, asks)
  const { sandbox } = config.resolved
  const outputLayers = options.keepsOutput === true ? [keptOutputLayer(stateDirectory)] : []
  const { readySandboxes = 0, tighten = [] } = options
  const tightening = tighten.map((layer) => ({ ...layer, mayLoosen: false }))
  const layers = [
    ...modeLayers(sandbox, caller),
    ...outputLayers,
    ...policyLayers(config.sources, networkDefault),
    ...tightening,
  ]
  const hiddenPaths = [stateDirectory, ...defaultHiddenPaths(home === '/' ? '' : home).map((entry) => entry.path)]
  const { path, readPaths } = commandPath(process.env, {
    home,
    workspace,
    hiddenPaths,
    first: pathPrepend(config, caller.agent),
    ...(mayRunUncontained(config) && { last: loginPath(home, stateDirectory) }),
  })
  return {
    location,
    context: { ...caller, workspace, cwd },
    stateDirectory,
    auditDirectory: join(stateDirectory, 'audit'),
    config,
    policy: createPolicy(layers, { home, stateDirectory, commands: commandEvaluator }),
    backend: chooseBackend(options.backends, { state: stateDirectory, sandbox, caller, readySandboxes }),
    sandboxPolicy: sandboxPolicy(config.resolved, location, { home, stateDirectory, hiddenPaths, readPaths }),
    path,
    ask,
  }
}

/** The options of the runtime that follow from the configuration. */
function runtimeSettings(
  options: LocalHostOptions,
  place: Place,
  { path, record }: { readonly path: readonly string[]; readonly record: WriteRecord },
): RuntimeOptions {
  const { policy, config, stateDirectory, context } = place
  const { agent, workspace } = context
  const home = homeFolder()
  const shell = findShell()
  const previewGrants = options.previewGrants?.(stateDirectory)
  const undo = changeKeeper(stateDirectory, config.resolved, options.servesOthers)
  return {
    policy,
    containment: {
      backend: place.backend,
      none: createNoneBackend(),
      policy: place.sandboxPolicy,
      onUnavailable: config.resolved.sandbox.onUnavailable.value,
    },
    ...ownersApprovals(options, stateDirectory, agent, workspace),
    ...callSettings(config.resolved, options.redactsResults === true),
    ...(options.detectsLoops === false && { loops: false }),
    ...granted(stateDirectory),
    ...(previewGrants && { previewGrants }),
    ...(options.nodeHost && { nodeHost: options.nodeHost }),
    hooks: configuredHooks(config.sources, { environment: hookEnvironment(home, path), shell }),
    // As it is now: each look at `process.env` itself asks the system for every variable.
    hostEnvironment: { ...process.env },
    passEnvironment: passedEnvironment(config, agent),
    path,
    userHome: home,
    shell,
    timeoutMs: config.resolved.timeoutSeconds.value * 1000,
    findExecutable: createExecutableFinder(path),
    ...(options.keepsOutput === true && { spillDirectory: outputFolder(stateDirectory) }),
    record,
    ...(options.looks !== true && { openRecording: recordings(stateDirectory, record) }),
    recordsAll: recordsAll(config, agent),
    newRunId: () => `run_${crypto.randomUUID()}`,
    ...(undo && { undo }),
  }
}

/** The document of the owner of this machine, and the note of which of its rules are used. */
function ownersApprovals(
  { approvals: named, looks }: LocalHostOptions,
  state: string,
  agent: string,
  workspace: string,
): Pick<RuntimeOptions, 'approvals' | 'usedRules'> {
  const own = join(state, 'exec-approvals.json')
  const approvals = readApprovals(named ?? own, agent, {
    vouchedFor: named !== undefined,
    skills: () => skillPrograms(join(state, 'skills'), workspace),
  })
  if (!approvals) return {}
  const isNoted = named === undefined && looks !== true
  return { approvals, ...(isNoted && { usedRules: usedRules(own, agent) }) }
}

/** The settings of the runtime that have nothing to do with permissions. */
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

/** The environment of hooks: the user's PATH and account, without other variables. */
function hookEnvironment(home: string, path: readonly string[]): Record<string, string> {
  const { USER: user, LOGNAME: name } = process.env
  const environment = commandEnvironment({ host: process.env, pass: [], call: {}, home, path })
  return { ...environment, ...(user && { USER: user }), ...(name && { LOGNAME: name }) }
}

/** The owners' files name variables that pass, for all agents and for this one; a repository has no say. */
const passedEnvironment = (config: LoadedConfig, agent: string): readonly string[] =>
  ownersExec(config, agent).flatMap((exec) => exec.environment ?? [])
