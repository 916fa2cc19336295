import type { LocalHost } from '@poundlock/local-host'
import type { AgentServers } from './agent-settings.ts'

/**
 * The tools of MCP servers for as long as a model works. A host that was opened anew meanwhile gets them, too; clients of
 * the session do not have them.
 */
export class ServerTools {
  readonly #servers: AgentServers | null
  readonly #given = new Map<LocalHost, () => void>()

  constructor(servers: AgentServers | null) {
    this.#servers = servers
  }

  give(host: LocalHost): void {
    if (this.#servers !== null && !this.#given.has(host)) this.#given.set(host, this.#servers.offerTo(host.runtime))
  }

  /** Takes them out of every host. */
  takeBack(): void {
    for (const withdraw of this.#given.values()) withdraw()
    this.#given.clear()
  }
}
