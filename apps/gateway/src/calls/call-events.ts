import type { SessionEvent } from '@poundlock/protocol'
import type { CallOutcome } from '@poundlock/runtime'
import { redactSecrets, visibleText } from '@poundlock/spec'
import type { NewEvent } from '../sessions/session-store.ts'
import { lastBytes } from './call-output.ts'
import type { RunningCall } from './running-call.ts'

/** UTF-16 units of a call's input in an event. */
const MOST_SUMMARY = 500
/** Bytes of the end of its output. */
const TAIL_BYTES = 20_000

type Decision = NonNullable<CallOutcome['decision']>

/** That a call was made, in a line. */
export function requestedEvent({ callId, origin, request }: RunningCall): NewEvent {
  const { tool, input } = request
  const { command } = input as { readonly command?: unknown }
  const text = typeof command === 'string' ? command : JSON.stringify(input)
  const summary = visibleText(redactSecrets(text.slice(0, 4 * MOST_SUMMARY)))
  return {
    kind: 'call-requested',
    callId,
    by: { device: origin.deviceId, name: origin.deviceName, role: origin.role as 'agent' },
    tool,
    summary: summary.length > MOST_SUMMARY ? `${summary.slice(0, MOST_SUMMARY)}…` : summary,
  }
}

/** How it was decided, and why. */
export function decidedEvent(callId: string, { decision, reasons }: Decision): NewEvent {
  const shown = reasons.slice(0, 20).map(({ code, message, layer, rule, source }) => ({
    code,
    message,
    layer,
    ...(rule !== undefined && { rule }),
    ...(source !== undefined && { source }),
  }))
  return { kind: 'call-decided', callId, decision, reasons: shown }
}

/** The end of what a command said; nothing where a hook withholds it. */
export function tailOf({ run, withheld }: CallOutcome): Pick<SessionEvent & { kind: 'call-ended' }, 'tail'> {
  return run === null || withheld !== null || run.tail === '' ? {} : { tail: lastBytes(run.tail, TAIL_BYTES) }
}
