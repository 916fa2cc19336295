import { isAbsolute, resolve } from 'node:path'
import type { ConfigSource } from '@poundlock/config'
import { loadConfig, readConfigFile } from '@poundlock/config/node'
import { createPolicy, type FileAccess, type Policy, type PolicyLayer, type PolicyRequest } from '@poundlock/policy'
import { toolRequest } from '@poundlock/policy/calls'
import { commandJudge } from '@poundlock/policy/commands'
import {
  containmentAsked,
  createExecutableFinder,
  inspectRepository,
  planCommand,
  realPathOf,
  SYSTEM_PATH,
} from '@poundlock/runtime'
import { homeFolder } from '../setup/home-folder.ts'
import { policyLayers } from '../setup/policy-layers.ts'
import { stateFolder } from '../setup/state-folder.ts'
import { findPlace } from '../setup/workspace.ts'
import { UsageError } from '../usage-error.ts'

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
  readonly cwd?: string
  readonly provider?: string
  readonly model?: string
  /** What the call touches, where its input is not at hand. */
  readonly files?: readonly Pick<FileAccess, 'access' | 'path'>[]
  readonly urls?: readonly string[]
  /** Set where nothing of ours contains it: another agent runs it. */
  readonly elsewhere?: boolean
}

/** What a review works on: the policy of a place, and a way to ask it. Nothing runs. */
export interface ReviewPlace {
  readonly workspace: string
  readonly home: string
  readonly state: string
  readonly sources: readonly ConfigSource[]
  readonly layers: readonly PolicyLayer[]
  readonly policy: Policy
  /** Decided as where the sandbox does what the configuration says. */
  request(call: DescribedCall): PolicyRequest
}

/** @throws PoundlockError when the configuration or the policy is broken */
export function openReview(flags: ReviewFlags): ReviewPlace {
  const { workspace } = findPlace(flags)
  const state = stateFolder()
  const home = homeFolder()
  const { sources, resolved } = loadConfig({
    workspace,
    stateDirectory: state,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  const layers = policyLayers(sources)
  const { fileMode, network } = resolved.sandbox
  const containment = containmentAsked({ network: network.value, fileMode: fileMode.value } as never)
  const folders = [...(process.env['PATH'] ?? '').split(':').filter(isAbsolute), ...SYSTEM_PATH]
  const findExecutable = createExecutableFinder(folders)
  return {
    workspace,
    home,
    state,
    sources,
    layers,
    policy: createPolicy(layers, { home, stateDirectory: state, commands: commandJudge }),
    request(call) {
      const { command, tool = 'exec', input, agent = 'main', cwd: where = '.', provider, model, files, urls } = call
      const cwd = resolve(workspace, where)
      const realPath = (path: string) => realPathOf(path, cwd, home)
      const request = toolRequest({
        tool,
        input,
        ...(call.elsewhere !== true && { containment }),
        ...(isServed(tool) && { requiredPermission: 'danger-full-access' as const }),
        nodes: [],
        ...(command !== undefined && {
          plan: planCommand(command, { cwd, home, findExecutable, inspectRepository }).plan,
        }),
        ...(provider !== undefined && { provider }),
        ...(model !== undefined && { model }),
        context: { agent, session: 'main', cwd, workspace, home, interactive: true },
        realPath,
      })
      return {
        ...request,
        ...(files && { files: files.map((file) => ({ ...file, real: realPath(file.path) })) }),
        ...(urls && { urls }),
      }
    },
  }
}

/** One file as a policy of its own. */
export function layersOfFile(file: string): readonly PolicyLayer[] {
  const source = readConfigFile(resolve(file), 'user', { vouchedFor: true })
  if (!source) throw new UsageError(`${file}: does not exist`, 'Name an existing configuration file.')
  return policyLayers([source])
}

/** What tools of servers need is not known: at worst everything. */
const isServed = (tool: string) => /^mcp__/i.test(tool)
