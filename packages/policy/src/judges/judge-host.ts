import type { ExecSettings, TraceStep } from '../decision.ts'
import { answer } from './answer.ts'

/** What is known of a line when its host is asked. */
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
export function judgeHost(
  { host, security, ask }: ExecSettings,
  { contained, covered, misses, asksOnMiss }: HostQuestion,
): TraceStep {
  if (host.value === 'sandbox') {
    const message = contained
      ? 'it runs contained, which needs no approval of its own'
      : 'no active sandbox confines it to the workspace: the mode alone decides'
    return answer('host', 'allow', 'HOST_SANDBOX', message, { source: host.origin })
  }
  const from = { source: security.origin }
  if (security.value === 'deny') {
    return answer('host', 'deny', 'HOST_DENY', `security is deny on host ${host.value}: nothing runs there`, from)
  }
  const missed = `no allow rule covers ${misses.length === 0 ? 'the line' : misses.join(', ')}`
  if (security.value !== 'full' && !covered && !asksOnMiss) {
    return answer('host', 'deny', 'HOST_MISS', `${missed}, and ask is off`, from)
  }
  if (ask.value === 'always') {
    return answer('host', 'ask', 'HOST_ALWAYS', `ask is always on host ${host.value}`, { source: ask.origin })
  }
  if (security.value === 'full') {
    return answer('host', 'allow', 'HOST_FULL', `security is full on host ${host.value}`, from)
  }
  return covered
    ? answer('host', 'allow', 'HOST_MATCH', 'allow rules cover the whole line', from)
    : answer('host', 'ask', 'HOST_MISS', missed, from)
}
