import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../dispatch/services.ts'
import { otlpTraces } from './otlp-traces.ts'
import type { TraceSpan } from './tool-span.ts'
import type { TraceSettings } from './trace-settings.ts'

/** Spans that wait to be sent; further ones are dropped. */
const MOST_WAITING = 2048
const BATCH = 512
const SEND_EVERY_MS = 5000
/** How often a batch is sent, with growing pauses; then it is dropped. */
const ATTEMPTS = 5
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** What a gateway that stops waits for. */
const LAST_WORDS_MS = 2000
/** The collector is busy: the same batch may be sent again (OTLP/HTTP, "Retryable Response Codes"). */
const RETRYABLE = new Set([429, 502, 503, 504])

/** Sends spans to a collector, in batches. Neither a slow collector nor one that is gone holds up a call. */
export class SpanExporter {
  readonly #settings: TraceSettings
  readonly #log: Log
  #waiting: TraceSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | null = null
  #hasFailed = false
  readonly #closing = new AbortController()
  /** Spans that no collector got. */
  dropped = 0

  constructor(settings: TraceSettings, log: Log) {
    this.#settings = settings
    this.#log = log
  }

  add(span: TraceSpan): void {
    if (this.#waiting.length >= MOST_WAITING || this.#closing.signal.aborted) {
      this.dropped++
      return
    }
    this.#waiting.push(span)
    if (this.#waiting.length >= BATCH) void this.#send()
    else this.#timer ??= setTimeout(() => void this.#send(), SEND_EVERY_MS).unref()
  }

  /** Sends what waits, for a short while; the rest is dropped. */
  async close(): Promise<void> {
    const end = setTimeout(() => this.#closing.abort(), LAST_WORDS_MS)
    // A batch that is on its way ends first.
    await this.#sending
    await this.#send()
    clearTimeout(end)
    this.#closing.abort()
    this.dropped += this.#waiting.length
    this.#waiting = []
  }

  /** One batch after the other, until none waits. */
  #send(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const sendAll = async () => {
      while (this.#waiting.length > 0 && !this.#closing.signal.aborted) {
        const batch = this.#waiting.splice(0, BATCH)
        // oxlint-disable-next-line no-await-in-loop -- one request at a time
        if (!(await this.#deliver(batch))) this.dropped += batch.length
      }
      this.#sending = null
    }
    return (this.#sending ??= sendAll())
  }

  async #deliver(batch: readonly TraceSpan[]): Promise<boolean> {
    const body = otlpTraces(batch, this.#settings.resource)
    for (let attempt = 0; attempt < ATTEMPTS && !this.#closing.signal.aborted; attempt++) {
      // oxlint-disable-next-line no-await-in-loop -- after the one before it failed
      const { isFinal, problem, retryAfterMs } = await this.#post(body)
      if (problem === null) {
        this.#hasFailed = false
        return true
      }
      this.#say(problem)
      if (isFinal) return false
      const pause = Math.min(retryAfterMs ?? FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS)
      // oxlint-disable-next-line no-await-in-loop -- the pause
      await wait(pause, undefined, { signal: this.#closing.signal, ref: false }).catch(() => undefined)
    }
    return false
  }

  async #post(body: string): Promise<Posted> {
    const { endpoint, headers, timeoutMs } = this.#settings
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        // The headers may hold a secret for this collector and for no other.
        redirect: 'error',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]),
      })
      await response.body?.cancel()
      if (response.ok) return { isFinal: true, problem: null }
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
      return {
        isFinal: !RETRYABLE.has(response.status),
        problem: `status ${response.status}`,
        ...(seconds >= 0 && { retryAfterMs: seconds * 1000 }),
      }
    } catch (error) {
      const { cause } = error as Error
      return { isFinal: false, problem: cause instanceof Error ? cause.message : String(error) }
    }
  }

  /** Once, until a batch arrives again. */
  #say(problem: string): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    this.#log('traces-failed', { problem })
  }
}

interface Posted {
  /** Whether it makes no sense to send it again. */
  readonly isFinal: boolean
  readonly problem: string | null
  readonly retryAfterMs?: number
}
