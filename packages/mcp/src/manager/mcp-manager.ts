import type { McpRoot } from '../connection/mcp-connection.ts'
import type { LinkEvents, McpLink } from '../link/mcp-link.ts'
import { openLink } from '../link/open-link.ts'
import type { McpStore } from '../manifest/mcp-store.ts'
import { McpError } from '../mcp-error.ts'
import { NameTable, type ToolPair } from '../names/name-table.ts'
import type { McpToolResult } from '../results/mcp-result.ts'
import type { McpServerDefinition } from '../servers/server-definition.ts'
import type { McpTool } from '../tools/mcp-tool.ts'
import { namedInputsOf } from '../tools/named-inputs.ts'
import { requiredPermissionOf } from '../tools/required-permission.ts'
import { type Backoff, DEFAULT_BACKOFF } from './backoff.ts'
import type { ManagedCallOptions } from './managed-call.ts'
import { ManagedServer } from './managed-server.ts'
import { refuseWithheldStart, type ServerSurroundings } from './open-server.ts'
import type { McpServerReport } from './server-report.ts'

/** Answers a request of a server to the model or the person. Throws to refuse. */
export type ServerQuestion = (server: string, params: unknown, signal: AbortSignal) => Promise<unknown>

export interface McpManagerOptions extends ServerSurroundings {
  /** Each with a name of its own. */
  readonly servers: readonly McpServerDefinition[]
  /** Where manifests and pins are kept. */
  readonly store: McpStore
  /** Our name for servers. */
  readonly client: { readonly name: string; readonly version: string }
  /** Folders that servers may work in. */
  readonly roots?: readonly McpRoot[]
  /** Called where a server's definition allows it; without it, servers see no such capability. */
  readonly onSampling?: ServerQuestion
  /** The same for questions to the person. */
  readonly onElicitation?: ServerQuestion
  /** Where results are kept that are too long. */
  readonly spillDirectory?: string
  /** Milliseconds and failures that differ from the defaults. */
  readonly backoff?: Partial<Backoff>
  /** The state of a server, or its list of tools, has changed. */
  readonly onChange?: (server: string) => void
}

/** Many servers as one: their tools are known before any of them runs, and each is started when it is called. */
export interface McpManager {
  /** Starts nothing. */
  servers(): readonly McpServerReport[]
  /** The state of a server, by its name; `null` when there is none. */
  server(name: string): McpServerReport | null
  /** The known tools of all servers, or of one. Starts nothing. */
  tools(server?: string): readonly McpTool[]
  /** The tool of a public name. Starts nothing. */
  find(publicName: string): McpTool | null
  /**
   * Starts a server and lists its tools anew, also one that was left alone.
   *
   * @throws McpError
   */
  refresh(server: string, signal?: AbortSignal): Promise<McpServerReport>
  /** Accepts these tools of a server and no others, with these digests. */
  accept(server: string, tools: readonly Pick<McpTool, 'name' | 'digest'>[]): void
  /** Reads anew what is accepted of a server, which another manager may have changed. Unknown servers are left out. */
  reread(server: string): void
  /**
   * Calls a tool by its raw names. The caller has decided that it may be called: the manager only refuses withheld
   * tools.
   *
   * @throws McpError
   */
  call(pair: ToolPair, input: unknown, options?: ManagedCallOptions): Promise<McpToolResult>
  /**
   * Starts or reaches a server once more, for a caller that speaks the protocol itself. The caller checks accepted
   * tools and limits.
   *
   * @throws McpError
   */
  open(server: string, events: LinkEvents): Promise<McpLink>
  /** Ends a server; a later call starts it again. */
  stop(server: string): Promise<void>
  /** Ends all of them, with everything that they started. */
  close(): Promise<void>
}

/**
 * Manages servers: starts one when it is needed, pins its tools, restarts it after a failure and ends it whole.
 *
 * @throws McpError `MCP_DEFINITION` for two servers of one name
 */
export function createMcpManager(options: McpManagerOptions): McpManager {
  const servers = manageAll(options, (server) => {
    byName = undefined
    options.onChange?.(server)
  })
  let byName: ReadonlyMap<string, McpTool> | undefined
  let isClosed = false
  const links = new Set<McpLink>()
  const serverOf = (name: string): ManagedServer => {
    const server = servers.get(name)
    if (server) return server
    throw new McpError(`There is no server ${JSON.stringify(name)}.`, {
      code: 'MCP_DEFINITION',
      details: { server: name },
      remedy: `Known servers: ${[...servers.keys()].join(', ') || 'none'}.`,
    })
  }
  const index = (): ReadonlyMap<string, McpTool> => (byName ??= indexTools(servers.values(), options.cwd))
  return {
    servers: () => [...servers.values()].map((server) => server.report()),
    server: (name) => servers.get(name)?.report() ?? null,
    tools: (name) => [...index().values()].filter((tool) => name === undefined || tool.server === name),
    find: (publicName) => index().get(publicName) ?? null,
    async refresh(name, signal) {
      const server = serverOf(name)
      await server.refresh(signal)
      byName = undefined
      return server.report()
    },
    accept(name, tools) {
      serverOf(name).accept(tools)
      byName = undefined
    },
    reread: (name) => servers.get(name)?.reread(),
    async call({ server, tool }, input, callOptions = {}) {
      return serverOf(server).call(tool, input, callOptions)
    },
    async open(name, events) {
      const { definition } = serverOf(name)
      if (isClosed) throw closed(name)
      refuseWithheldStart(definition)
      const link = await openLink(definition, options, events)
      links.add(link)
      const close = async () => {
        await link.close()
        links.delete(link)
      }
      if (isClosed) {
        await close()
        throw closed(name)
      }
      return { ...link, close }
    },
    stop: (name) => serverOf(name).stop(),
    async close() {
      isClosed = true
      await Promise.all([...servers.values(), ...links].map((server) => server.close()))
    },
  }
}

const closed = (server: string) =>
  new McpError(`The server ${JSON.stringify(server)} is closed: the manager was.`, {
    code: 'MCP_CLOSED',
    details: { server },
  })

function manageAll(options: McpManagerOptions, onChange: (server: string) => void): ReadonlyMap<string, ManagedServer> {
  const servers = new Map<string, ManagedServer>()
  for (const definition of options.servers) {
    const { name } = definition
    if (servers.has(name)) {
      throw new McpError(`Two servers are called ${JSON.stringify(name)}.`, {
        code: 'MCP_DEFINITION',
        details: { server: name },
        remedy: 'Give each a name of its own.',
      })
    }
    servers.set(
      name,
      manage(definition, options, () => onChange(name)),
    )
  }
  return servers
}

function manage(definition: McpServerDefinition, options: McpManagerOptions, onChange: () => void): ManagedServer {
  const { onSampling, onElicitation, roots, client, spillDirectory } = options
  const { name } = definition
  return new ManagedServer({
    definition,
    store: options.store,
    surroundings: options,
    backoff: { ...DEFAULT_BACKOFF, ...options.backoff },
    ...(spillDirectory !== undefined && { spillDirectory }),
    side: {
      ...client,
      ...(roots && { roots }),
      ...(onSampling &&
        definition.sampling === true && { onSampling: (params, signal) => onSampling(name, params, signal) }),
      ...(onElicitation &&
        definition.elicitation === true && { onElicitation: (params, signal) => onElicitation(name, params, signal) }),
    },
    onChange,
  })
}

/** One server whose state cannot be read has no tools; the others do. */
function indexTools(servers: Iterable<ManagedServer>, cwd: string): ReadonlyMap<string, McpTool> {
  const names = new NameTable()
  const tools = new Map<string, McpTool>()
  for (const { definition, tools: listed } of readable(servers)) {
    const server = definition.name
    for (const { tool, withheldBy } of listed) {
      const publicName = names.add({ server, tool: tool.name })
      if (publicName === null) continue
      const requiredPermission = requiredPermissionOf(tool, definition.permissions)
      const inputs = namedInputsOf({ ...tool, requiredPermission }, definition, cwd)
      tools.set(publicName, { ...tool, server, publicName, requiredPermission, inputs, withheldBy })
    }
  }
  return tools
}

function* readable(
  servers: Iterable<ManagedServer>,
): Generator<{ readonly definition: McpServerDefinition; readonly tools: ManagedServer['tools'] }> {
  for (const server of servers) {
    try {
      yield { definition: server.definition, tools: server.tools }
    } catch {
      // Its report says why.
    }
  }
}
