import type { CallStatus } from '../call/outcome.ts'

interface OfCall {
  readonly runId: string
  readonly callId: string
  readonly tool: string
  readonly agent: string
  readonly session: string
}

/** The events of a call that runs. A call that never ran has none: its outcome says why. */
export type CallEvent =
  | (OfCall & { readonly type: 'tool-started' })
  /** The call is still running after a while; sent once. */
  | (OfCall & { readonly type: 'tool-running'; readonly durationMs: number })
  /** Output of a running call. Not sent where a hook may withhold the result. */
  | (OfCall & { readonly type: 'tool-updated'; readonly text: string })
  | (OfCall & {
      readonly type: 'tool-ended'
      /** How the call ended, for programs. */
      readonly status: CallStatus
      /** One line about how it went. */
      readonly message: string
      /** Milliseconds from its start. */
      readonly durationMs: number
      /** Of a command: the last 20 000 characters of its output. */
      readonly tail?: string
    })

/** Receives events; the runtime ignores its exceptions. */
export type CallListener = (event: CallEvent) => void

/** Tells a listener, which must not get in the way of the call. */
export function tell(listener: CallListener | undefined, event: CallEvent): void {
  try {
    listener?.(event)
  } catch {
    // The call goes on.
  }
}
