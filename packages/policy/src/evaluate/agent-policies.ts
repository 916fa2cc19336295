import type { TraceStep } from '../model/decision.ts'
import type { PolicyLayer } from '../model/layer.ts'
import type { PolicyRequest } from '../model/request.ts'
import type { ElevatedLevel, Sender } from '../model/session-state.ts'
import { answer } from '../model/trace-step.ts'
import { checkLayers } from '../rules/layers/check-layers.ts'
import { agentKey, expandLayers, namedAgents } from '../rules/layers/expand-layers.ts'
import { type ElevatedAnswer, askElevatedGates } from '../rules/session/elevated-gates.ts'
import { type ListedTool, type ToolCatalogue, createCatalogue } from '../rules/tools/tool-list.ts'
import { type CallPolicy, compileCallPolicy } from './call-policy.ts'
import type { CommandEvaluator } from './commands/line-evaluator.ts'

/** How many states of sessions are kept compiled. */
const MAX_KEPT = 256

export interface AgentPoliciesOptions {
  readonly home: string
  readonly stateDirectory?: string
  readonly tools?: readonly ListedTool[]
  readonly commands?: CommandEvaluator
}

/** The compiled policies of all agents. Agents that no layer names share one. */
export class AgentPolicies {
  readonly #layers: readonly PolicyLayer[]
  readonly #options: AgentPoliciesOptions
  readonly #catalogue: ToolCatalogue
  readonly #named: ReadonlySet<string>
  readonly #expanded = new Map<string, readonly PolicyLayer[]>()
  readonly #compiled = new Map<string, CallPolicy>()

  /** Compiles the policy of every agent at once, so that a mistake in one is reported when the policy is loaded. */
  constructor(layers: readonly PolicyLayer[], options: AgentPoliciesOptions) {
    this.#layers = layers
    this.#options = options
    this.#catalogue = createCatalogue(options.tools)
    this.#named = namedAgents(layers)
    for (const key of ['', ...this.#named]) this.#compiled.set(key, this.#compile(key, null, 'off'))
  }

  /** The policy of an agent whose session has no directives. */
  of(agent: string): CallPolicy {
    return this.#compiled.get(this.#keyOf(agent))!
  }

  /** The policy of the session of a request, and what its directives come to. */
  inSession(request: PolicyRequest): { readonly policy: CallPolicy; readonly before: readonly TraceStep[] } {
    const { agent } = request.context
    const { exec, elevated } = request.session ?? {}
    if (exec === undefined && elevated === undefined) return { policy: this.of(agent), before: [] }
    const gate = elevated && elevated.level !== 'off' ? this.elevated(agent, elevated.sender) : null
    const isShut = gate !== null && !gate.available
    const before = isShut
      ? [answer('parameters', 'allow', 'ELEVATED_REFUSED', `not elevated: ${gate.message}`, { source: gate.source })]
      : []
    const session: PolicyLayer | null = exec ? { name: '/exec', mayLoosen: true, exec } : null
    if (session) checkLayers([session], this.#options.home)
    return { policy: this.#policyIn(agent, session, isShut ? 'off' : (elevated?.level ?? 'off')), before }
  }

  /** Whether a sender may elevate an agent's session. */
  elevated(agent: string, sender: Sender): ElevatedAnswer {
    const layers = this.#layersFor(this.#keyOf(agent))
    const isOwner = (layer: PolicyLayer) => layer.mayLoosen && layer.agent === undefined
    const others = layers.filter((layer) => !isOwner(layer))
    return askElevatedGates(
      layers.filter(isOwner),
      others.map((layer) => ({ ...layer, prefix: layer.agent === undefined ? '' : `${layer.agent}.` })),
      sender,
    )
  }

  #policyIn(agent: string, session: PolicyLayer | null, level: ElevatedLevel): CallPolicy {
    const key = this.#keyOf(agent)
    const { host, security, ask, node } = session?.exec ?? {}
    const state = JSON.stringify([key, host, security, ask, node, level])
    const known = this.#compiled.get(state)
    if (known) return known
    if (this.#compiled.size > MAX_KEPT + this.#named.size) {
      for (const old of this.#compiled.keys()) if (old.startsWith('[')) this.#compiled.delete(old)
    }
    const policy = this.#compile(key, session, level)
    this.#compiled.set(state, policy)
    return policy
  }

  #compile(key: string, session: PolicyLayer | null, elevated: ElevatedLevel): CallPolicy {
    const layers = session ? [...this.#layersFor(key), session] : this.#layersFor(key)
    return compileCallPolicy(layers, { ...this.#options, catalogue: this.#catalogue, elevated })
  }

  #layersFor(key: string): readonly PolicyLayer[] {
    const known = this.#expanded.get(key)
    if (known) return known
    const layers = expandLayers(this.#layers, key)
    this.#expanded.set(key, layers)
    return layers
  }

  #keyOf(agent: string): string {
    if (this.#named.size === 0) return ''
    const key = agentKey(agent)
    return this.#named.has(key) ? key : ''
  }
}
