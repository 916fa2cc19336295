import type { OpenServers } from '../agent/open-servers.ts'
import type { OpenMcp } from '../mcp/open-mcp.ts'

/** The MCP servers that are open for sessions in which models of the gateway work. */
export class SessionServers {
  readonly #open = new Map<string, OpenServers>()
  /** Also those that a reload has replaced, while a prompt goes on with them. */
  readonly #all = new Set<OpenServers>()

  /** Keeps the servers of a session for as long as they are open. @returns them */
  keep(session: string, servers: OpenServers): OpenServers {
    this.#open.set(session, servers)
    const kept = {
      ...servers,
      close: async () => {
        if (this.#open.get(session) === servers) this.#open.delete(session)
        this.#all.delete(servers)
        await servers.close()
      },
    }
    this.#all.add(servers)
    return kept
  }

  /** Those of a session, with what is accepted now; `null` where none are open. */
  of(session: string): OpenMcp | null {
    const opened = this.#open.get(session)?.opened ?? null
    for (const { name } of opened?.servers ?? []) opened!.manager.reread(name)
    return opened
  }

  /** What is accepted of a server has changed: sessions offer its tools by that. */
  reread(server: string): void {
    for (const { opened } of this.#all) opened.manager.reread(server)
  }
}
