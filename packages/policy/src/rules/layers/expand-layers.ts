import type { AgentLayer, PolicyLayer } from '../../model/layer.ts'
import { omitUndefined } from '../../model/omit-undefined.ts'
import { refuseLayer } from '../../model/policy-error.ts'
import { showValue } from '../../model/show-value.ts'
import { sourceAt } from '../../model/source-at.ts'

/** One spelling for the id of an agent. */
export const agentKey = (id: string) => (/^[a-z\d_-]+$/.test(id) ? id : id.normalize('NFKC').trim().toLowerCase())

/** Ids of all agents that the layers name, in one spelling. */
export function namedAgents(layers: readonly PolicyLayer[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const layer of layers) {
    const own = new Set<string>()
    for (const [index, { id }] of (layer.agents?.list ?? []).entries()) {
      const key = agentKey(id)
      if (key === '' || own.has(key)) {
        const problem = key === '' ? 'is not an id' : 'is the id of two agents'
        const source = sourceAt(layer, `/agents/list/${index}/id`)
        refuseLayer(source, `${showValue(id)} ${problem}`, 'Give each its own id.')
      }
      own.add(key)
      ids.add(key)
    }
  }
  return ids
}

/**
 * The layers that hold for one agent: each layer, then what it says for agents, then for this one, so that the more
 * specific value of one owner wins. What an organisation says stands first, for values to start from, and once more at
 * the end, where it can only tighten: whatever an owner says in between, it does not get looser than that.
 */
export function expandLayers(layers: readonly PolicyLayer[], agent: string): readonly PolicyLayer[] {
  const key = agentKey(agent)
  const spread = (of: readonly PolicyLayer[]) => of.flatMap((layer) => [layer, ...agentLayers(layer, key)])
  const binding = spread(layers.filter((layer) => layer.binding === true && layer.mayLoosen))
  const others = spread(layers.filter((layer) => layer.binding !== true || !layer.mayLoosen))
  return [...binding, ...others, ...binding.map(tightening)]
}

function agentLayers(layer: PolicyLayer, key: string): readonly PolicyLayer[] {
  const { agents } = layer
  const made: PolicyLayer[] = []
  if (agents?.defaults) made.push(agentLayer(layer, agents.defaults, '/agents/defaults', 'agents.defaults'))
  for (const [index, agent] of (agents?.list ?? []).entries()) {
    if (agentKey(agent.id) === key) made.push(agentLayer(layer, agent, `/agents/list/${index}`, `agents.${agent.id}`))
  }
  return made
}

function agentLayer(layer: PolicyLayer, from: AgentLayer, pointer: string, name: string): PolicyLayer {
  const { mode, exec, tools, elevated, network } = from
  return {
    name: `${layer.name} ${name}`,
    mayLoosen: layer.mayLoosen,
    agent: name,
    ...omitUndefined({
      binding: layer.binding,
      mode,
      exec,
      tools,
      elevated,
      network,
      locate: layer.locate && ((key: string) => layer.locate!(pointer + key)),
    }),
  }
}

/** Only its values: its rules count already. */
function tightening(layer: PolicyLayer): PolicyLayer {
  const { name, mode, exec, agent, locate, elevated, files, web, network } = layer
  const { host, security, ask, askFallback, proven } = exec ?? {}
  // What an organisation leaves to the host, a user may still contain.
  const kept = omitUndefined({ host: host === 'sandbox' ? host : undefined, security, ask, askFallback, proven })
  return {
    name,
    mayLoosen: false,
    ...omitUndefined({ agent, locate, mode, elevated, files, web, network }),
    exec: kept,
  }
}
