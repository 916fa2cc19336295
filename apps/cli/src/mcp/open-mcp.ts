import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConfiguredMcpServer, IgnoredMcpServer } from '@poundlock/config'
import { resolveMcpServers } from '@poundlock/config'
import { loadConfig, type LoadedConfig } from '@poundlock/config/node'
import { createMcpManager, type McpManager, type McpManagerOptions, openMcpStore } from '@poundlock/mcp'
import type { PlaceFlags } from '../setup/assemble.ts'
import { outputFolder } from '../setup/output-folder.ts'
import { stateFolder } from '../setup/state-folder.ts'
import { findPlace, type Place } from '../setup/workspace.ts'
import { storedAuthorization } from './authorization.ts'
import { startContained } from './contained-server.ts'
import { serverDefinition } from './server-definitions.ts'
import { readWorkspaceServers } from './workspace-servers.ts'

declare const POUNDLOCK_VERSION: string

/** The servers that are configured for a place, and what looks after them. */
export interface OpenMcp {
  readonly manager: McpManager
  readonly servers: readonly ConfiguredMcpServer[]
  /** Those that are switched off where they are configured: known by name, and never started. */
  readonly disabled: readonly ConfiguredMcpServer[]
  /** What files have that does not count, and why. */
  readonly ignored: readonly IgnoredMcpServer[]
  /** What is wrong with a file that is not ours. */
  readonly problems: readonly string[]
  readonly config: LoadedConfig
  readonly place: Place
  readonly stateDirectory: string
}

/** Where manifests and pins lie in the state folder. */
export const mcpFolder = (state: string): string => join(state, 'mcp')

/** Where lies what authorization servers gave. */
export const authorizationFolder = (state: string): string => join(mcpFolder(state), 'authorization')

/**
 * Reads what is configured. Nothing is started.
 *
 * @param options.onChange told when the state of a server, or its list of tools, has changed
 */
export async function openMcp(
  flags: PlaceFlags,
  options: Pick<McpManagerOptions, 'authorization' | 'onChange' | 'onSampling' | 'onElicitation'> = {},
): Promise<OpenMcp> {
  const place = findPlace(flags)
  const state = stateFolder()
  const config = loadConfig({
    workspace: place.workspace,
    stateDirectory: state,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  const resolved = resolveMcpServers(config.sources)
  const taken = new Set(resolved.servers.map(({ name }) => name))
  const project = await readWorkspaceServers(place.workspace, state, taken)
  const configured = [...resolved.servers, ...project.servers]
  const servers = configured.filter(({ settings }) => settings.enabled !== false)
  const settingsOf = new Map(servers.map(({ name, settings }) => [name, settings]))
  const manager = createMcpManager({
    servers: servers.map(serverDefinition),
    store: openMcpStore(mcpFolder(state)),
    client: { name: 'poundlock', version: POUNDLOCK_VERSION },
    hostEnvironment: process.env,
    cwd: place.workspace,
    roots: [{ uri: pathToFileURL(place.workspace).href }],
    spillDirectory: outputFolder(state),
    runningDirectory: join(mcpFolder(state), 'running'),
    authorization: options.authorization ?? storedAuthorization(authorizationFolder(state)),
    ...(options.onChange && { onChange: options.onChange }),
    ...(options.onSampling && { onSampling: options.onSampling }),
    ...(options.onElicitation && { onElicitation: options.onElicitation }),
    startContained: (definition, command) =>
      startContained(command, {
        config,
        place,
        stateDirectory: state,
        network: settingsOf.get(definition.name)?.network,
      }),
  })
  return {
    manager,
    servers,
    disabled: configured.filter(({ settings }) => settings.enabled === false),
    ignored: [...resolved.ignored, ...project.ignored],
    problems: project.problem === null ? [] : [project.problem],
    config,
    place,
    stateDirectory: state,
  }
}
