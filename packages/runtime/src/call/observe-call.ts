import { redactSecrets } from '@poundlock/spec'
import { tell, type CallEvent, type CallListener } from '../events/call-event.ts'
import type { LeftOut } from '../redact/left-out.ts'
import { createLineRedactor } from '../redact/line-redactor.ts'
import { redactOutcome } from '../redact/redact-outcome.ts'
import type { CallOptions } from './call-options.ts'
import type { CallOutcome } from './outcome.ts'
import { releaseOutput } from './release-output.ts'

type EventIds = Pick<CallEvent, 'runId' | 'callId' | 'tool' | 'agent' | 'session'>

export interface ObserverOptions {
  readonly ids: EventIds
  /** The caller's. */
  readonly options: CallOptions
  readonly onEvent: CallListener | undefined
  /** Whether secrets are redacted. */
  readonly redacts: boolean
  /** Remembers redacted lines. */
  readonly leftOut: LeftOut | null
  /** Whether nothing may be seen before the hooks have answered about the result. */
  readonly withholds: boolean
  /** After how many milliseconds an event says that it still runs; 0 for never. */
  readonly runningMs: number
}

/** Observes a run: emits its events, redacts its output, and withholds output until it is settled. */
export interface CallObserver {
  readonly withholds: boolean
  /** What the tool is given in the place of its caller's options. */
  readonly options: CallOptions
  started(): void
  /** The outcome for the caller; releases withheld output. */
  ended(outcome: CallOutcome): Promise<CallOutcome>
  /** The outcome of a call that failed, as its caller gets it. A start that was observed gets its end. */
  failed(outcome: CallOutcome): CallOutcome
  /** To be called last, whatever happened. */
  stop(): void
}

export const createCallObserver = (options: ObserverOptions): CallObserver => new Observer(options)

class Observer implements CallObserver {
  readonly withholds: boolean
  readonly options: CallOptions
  readonly #given: ObserverOptions
  readonly #onOutput: CallOptions['onOutput']
  readonly #flush: () => Promise<void>
  readonly #createdAt = performance.now()
  #timer: NodeJS.Timeout | undefined
  #isRunning = false

  constructor(given: ObserverOptions) {
    const { ids, options, onEvent, redacts, withholds } = given
    const { onOutput, onUpdate } = options
    this.#given = given
    this.withholds = withholds
    this.#onOutput =
      onOutput &&
      (async (chunk) => {
        tell(onEvent, { type: 'tool-updated', ...ids, text: chunk.text })
        await onOutput(chunk)
      })
    const redactor = this.#onOutput && redacts ? createLineRedactor(this.#onOutput) : null
    this.#flush = async () => redactor?.flush()
    this.options = {
      ...options,
      ...(this.#onOutput && { onOutput: withholds ? () => undefined : (redactor?.onOutput ?? this.#onOutput) }),
      ...((onUpdate || onEvent) && {
        onUpdate({ text }: { readonly text: string }) {
          if (withholds) return
          const visible = redacts ? redactSecrets(text) : text
          tell(onEvent, { type: 'tool-updated', ...ids, text: visible })
          onUpdate?.({ text: visible })
        },
      }),
    }
  }

  started(): void {
    const { ids, onEvent, runningMs } = this.#given
    this.#isRunning = true
    tell(onEvent, { type: 'tool-started', ...ids })
    if (!onEvent || runningMs <= 0) return
    const running = () => tell(onEvent, { type: 'tool-running', ...ids, durationMs: this.#duration() })
    this.#timer = setTimeout(running, runningMs).unref()
  }

  async ended(outcome: CallOutcome): Promise<CallOutcome> {
    this.stop()
    const shown = this.#redacted(outcome)
    this.#given.leftOut?.learn(outcome, shown)
    if (this.withholds && shown.withheld === null && shown.run) await releaseOutput(shown.run, this.#onOutput)
    await this.#flush()
    this.#tellEnd(shown)
    return shown
  }

  failed(outcome: CallOutcome): CallOutcome {
    const shown = this.#redacted(outcome)
    if (this.#isRunning) this.#tellEnd(shown)
    return shown
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #duration = () => performance.now() - this.#createdAt

  #redacted(outcome: CallOutcome): CallOutcome {
    return this.#given.redacts ? redactOutcome(outcome) : outcome
  }

  #tellEnd({ status, message, run }: CallOutcome): void {
    const { ids, onEvent } = this.#given
    this.#isRunning = false
    const durationMs = this.#duration()
    tell(onEvent, { type: 'tool-ended', ...ids, status, message, durationMs, ...(run && { tail: run.tail }) })
  }
}
