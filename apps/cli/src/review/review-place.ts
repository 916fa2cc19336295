import { isAbsolute, resolve } from 'node:path'
import { resolveConfig, type ConfigSource, type ResolvedConfig } from '@poundlock/config'
import { loadConfig, platformDefaults, readConfigFile } from '@poundlock/config/node'
import {
  findLocation,
  homeFolder,
  MAIN_SESSION,
  policyLayers,
  sandboxNetwork,
  stateFolder,
} from '@poundlock/local-host'
import {
  createExecutableFinder,
  inspectRepository,
  planCommand,
  realPathOf,
  rootHas,
  SYSTEM_PATH,
} from '@poundlock/plan'
import {
  type Containment,
  type FileAccess,
  type Policy,
  type PolicyLayer,
  type PolicyRequest,
  toolRequest,
} from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { wantedContainment, enforcedDenials } from '@poundlock/runtime/host'
import { configuredContacts } from '../host/search-options.ts'
import { UsageError } from '../usage-error.ts'
import { createPlacePolicy } from './place-policy.ts'

export interface ReviewFlags {
  readonly workspace?: string
  readonly config?: string
  readonly json?: boolean
}

/** A call as a person writes it down. */
export interface DescribedCall {
  readonly command?: string
  readonly tool?: string
  readonly input?: unknown
  readonly agent?: string
  /** The main session unless set. */
  readonly session?: string
  readonly cwd?: string
  readonly provider?: string
  readonly model?: string
  /** The files of the call, when its input is not given. */
  readonly files?: readonly Pick<FileAccess, 'access' | 'path'>[]
  readonly urls?: readonly string[]
  /** True when another agent runs the call, without our sandbox. */
  readonly elsewhere?: boolean
}

/** The policy of a workspace, and requests to it. Nothing runs. */
export interface Review {
  readonly workspace: string
  readonly home: string
  readonly state: string
  readonly sources: readonly ConfigSource[]
  readonly resolved: ResolvedConfig
  readonly layers: readonly PolicyLayer[]
  readonly policy: Policy
  /** The request for a call, with a sandbox that works as it is configured. */
  request(call: DescribedCall): PolicyRequest
}

/**
 * @param replace what is looked at in the place of the files
 * @throws PoundlockError when the configuration or the policy is broken
 */
export function openReview(
  flags: ReviewFlags,
  replace?: (sources: readonly ConfigSource[]) => readonly ConfigSource[],
): Review {
  const { workspace } = findLocation(flags)
  const state = stateFolder()
  const home = homeFolder()
  const loaded = loadConfig({
    workspace,
    stateDirectory: state,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  const sources = replace?.(loaded.sources) ?? loaded.sources
  const resolved = replace ? resolveConfig(sources, undefined, platformDefaults()) : loaded.resolved
  const layers = policyLayers(sources)
  const policy = createPlacePolicy(sources, layers, { home, stateDirectory: state, commands: commandEvaluator })
  const place = { workspace, home, sources, policy }
  return { ...place, state, resolved, layers, request: requestMaker(place) }
}

type ReviewedPlace = Pick<Review, 'workspace' | 'home' | 'sources' | 'policy'>

/** Makes the request that the policy would get for a described call. */
function requestMaker({ workspace, home, sources, policy }: ReviewedPlace): Review['request'] {
  const folders = [...(process.env['PATH'] ?? '').split(':').filter(isAbsolute), ...SYSTEM_PATH]
  const findExecutable = createExecutableFinder(folders)
  const containmentOf = containmentFinder({ workspace, sources, policy })
  return (call) => {
    const { command, tool = 'exec', agent = 'main', session = MAIN_SESSION, provider, model, files, urls } = call
    const cwd = resolve(workspace, call.cwd ?? '.')
    const realPath = (path: string) => realPathOf(path, cwd, home)
    const plan = (line: string, folder: string) =>
      planCommand(line, { cwd: folder, home, workspace, findExecutable, inspectRepository }).plan
    const request = toolRequest({
      tool,
      input: call.input,
      ...(call.elsewhere !== true && { containment: containmentOf(agent) }),
      ...(isServed(tool) && { requiredPermission: 'danger-full-access' as const }),
      nodes: [],
      ...configuredContacts(tool, sources),
      ...(command !== undefined && { plan: plan(command, cwd) }),
      ...(provider !== undefined && { provider }),
      ...(model !== undefined && { model }),
      context: { agent, session, cwd, workspace, home, interactive: true },
      planLine: plan,
      realPath,
      rootHas,
    })
    return {
      ...request,
      ...(files && { files: files.map((file) => ({ ...file, real: realPath(file.path) })) }),
      ...(urls && { urls }),
    }
  }
}

/** The sandbox of each agent, as the configuration describes it. */
function containmentFinder({ workspace, sources, policy }: Omit<ReviewedPlace, 'home'>) {
  const known = new Map<string, Containment>()
  return (agent: string): Containment => {
    const before = known.get(agent)
    if (before !== undefined) return before
    const { sandbox } = resolveConfig(sources, agent)
    const paths = { readPaths: [], writePaths: [], protectedPaths: [], hiddenPaths: [] }
    const wanted = { ...paths, workspace, ...sandboxNetwork(sandbox), fileMode: sandbox.fileMode.value, limits: {} }
    const containment = wantedContainment(wanted, enforcedDenials(wanted, policy.denials({ agent, workspace })))
    known.set(agent, containment)
    return containment
  }
}

/** One file as a policy of its own. */
export function layersOfFile(file: string): readonly PolicyLayer[] {
  const source = readConfigFile(resolve(file), 'user', { vouchedFor: true })
  if (!source) throw new UsageError(`${file}: does not exist`, { remedy: 'Name an existing configuration file.' })
  return policyLayers([source])
}

/** The needs of a server's tool are not known: it may need everything. */
const isServed = (tool: string) => /^mcp__/i.test(tool)
