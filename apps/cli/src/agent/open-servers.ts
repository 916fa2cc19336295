import type { Assembly, PlaceFlags } from '../host/assemble.ts'
import { complain, firstLook } from '../mcp/first-look.ts'
import { openMcp, type OpenMcp } from '../mcp/open-mcp.ts'
import { DownstreamTools } from '../mcp/serve-tools.ts'

/** The configured MCP servers of an agent, and of those that work for it. */
export interface OpenServers {
  /** Has their tools among those of a runtime, which decides their calls. @returns takes them out again */
  offerTo(runtime: Assembly['runtime']): () => void
  close(): Promise<void>
  readonly opened: OpenMcp
}

/** Opens the configured servers; those whose tools are not known yet are started to list them. */
export async function openServers(flags: PlaceFlags, abortSignal: AbortSignal): Promise<OpenServers> {
  const offers = new Set<DownstreamTools>()
  const sync = () => offers.forEach((offer) => offer.sync())
  const opened = await openMcp(flags, { onChange: sync })
  const { manager, servers, ruleProblems } = opened
  for (const problem of ruleProblems) complain(problem)
  if (servers.length > 0) await firstLook(manager, abortSignal)
  return {
    offerTo(runtime) {
      const offer = new DownstreamTools(manager, runtime)
      offers.add(offer)
      offer.sync()
      return () => {
        offers.delete(offer)
        offer.withdraw()
      }
    },
    close: () => manager.close(),
    opened,
  }
}
