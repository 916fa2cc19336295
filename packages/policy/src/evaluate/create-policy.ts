import type { PermissionMode } from '@poundlock/spec'
import { COMPILE_STEPS, DECISION_STEPS, withBudget } from '../model/budget.ts'
import type { ExecSettings, PolicyDecision, Setting, TraceStep } from '../model/decision.ts'
import type { PolicyLayer, ProvenLevel } from '../model/layer.ts'
import { PolicyError, refuseLayer } from '../model/policy-error.ts'
import type { FileDenials, PolicyRequest } from '../model/request.ts'
import type { Sender } from '../model/session-state.ts'
import { showValue } from '../model/show-value.ts'
import { type PolicyDocument, policyLayer } from '../rules/document/policy-document.ts'
import type { FileContext } from '../rules/files/file-context.ts'
import { checkLayers } from '../rules/layers/check-layers.ts'
import type { ElevatedAnswer } from '../rules/session/elevated-gates.ts'
import type { ListedTool } from '../rules/tools/tool-list.ts'
import { AgentPolicies } from './agent-policies.ts'
import type { CommandEvaluator } from './commands/line-evaluator.ts'

/** A policy, ready to decide. */
export interface Policy {
  /** Decides one call. Pure: the same request always gets the same answer. */
  decide(request: PolicyRequest): PolicyDecision
  /** The settings for commands that hold for a call: what `decide` goes by. */
  execSettings(request: PolicyRequest): ExecSettings
  /** What a command of a call may be proven to do at most, so that it needs no rule. */
  provenLevel(request: PolicyRequest): ProvenLevel
  /** Files that deny rules keep from all that an agent runs: for the sandbox, which sees what no gate does. */
  denials(caller: { readonly agent: string; readonly workspace: string }): FileDenials
  /** The permission modes that a call is compared with: the one that is configured, and those that other layers add. */
  modes(request: PolicyRequest): readonly Setting<PermissionMode>[]
  /** What files are evaluated by that a call names, for what `plainReadsBelow` proves of many at once. */
  fileContext(request: PolicyRequest): FileContext
  /** Whether a sender may elevate an agent's session; if not, the gate that is shut and the key that opens it. */
  elevated(agent: string, sender: Sender): ElevatedAnswer
}

/** What a policy must know besides its layers: the home, the tools, how commands are evaluated. */
export interface PolicyOptions {
  /** Absolute; `~` in path patterns stands for it. */
  readonly home: string
  /** Absolute; where the policy, the approvals and the record lie. No call may touch it. `~/.poundlock` always counts. */
  readonly stateDirectory?: string
  /** Tools besides the built-in ones that lists can name. Those of MCP servers (`mcp__server__tool`) need no entry. */
  readonly tools?: readonly ListedTool[]
  /**
   * `commandEvaluator` of `@poundlock/policy/commands`, where calls run commands. Without it every command line counts
   * as unread, and a policy with rules on commands is refused.
   */
  readonly commands?: CommandEvaluator
}

const NOTHING_BEFORE: readonly TraceStep[] = []

/**
 * Makes a policy of its layers. Their order matters only between layers that may loosen, for single values: the later
 * is the more specific one. The order of rules never matters.
 *
 * @param from one document, written like a `poundlock.json`, or layers from the least specific to the most specific
 * @throws PolicyError when a rule is malformed, an example does not hold, or a layer has a value that does not exist
 */
export function createPolicy(from: PolicyDocument | readonly PolicyLayer[], options: PolicyOptions): Policy {
  if (typeof from !== 'object' || from === null) {
    refuseLayer(
      'createPolicy',
      `the policy is ${showValue(from)}; expected a document or layers`,
      'Pass {} for no rules.',
    )
  }
  // A copy: later changes of the document must not change what was checked.
  const layers = isLayers(from)
    ? [...from]
    : [policyLayer(JSON.parse(JSON.stringify(from)) as PolicyDocument, { name: 'policy', mayLoosen: true })]
  // For programs that no compiler checked: both parts of the check name the option.
  checkLayers(layers, (options as PolicyOptions | undefined)?.home)
  const policies = withBudget(
    COMPILE_STEPS,
    () => new AgentPolicies(layers, options),
    () => refuseCostly(layers),
  )
  return {
    decide(request) {
      const { agent } = request.context
      return withBudget(
        DECISION_STEPS,
        () => {
          if (!request.session) return policies.of(agent).decide(request, NOTHING_BEFORE)
          const { policy, before } = policies.inSession(request)
          return policy.decide(request, before)
        },
        () => policies.of(agent).refuse(request),
      )
    },
    execSettings: (request) => policies.inSession(request).policy.execSettings(request),
    provenLevel: (request) => policies.inSession(request).policy.provenLevel(request),
    denials: ({ agent, workspace }) => policies.of(agent).denials(workspace),
    modes: (request) => policies.inSession(request).policy.modes,
    fileContext: (request) => policies.inSession(request).policy.fileContext,
    elevated: (agent, sender) => policies.elevated(agent, sender),
  }
}

/** The layer with the most rules is the one to look at. */
function refuseCostly(layers: readonly PolicyLayer[]): never {
  const sizes = layers.map((layer) => JSON.stringify(layer).length)
  const { name } = layers[sizes.indexOf(Math.max(...sizes))]!
  throw new PolicyError(`${name}: there are too many or too long rules: they take too long to compile`, {
    code: 'POLICY_LAYER',
    details: { source: name },
    remedy: 'Write fewer and shorter rules. Patterns in args take the longest.',
  })
}

function isLayers(from: PolicyDocument | readonly PolicyLayer[]): from is readonly PolicyLayer[] {
  return Array.isArray(from)
}
