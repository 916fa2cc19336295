import type { Decision } from '@poundlock/spec'
import type { ExecSettings, Setting, TraceStep } from '../../model/decision.ts'
import type { ReasonCode } from '../../model/reason-codes.ts'
import { answer } from '../../model/trace-step.ts'

/** What the host step needs to know of a line. */
export interface HostQuestion {
  readonly contained: boolean
  /** True when allow rules cover the whole line. */
  readonly covered: boolean
  /** What no allow rule covers, in words. */
  readonly misses: readonly string[]
  /** False where the owners never ask for what no rule covers. */
  readonly asksOnMiss: boolean
}

/** What the owner of the executing host lets through. A sandbox needs no approval. */
export function evaluateHost(
  { host, security, ask }: ExecSettings,
  { contained, covered, misses, asksOnMiss }: HostQuestion,
): TraceStep {
  const say = (decision: Decision, code: ReasonCode, message: string, { origin }: Setting<string> = security) =>
    answer('host', decision, code, message, { source: origin })
  if (host.value === 'sandbox') {
    const message = contained
      ? 'it runs contained, which needs no approval of its own'
      : 'no active sandbox confines it to the workspace: the mode alone decides'
    return say('allow', 'HOST_SANDBOX', message, host)
  }
  if (security.value === 'deny') {
    return say('deny', 'HOST_DENY', `security is deny on host ${host.value}: nothing runs there`)
  }
  const missed = `no allow rule covers ${misses.length === 0 ? 'the line' : misses.join(', ')}`
  if (security.value !== 'full' && !covered && !asksOnMiss) {
    return say('deny', 'HOST_MISS', `${missed}, and ask is off`)
  }
  if (ask.value === 'always') return say('ask', 'HOST_ALWAYS', `ask is always on host ${host.value}`, ask)
  if (security.value === 'full') return say('allow', 'HOST_FULL', `security is full on host ${host.value}`)
  return covered ? say('allow', 'HOST_MATCH', 'allow rules cover the whole line') : say('ask', 'HOST_MISS', missed)
}
