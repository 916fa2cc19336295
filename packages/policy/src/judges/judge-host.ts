import type { ExecSettings, TraceStep } from '../decision.ts'
import { answer } from './answer.ts'

/** What the owner of the executing host lets through. A sandbox needs no approval. */
export function judgeHost(
  { host, security, ask }: ExecSettings,
  contained: boolean,
  covered: boolean,
  /** What no allow rule covers, in words. */
  misses: readonly string[],
): TraceStep {
  if (host.value === 'sandbox') {
    return contained
      ? answer('host', 'allow', 'HOST_SANDBOX', 'it runs contained, which needs no approval of its own', {
          source: host.origin,
        })
      : answer(
          'host',
          'allow',
          'HOST_SANDBOX',
          'no active sandbox holds it to the workspace, so that containment vouches for nothing',
          {
            source: host.origin,
          },
        )
  }
  const from = { source: security.origin }
  if (security.value === 'deny') {
    return answer('host', 'deny', 'HOST_DENY', `security is deny on host ${host.value}: nothing runs there`, from)
  }
  if (ask.value === 'always') {
    return answer('host', 'ask', 'HOST_ALWAYS', `ask is always on host ${host.value}`, { source: ask.origin })
  }
  if (security.value === 'full')
    return answer('host', 'allow', 'HOST_FULL', `security is full on host ${host.value}`, from)
  if (covered) return answer('host', 'allow', 'HOST_MATCH', 'allow rules cover the whole line', from)
  const what = misses.length === 0 ? 'the line' : misses.join(', ')
  return ask.value === 'off'
    ? answer('host', 'deny', 'HOST_MISS', `no allow rule covers ${what}, and ask is off`, from)
    : answer('host', 'ask', 'HOST_MISS', `no allow rule covers ${what}`, from)
}
