import type { GatewaySettings } from '@poundlock/config'
import type { AgentSettings } from '@poundlock/gateway'
import type { SessionServers } from './session-servers.ts'

interface AgentPlace {
  /** Instead of the user's `poundlock.json`. */
  readonly config?: string
  /** False where no person is asked. */
  readonly prompts?: boolean
  /** Where the servers of sessions are found while they are open. */
  readonly servers: SessionServers
}

const TURNS = 200
const AT_ONCE = 64

/**
 * The models that work in sessions of a gateway, as its configuration names them; what they need is loaded when used.
 */
export function gatewayAgents(
  configured: GatewaySettings['agents'],
  { config, prompts = true, servers }: AgentPlace,
): AgentSettings | null {
  if (configured === undefined) return null
  const { model, models = [], baseUrl, turns = TURNS, atOnce = AT_ONCE } = configured
  return {
    model,
    models: [...new Set([model, ...models])],
    turns,
    atOnce,
    openModel: async (name) =>
      (await import('../agent/open-named-model.ts')).openNamedModel(name, baseUrl === undefined ? {} : { baseUrl }),
    async openServers({ workspace, agent, session }) {
      const { openServers } = await import('../agent/open-servers.ts')
      const place = { workspace, agent, session, ...(config !== undefined && { config }) }
      return servers.keep(session, await openServers(place, new AbortController().signal))
    },
    async describe(host) {
      const { offeredTools, projectInstructions, promptFor } = await import('../agent/situation.ts')
      const tools = () => offeredTools(host)
      const instructions = await projectInstructions(host)
      return { tools, system: promptFor(host, tools(), { canAsk: prompts, instructions }) }
    },
  }
}
