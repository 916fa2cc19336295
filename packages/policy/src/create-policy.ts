import { compileCallPolicy, type CallPolicy } from './call-policy.ts'
import { checkLayers } from './check-layers.ts'
import type { ExecSettings, PolicyDecision, TraceStep } from './decision.ts'
import { policyLayer, type PolicyDocument } from './document/policy-document.ts'
import type { FileGround } from './files/file-ground.ts'
import { answer } from './judges/answer.ts'
import type { PolicyLayer } from './layer.ts'
import { agentKey, expandLayers, namedAgents } from './layers/expand-layers.ts'
import type { CommandJudge } from './line-judge.ts'
import type { PolicyRequest } from './request.ts'
import { askElevatedGates, type ElevatedAnswer } from './session/elevated-gates.ts'
import type { ElevatedLevel, Sender } from './session/session-state.ts'
import { createCatalogue, type ListedTool } from './tools/tool-list.ts'

/** A policy, ready to decide. */
export interface Policy {
  /** Decides one call. Pure: the same request always gets the same answer. */
  decide(request: PolicyRequest): PolicyDecision
  /** The settings for commands that hold for a call: what `decide` goes by. */
  execSettings(request: PolicyRequest): ExecSettings
  /** What files are judged by that a call names, for what `@poundlock/policy/files` proves of many at once. */
  fileGround(request: PolicyRequest): FileGround
  /** Whether somebody may lift an agent's session out of its sandbox; if not, which gate is shut and what opens it. */
  elevated(agent: string, sender: Sender): ElevatedAnswer
}

export interface PolicyOptions {
  /** Absolute; `~` in path patterns stands for it. */
  readonly home: string
  /** Absolute; where the policy, the approvals and the record lie. No call may touch it. `~/.poundlock` always counts. */
  readonly stateDirectory?: string
  /** Tools besides the built-in ones that lists can name. Those of MCP servers (`mcp__server__tool`) need no entry. */
  readonly tools?: readonly ListedTool[]
  /**
   * `commandJudge` of `@poundlock/policy/commands`, where calls run commands. Without it every command line is one that
   * nobody has read, and a policy with rules on commands is refused.
   */
  readonly commands?: CommandJudge
}

const NOTHING_BEFORE: readonly TraceStep[] = []

/** How many states of sessions are kept compiled. */
const MAX_KEPT = 256

/**
 * Makes a policy of its layers. Their order matters only between layers that may loosen, for single values: the later
 * is the more specific one. The order of rules never matters.
 *
 * @param from one document, written like a `poundlock.json`, or layers from the least specific to the most specific
 * @throws PolicyError when a rule is malformed, an example does not hold, or a layer has a value that does not exist
 */
export function createPolicy(from: PolicyDocument | readonly PolicyLayer[], options: PolicyOptions): Policy {
  // A copy: whoever changes the document later must not change what was checked.
  const layers = isLayers(from)
    ? [...from]
    : [policyLayer(JSON.parse(JSON.stringify(from)) as PolicyDocument, { name: 'policy', mayLoosen: true })]
  const { home } = options
  checkLayers(layers, home)
  const catalogue = createCatalogue(options.tools)
  const named = namedAgents(layers)
  const expanded = new Map<string, readonly PolicyLayer[]>()
  const compiled = new Map<string, CallPolicy>()

  /** Agents that no layer names share one policy. */
  const keyOf = (agent: string) => (named.size > 0 && named.has(agentKey(agent)) ? agentKey(agent) : '')
  const layersFor = (key: string) => {
    let own = expanded.get(key)
    if (!own) expanded.set(key, (own = expandLayers(layers, key)))
    return own
  }
  const compile = (key: string, session: PolicyLayer | null, elevated: ElevatedLevel): CallPolicy => {
    const own = session ? [...layersFor(key), session] : layersFor(key)
    return compileCallPolicy(own, { ...options, catalogue, elevated })
  }
  // At once, so that what is wrong for one agent is told when the policy is loaded.
  for (const key of ['', ...named]) compiled.set(key, compile(key, null, 'off'))

  const gates = (agent: string, sender: Sender) => {
    const own = layersFor(keyOf(agent))
    const isOwner = (layer: PolicyLayer) => layer.mayLoosen && layer.agent === undefined
    const others = own.filter((layer) => !isOwner(layer))
    return askElevatedGates(
      own.filter(isOwner),
      others.map((layer) => ({ ...layer, prefix: layer.agent === undefined ? '' : `${layer.agent}.` })),
      sender,
    )
  }

  const policyFor = (
    request: PolicyRequest,
  ): { readonly policy: CallPolicy; readonly before: readonly TraceStep[] } => {
    const key = keyOf(request.context.agent)
    const { exec, elevated } = request.session ?? {}
    if (exec === undefined && elevated === undefined) return { policy: compiled.get(key)!, before: [] }
    const before: TraceStep[] = []
    let level: ElevatedLevel = elevated?.level ?? 'off'
    if (elevated && level !== 'off') {
      const gate = gates(request.context.agent, elevated.sender)
      if (!gate.available) {
        level = 'off'
        const message = `not elevated: ${gate.message}`
        before.push(answer('parameters', 'allow', 'ELEVATED_REFUSED', message, { source: gate.source }))
      }
    }
    const session: PolicyLayer | null = exec ? { name: '/exec', mayLoosen: true, exec } : null
    if (session) checkLayers([session], home)
    const kept = JSON.stringify([key, exec?.host, exec?.security, exec?.ask, exec?.node, level])
    let policy = compiled.get(kept)
    if (!policy) {
      if (compiled.size > MAX_KEPT + named.size) {
        for (const old of compiled.keys()) if (old.startsWith('[')) compiled.delete(old)
      }
      compiled.set(kept, (policy = compile(key, session, level)))
    }
    return { policy, before }
  }
  return {
    decide(request) {
      if (!request.session) return compiled.get(keyOf(request.context.agent))!.decide(request, NOTHING_BEFORE)
      const { policy, before } = policyFor(request)
      return policy.decide(request, before)
    },
    execSettings: (request) => policyFor(request).policy.execSettings(request),
    fileGround: (request) => policyFor(request).policy.fileGround,
    elevated: gates,
  }
}

function isLayers(from: PolicyDocument | readonly PolicyLayer[]): from is readonly PolicyLayer[] {
  return Array.isArray(from)
}
