import {
  type PlannedCommand,
  type Policy,
  type PolicyDecision,
  type PolicyLayer,
  type PolicyOptions,
  type PolicyRequest,
  type RuleInput,
  withFallback,
} from '@poundlock/policy'
import { createWholePolicy } from './create-whole-policy.ts'
import { type RequestSample, sampleRequests } from './request-samples.ts'

/** Whether everything that one policy allows is allowed by another. */
export type Implication =
  | { readonly answer: 'yes' }
  /** A request that the first allows and the second does not, and what the second says. */
  | { readonly answer: 'no'; readonly request: PolicyRequest; readonly decision: PolicyDecision }
  /** No such request was found, and not all were looked at. */
  | { readonly answer: 'unknown'; readonly gaps: readonly string[] }

export interface ImpliesOptions extends PolicyOptions {
  /** Absolute; where relative patterns start. */
  readonly workspace: string
  /** Whether a command runs code of its own, as `npm test` does. Without it, every command may. */
  readonly runsCode?: (command: PlannedCommand) => boolean
}

/**
 * Whether `second` allows everything that `first` allows, also without a person to ask. Decided for calls without an
 * approvals document, grants and session state, which would be the same for both.
 *
 * `no` is certain: both policies decided the request. `yes` is certain as well: the checked requests represent all. A
 * regular expression on arguments counts as wider than it may be in an allow rule of the first and a deny rule of the
 * second, and as narrower in the opposite case, so that `yes` stays sound.
 */
export function implies(
  first: readonly PolicyLayer[],
  second: readonly PolicyLayer[],
  options: ImpliesOptions,
): Implication {
  if (JSON.stringify(first) === JSON.stringify(second)) return { answer: 'yes' }
  const { home, workspace, runsCode } = options
  const base = { home, workspace, ...(runsCode && { runsCode }) }
  const samples = sampleRequests([first, second], base)
  const exact = [createWholePolicy(first, options), createWholePolicy(second, options)] as const
  const found = findDifference(...exact, samples.requests())
  if (found) return { answer: 'no', ...found }
  if (samples.gaps.length === 0) return { answer: 'yes' }
  if (!samples.onlyArguments) return { answer: 'unknown', gaps: samples.gaps }
  const [wider, narrower] = [withoutArguments(first, 'wider'), withoutArguments(second, 'narrower')]
  const bounded = sampleRequests([wider, narrower], base)
  const difference = findDifference(
    createWholePolicy(wider, options),
    createWholePolicy(narrower, options),
    bounded.requests(),
  )
  return difference ? { answer: 'unknown', gaps: samples.gaps } : { answer: 'yes' }
}

interface Difference {
  readonly request: PolicyRequest
  readonly decision: PolicyDecision
}

function findDifference(first: Policy, second: Policy, samples: Iterable<RequestSample>): Difference | null {
  const requested = new Set<string>()
  for (const { request, more = [] } of samples) {
    const allowed = first.decide(request)
    if (withFallback(allowed).decision !== 'allow') continue
    const decision = second.decide(request)
    const difference = differenceOf(request, allowed, decision)
    if (difference) return difference
    for (const { key, requests } of more) {
      const kind = [key, stepsOf(allowed), stepsOf(decision)].join('\n')
      if (requested.has(kind)) continue
      requested.add(kind)
      for (const varied of requests()) {
        const found = differenceOf(varied, first.decide(varied), second.decide(varied))
        if (found) return found
      }
    }
  }
  return null
}

/** Whether the second refuses what the first allows, with or without an approver. */
function differenceOf(request: PolicyRequest, first: PolicyDecision, second: PolicyDecision): Difference | null {
  if (first.decision === 'allow') return second.decision === 'allow' ? null : { request, decision: second }
  if (withFallback(first).decision !== 'allow') return null
  const alone = withFallback(second)
  if (alone.decision === 'allow') return null
  return { request: { ...request, context: { ...request.context, interactive: false } }, decision: alone }
}

const stepsOf = ({ trace, covered }: PolicyDecision) =>
  `${covered} ${trace.map(({ code, decision }) => `${code} ${decision}`).join(' ')}`

/** The policy with its regular expressions left out: rules that have one cover everything or nothing. */
function withoutArguments(layers: readonly PolicyLayer[], bound: 'wider' | 'narrower'): readonly PolicyLayer[] {
  const spread = (rules: readonly RuleInput[] | undefined, covers: boolean) =>
    rules?.flatMap((rule): RuleInput[] => {
      if (typeof rule === 'string' || !('args' in rule)) return [rule]
      return covers && 'command' in rule ? [rule.command] : []
    }) ?? []
  const change = <Part extends Pick<PolicyLayer, 'exec'>>(part: Part): Part =>
    part.exec
      ? {
          ...part,
          exec: {
            ...part.exec,
            allowRules: spread(part.exec.allowRules, bound === 'wider'),
            askRules: spread(part.exec.askRules, bound === 'narrower'),
            denyRules: spread(part.exec.denyRules, bound === 'narrower'),
          },
        }
      : part
  return layers.map((layer) => ({
    ...change(layer),
    ...(layer.agents && {
      agents: {
        ...(layer.agents.defaults && { defaults: change(layer.agents.defaults) }),
        ...(layer.agents.list && { list: layer.agents.list.map(change) }),
      },
    }),
  }))
}
