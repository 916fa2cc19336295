import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConfiguredMcpServer, IgnoredMcpServer } from '@poundlock/config'
import { resolveMcpServers } from '@poundlock/config'
import { loadConfig, type LoadedConfig } from '@poundlock/config/node'
import { MAIN_SESSION, findLocation, outputFolder, stateFolder, type Location } from '@poundlock/local-host'
import {
  createMcpManager,
  type McpManager,
  type McpManagerOptions,
  type McpServerDefinition,
  openMcpStore,
} from '@poundlock/mcp'
import type { FileDenials } from '@poundlock/policy'
import type { PlaceFlags } from '../host/assemble.ts'
import { deniedFiles, serverRuleProblems } from '../review/known-names.ts'
import { withheldStart } from '../review/unkept-rules.ts'
import { storedAuthorization } from './authorization.ts'
import { startContained } from './contained-server.ts'
import { authorizationFolder, mcpFolder } from './mcp-folder.ts'
import { LearningServers } from './needs/learning-servers.ts'
import { NeedsBook } from './needs/needs-book.ts'
import { type ManifestStart, startWithManifest } from './needs/start-with-manifest.ts'
import { withRefusals } from './needs/with-refusals.ts'
import { isLikeCommands, serverDefinition } from './server-definitions.ts'
import { readWorkspaceServers } from './workspace-servers.ts'

declare const POUNDLOCK_VERSION: string

/** The servers that are configured for a workspace, and their manager. */
export interface OpenMcp {
  readonly manager: McpManager
  /** What contained servers need, learned and granted. */
  readonly book: NeedsBook
  readonly servers: readonly ConfiguredMcpServer[]
  /** Those that are switched off where they are configured: known by name, and never started. */
  readonly disabled: readonly ConfiguredMcpServer[]
  /** Entries that do not count, with reasons. */
  readonly ignored: readonly IgnoredMcpServer[]
  /** Problems of files that are not ours. */
  readonly problems: readonly string[]
  /** Rules that are for no server, or none of its tools. */
  readonly ruleProblems: readonly string[]
  readonly config: LoadedConfig
  readonly place: Location
  readonly stateDirectory: string
  /** Whose calls they serve. */
  readonly agent: string
}

/**
 * Reads the configured servers. Nothing is started.
 *
 * @param options.onChange called when the state of a server, or its list of tools, has changed
 */
export async function openMcp(
  flags: PlaceFlags,
  options: Pick<McpManagerOptions, 'authorization' | 'onChange' | 'onSampling' | 'onElicitation'> = {},
): Promise<OpenMcp> {
  const place = findLocation(flags)
  const state = stateFolder()
  const caller = { agent: flags.agent ?? 'main', session: flags.session ?? MAIN_SESSION }
  const config = loadConfig({
    workspace: place.workspace,
    stateDirectory: state,
    agent: caller.agent,
    ...(flags.config !== undefined && { file: flags.config }),
  })
  const resolved = resolveMcpServers(config.sources)
  const taken = new Set(resolved.servers.map(({ name }) => name))
  const project = await readWorkspaceServers(place.workspace, state, taken)
  const configured = [...resolved.servers, ...project.servers]
  const servers = configured.filter(({ settings }) => settings.enabled !== false)
  const book = new NeedsBook(mcpFolder(state))
  const learning = new LearningServers(book)
  const parts = { caller, config, place, stateDirectory: state }
  const stderrOf = (name: string) => manager.server(name)?.stderr ?? ''
  const location = { workspace: place.workspace, state, sources: config.sources }
  const manager: McpManager = createMcpManager({
    servers: definitionsOf(servers, config, deniedFiles(location, caller.agent)),
    store: openMcpStore(mcpFolder(state)),
    client: { name: 'poundlock', version: POUNDLOCK_VERSION },
    hostEnvironment: process.env,
    cwd: place.workspace,
    roots: [{ uri: pathToFileURL(place.workspace).href }],
    spillDirectory: outputFolder(state),
    runningDirectory: join(mcpFolder(state), 'running'),
    authorization: options.authorization ?? storedAuthorization(authorizationFolder(state)),
    onChange: (server) => {
      learning.listed(server, manager)
      options.onChange?.(server)
    },
    ...(options.onSampling && { onSampling: options.onSampling }),
    ...(options.onElicitation && { onElicitation: options.onElicitation }),
    startContained: containedStart(servers, parts, { book, learning, stderrOf }),
  })
  return {
    manager: withRefusals(manager, learning),
    book,
    servers,
    disabled: configured.filter(({ settings }) => settings.enabled === false),
    ignored: [...resolved.ignored, ...project.ignored],
    problems: project.problem === null ? [] : [project.problem],
    ruleProblems: await serverRuleProblems(location, servers),
    config,
    place,
    stateDirectory: state,
    agent: caller.agent,
  }
}

/** Starts a server in the sandbox of commands, where its user says so, and else with its manifest. */
function containedStart(
  servers: readonly ConfiguredMcpServer[],
  parts: Pick<ManifestStart, 'caller' | 'config' | 'place' | 'stateDirectory'>,
  needs: Pick<ManifestStart, 'book' | 'learning' | 'stderrOf'>,
): NonNullable<McpManagerOptions['startContained']> {
  const configured = new Map(servers.map((server) => [server.name, server]))
  return (definition, command) => {
    const server = configured.get(definition.name)
    const start = { ...parts, network: server?.settings.network }
    return isLikeCommands(server)
      ? startContained(command, start)
      : startWithManifest(definition, command, { ...start, ...needs })
  }
}

/** The definitions for the manager: servers whose rules cannot be enforced start only for calls. */
function definitionsOf(
  servers: readonly ConfiguredMcpServer[],
  { sources, resolved }: LoadedConfig,
  files: FileDenials,
): readonly McpServerDefinition[] {
  return servers.map((server) => {
    const startsForCallsOnly = withheldStart(server, { files, sources })
    const definition = serverDefinition(server, resolved.sandbox.network)
    return startsForCallsOnly === null ? definition : { ...definition, startsForCallsOnly }
  })
}
