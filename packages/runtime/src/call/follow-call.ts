import { redactSecrets, type ToolSpec } from '@poundlock/spec'
import type { CallContext, LiveOptions } from '../create-runtime.ts'
import { tell, type CallListener } from '../events/call-event.ts'
import type { LeftOut } from '../redact/left-out.ts'
import { createLineRedactor } from '../redact/line-redactor.ts'
import { redactOutcome } from '../redact/redact-outcome.ts'
import type { CallOutcome } from './outcome.ts'
import { releaseOutput } from './release-output.ts'

export interface FollowOptions {
  readonly runId: string
  readonly callId: string
  readonly spec: ToolSpec
  readonly context: CallContext
  /** What its caller wants to see of it. */
  readonly live: LiveOptions
  readonly onEvent: CallListener | undefined
  /** Whether what looks like a secret is taken out. */
  readonly redacts: boolean
  /** Is told what was taken out. */
  readonly leftOut: LeftOut | null
  /** Whether nothing may be seen before somebody has spoken about the result. */
  readonly held: boolean
  /** After how many milliseconds it is told that it still runs; 0 for never. */
  readonly runningMs: number
}

/** One run, as those see it who follow it. */
export interface FollowedCall {
  /** What the tool is given in the place of its caller's. */
  readonly live: LiveOptions
  started(): void
  /** The outcome as its caller gets it; gives out what was held. */
  ended(outcome: CallOutcome): Promise<CallOutcome>
  /** The outcome of a run that broke, as its caller gets it; whoever saw it start is told of its end. */
  broke(outcome: CallOutcome): CallOutcome
  /** To be called last, whatever happened. */
  stop(): void
}

/** Puts itself between a run and those who follow it: events, redaction, and what is held back until it is settled. */
export function followCall(options: FollowOptions): FollowedCall {
  const { runId, callId, spec, context, live, onEvent, redacts, held } = options
  const { agent, session } = context
  const ids = { runId, callId, tool: spec.name, agent, session }
  const { onOutput, onUpdate } = live
  const seen =
    onOutput &&
    (async (chunk: Parameters<typeof onOutput>[0]) => {
      tell(onEvent, { type: 'tool-updated', ...ids, text: chunk.text })
      await onOutput(chunk)
    })
  const redactor = seen && redacts ? createLineRedactor(seen) : null
  const heard: LiveOptions = {
    ...live,
    ...(seen && { onOutput: held ? () => undefined : (redactor?.onOutput ?? seen) }),
    ...((onUpdate || onEvent) && {
      onUpdate({ text }: { readonly text: string }) {
        if (held) return
        const told = redacts ? redactSecrets(text) : text
        tell(onEvent, { type: 'tool-updated', ...ids, text: told })
        onUpdate?.({ text: told })
      },
    }),
  }
  const begun = performance.now()
  let slow: NodeJS.Timeout | undefined
  let isOn = false
  const tellEnd = ({ status, message, run }: CallOutcome) => {
    isOn = false
    if (!onEvent) return
    const durationMs = performance.now() - begun
    tell(onEvent, { type: 'tool-ended', ...ids, status, message, durationMs, ...(run && { tail: run.tail }) })
  }
  const runs = () => tell(onEvent, { type: 'tool-running', ...ids, durationMs: performance.now() - begun })
  return {
    live: heard,
    started() {
      isOn = true
      tell(onEvent, { type: 'tool-started', ...ids })
      if (onEvent && options.runningMs > 0) slow = setTimeout(runs, options.runningMs).unref()
    },
    stop: () => clearTimeout(slow),
    broke(outcome) {
      const settled = redacts ? redactOutcome(outcome) : outcome
      if (isOn) tellEnd(settled)
      return settled
    },
    async ended(outcome) {
      clearTimeout(slow)
      const settled = redacts ? redactOutcome(outcome) : outcome
      options.leftOut?.learn(outcome, settled)
      const { run, withheld } = settled
      if (held && withheld === null && run) await releaseOutput(run, seen)
      await redactor?.flush()
      tellEnd(settled)
      return settled
    },
  }
}
