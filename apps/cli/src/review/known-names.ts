import { existsSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { resolveMcpServers, type ConfiguredMcpServer, type ConfigSource } from '@poundlock/config'
import { homeFolder, policyLayers } from '@poundlock/local-host'
import { createExecutableFinder, SYSTEM_PATH } from '@poundlock/plan'
import { createPolicy, type FileDenials } from '@poundlock/policy'
import type { KnownNames, KnownServer, LintFinding } from '@poundlock/policy-review'
import { commandEvaluator } from '@poundlock/policy/commands'
import { isBashBuiltin } from '@poundlock/shell/analysis'
import { BUILT_IN_TOOLS, coversTool, isMcpName } from '@poundlock/spec'
import { readWorkspaceServers } from '../mcp/workspace-servers.ts'
import { unkeptRules } from './unkept-rules.ts'

interface NamesLocation {
  readonly workspace: string
  readonly state: string
  readonly sources: readonly ConfigSource[]
}

/** The names that rules can use here: programs, paths, and servers of every file, also of untrusted ones. */
export async function knownNames(location: NamesLocation): Promise<KnownNames> {
  const folders = [...(process.env['PATH'] ?? '').split(':').filter(isAbsolute), ...SYSTEM_PATH]
  const find = createExecutableFinder(folders)
  return {
    workspace: location.workspace,
    servers: await knownServers(location),
    hasProgram: (name) => isBashBuiltin(name) || find(name, location.workspace) !== null,
    exists: (path) => existsSync(path),
  }
}

/** Every server that a file names, with the tools that it listed last. */
export async function knownServers({ workspace, state, sources }: NamesLocation): Promise<readonly KnownServer[]> {
  const { servers, ignored } = resolveMcpServers(sources)
  const own = [...servers, ...ignored].map(({ name }) => name)
  const project = await readWorkspaceServers(workspace, state, new Set(own))
  const names = new Set([...own, ...[...project.servers, ...project.ignored].map(({ name }) => name)])
  if (names.size === 0) return []
  const [{ openMcpStore }, { mcpFolder }] = await Promise.all([
    import('@poundlock/mcp'),
    import('../mcp/mcp-folder.ts'),
  ])
  const store = openMcpStore(mcpFolder(state))
  return [...names].map((name) => ({
    name,
    tools: store.readManifest(name)?.tools.map((tool) => tool.name) ?? null,
  }))
}

/**
 * Rules that match no server, or no tool of it, and rules that cannot be enforced on a server, a line each: shown
 * wherever servers are used, since such a rule denies nothing.
 */
export async function serverRuleProblems(
  location: NamesLocation,
  servers?: readonly ConfiguredMcpServer[],
): Promise<readonly string[]> {
  const all = servers ?? (await configuredServers(location))
  return [...(await unmatchedRules(location)), ...unkeptProblems(location, all)]
}

/** Those that count: of the configuration, and of the `.mcp.json` of a project where it is trusted. */
export async function configuredServers({
  workspace,
  state,
  sources,
}: NamesLocation): Promise<readonly ConfiguredMcpServer[]> {
  const { servers } = resolveMcpServers(sources)
  const project = await readWorkspaceServers(workspace, state, new Set(servers.map(({ name }) => name)))
  return [...servers, ...project.servers]
}

/**
 * Rules on files that are not enforced on servers outside of the sandbox, where the user did not say that this is
 * intended.
 */
function unkeptProblems(location: NamesLocation, servers: readonly ConfiguredMcpServer[]): readonly string[] {
  if (servers.length === 0) return []
  return unkeptRules(servers, { files: deniedFiles(location), sources: location.sources })
    .filter(({ severity }) => severity === 'warning')
    .map(({ message, source }) => `${source}: ${message}`)
}

/** The files that rules keep from what an agent runs. */
export function deniedFiles({ workspace, sources, state }: NamesLocation, agent = 'main'): FileDenials {
  const options = { home: homeFolder(), stateDirectory: state, commands: commandEvaluator }
  return createPolicy(policyLayers(sources), options).denials({ agent, workspace })
}

async function unmatchedRules(location: NamesLocation): Promise<readonly string[]> {
  // Most policies name no server.
  if (!location.sources.some(({ document: { tools, agents } }) => JSON.stringify([tools, agents]).includes('mcp__')))
    return []
  const [servers, { lintPolicy }] = await Promise.all([knownServers(location), import('@poundlock/policy-review')])
  return lintPolicy(policyLayers(location.sources), { home: homeFolder(), known: { servers } })
    .filter(({ code, severity }) => code === 'names-nothing' && severity === 'warning')
    .map(({ message, source }) => `${source}: ${message}`)
}

/** Hooks that no tool is for: their programs are never asked. */
export async function hookFindings(
  sources: readonly ConfigSource[],
  known: KnownNames,
): Promise<readonly LintFinding[]> {
  const { serverProblem } = await import('@poundlock/policy-review')
  return sources.flatMap(({ document, source }) =>
    Object.entries(document.hooks ?? {}).flatMap(([event, hooks]) =>
      hooks.flatMap(({ tools = [] }, index) =>
        tools.flatMap((pattern, at): readonly LintFinding[] => {
          const problem = isMcpName(pattern)
            ? serverProblem(pattern, 'deny', known.servers ?? [])
            : pattern.includes('*') && !BUILT_IN_TOOLS.some((tool) => coversTool(pattern, tool))
              ? 'matches no tool'
              : null
          if (problem === null) return []
          const pointer = `/hooks/${event}/${index}/tools/${at}`
          const message = `"${pattern}" in hooks.${event} ${problem}`
          return [
            { code: 'names-nothing', severity: 'warning', message, rule: pattern, source: source.locate(pointer) },
          ]
        }),
      ),
    ),
  )
}
