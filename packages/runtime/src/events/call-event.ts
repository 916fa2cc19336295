import type { CallStatus } from '../call/outcome.ts'

interface OfCall {
  readonly runId: string
  readonly callId: string
  readonly tool: string
  readonly agent: string
  readonly session: string
}

/** What happens with a call that runs. What never ran has no events: its outcome says why. */
export type CallEvent =
  | (OfCall & { readonly type: 'tool-started' })
  /** It takes long, and still runs: told once. */
  | (OfCall & { readonly type: 'tool-running'; readonly durationMs: number })
  /** Something it said meanwhile. Nothing of it is told where a hook may keep the result back. */
  | (OfCall & { readonly type: 'tool-updated'; readonly text: string })
  | (OfCall & {
      readonly type: 'tool-ended'
      readonly status: CallStatus
      readonly message: string
      readonly durationMs: number
      /** Of a command: the last 20 000 characters of its output. */
      readonly tail?: string
    })

/** Is told of events. Whatever it throws is its own affair. */
export type CallListener = (event: CallEvent) => void

/** Tells a listener, which must not get in the way of the call. */
export function tell(listener: CallListener | undefined, event: CallEvent): void {
  try {
    listener?.(event)
  } catch {
    // The call goes on.
  }
}
