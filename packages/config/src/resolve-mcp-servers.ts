import type { ConfigSource } from './config-source.ts'
import type { ConfigDocument } from './schema.ts'

/** A server as a file has it. */
export type McpServerSettings = NonNullable<ConfigDocument['mcpServers']>[string]

/** A server of MCP, as the configuration has it. */
export interface ConfiguredMcpServer {
  /** Its key in the file. */
  readonly name: string
  /** Its entry, checked and otherwise as it is written. */
  readonly settings: McpServerSettings
  /** `file:line:column`. */
  readonly origin: string
  /** Whose file it is from. */
  readonly kind: ConfigSource['kind']
}

/** A server that a file has and that does not count. */
export interface IgnoredMcpServer {
  /** Its key in the file. */
  readonly name: string
  /** `file:line:column`. */
  readonly origin: string
  /** Whose file it is from. */
  readonly kind: ConfigSource['kind']
  /** `untrusted`: it came with a repository that was not trusted; `taken`: another file has the name already. */
  readonly reason: 'untrusted' | 'taken'
}

/**
 * The servers of all files. No file replaces a server of the organisation, and no repository a server of the user. A
 * repository's own servers are programs, so they are ignored until it is trusted.
 */
export function resolveMcpServers(sources: readonly ConfigSource[]): {
  readonly servers: readonly ConfiguredMcpServer[]
  readonly ignored: readonly IgnoredMcpServer[]
} {
  const servers = new Map<string, ConfiguredMcpServer>()
  const ignored: IgnoredMcpServer[] = []
  for (const kind of ['organisation', 'user', 'workspace'] as const) {
    for (const { document, source, trusted } of sources.filter((one) => one.kind === kind)) {
      for (const [name, settings] of Object.entries(document.mcpServers ?? {})) {
        const origin = source.locate(`/mcpServers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`)
        if (servers.has(name)) ignored.push({ name, origin, kind, reason: 'taken' })
        else if (kind === 'workspace' && trusted !== true) ignored.push({ name, origin, kind, reason: 'untrusted' })
        else servers.set(name, { name, settings, origin, kind })
      }
    }
  }
  return { servers: [...servers.values()], ignored }
}
