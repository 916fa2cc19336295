import type { Policy, PolicyDecision, PolicyRequest } from '@poundlock/policy'
import type { Decision } from '@poundlock/spec'

/** One expectation of a policy. */
export interface PolicyCase {
  /** The command line, for `exec`. */
  readonly command?: string
  /** Another tool than `exec`, with its input. */
  readonly tool?: string
  /** Not validated; ignored where `command` is given. */
  readonly input?: unknown
  /** Whose call it is. The caller chooses where it is absent. */
  readonly agent?: string
  /** Where it starts. The caller chooses where it is absent. */
  readonly cwd?: string
  /** The decision that the policy must make. */
  readonly expect: Decision
  /** A reason code that must be among the reasons. */
  readonly code?: string
  /** Why it is expected, for the one who reads a failure. */
  readonly why?: string
}

/** How a case went. */
export interface CaseResult {
  /** The case that was tried. */
  readonly case: PolicyCase
  /** True when the decision, and the code where one is named, are as expected. */
  readonly passed: boolean
  /** The decision that was made, with its reasons. */
  readonly decision: PolicyDecision
  /** What is wrong, one sentence; `null` when it passed. */
  readonly problem: string | null
}

/** Holds a policy against cases. The caller makes requests of them: it can read command lines. */
export function runCases(
  policy: Policy,
  cases: readonly PolicyCase[],
  requestFor: (from: PolicyCase) => PolicyRequest,
): readonly CaseResult[] {
  return cases.map((one) => {
    const decision = policy.decide(requestFor(one))
    const problem =
      decision.decision !== one.expect
        ? `expected ${one.expect}, got ${decision.decision}: ${decision.reasons.map(({ message }) => message).join('; ')}`
        : one.code !== undefined && !decision.reasons.some(({ code }) => code === one.code)
          ? `expected the reason ${one.code}, got ${decision.reasons.map(({ code }) => code).join(', ')}`
          : null
    return { case: one, passed: problem === null, decision, problem }
  })
}
