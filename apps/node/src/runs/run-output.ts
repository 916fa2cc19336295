import type { ParamsOf } from '@poundlock/protocol'

/** Bytes that were sent and not answered: more slow the command down to the pace of the gateway. */
const WINDOW_BYTES = 1024 * 1024
/** Characters of one part. */
const MOST_PART = 64 * 1024
/** Characters of the end that are kept for a run whose end nobody learns. */
const TAIL = 4000
const KEEP_EVERY_MS = 500

export type OutputPartOfRun = ParamsOf<'run.output'>

export interface OutputReceiver {
  /** Sends a part; settles when the gateway has it, rejects where the connection was lost. `null` while there is none. */
  readonly send: ((part: OutputPartOfRun) => Promise<unknown>) | null
}

/**
 * What a command says while it runs: numbered parts, so many at a time as the gateway takes. While there is no gateway the
 * command goes on, and what it says is counted: its end has the output all the same.
 */
export class RunOutput {
  readonly #run: string
  readonly #reader: () => OutputReceiver['send']
  readonly #keep: (tail: string) => void
  readonly #monotonic: () => number
  #seq = 0
  #omitted = 0
  #unanswered = 0
  #tail = ''
  #keptAt = -KEEP_EVERY_MS
  #room = Promise.withResolvers<void>()

  constructor(
    run: string,
    options: {
      readonly reader: () => OutputReceiver['send']
      readonly keep: (tail: string) => void
      readonly monotonic: () => number
    },
  ) {
    this.#run = run
    this.#reader = options.reader
    this.#keep = options.keep
    this.#monotonic = options.monotonic
  }

  /** @returns a promise where the command has to wait */
  add(stream: 'stdout' | 'stderr', text: string): Promise<void> | undefined {
    this.#noteTail(text)
    for (let at = 0; at < text.length; at += MOST_PART) this.#send(stream, text.slice(at, at + MOST_PART))
    return this.#unanswered > WINDOW_BYTES ? this.#room.promise : undefined
  }

  #send(stream: 'stdout' | 'stderr', text: string): void {
    const send = this.#reader()
    const bytes = Buffer.byteLength(text)
    if (send === null) {
      this.#omitted += bytes
      return
    }
    const omittedBytes = this.#omitted
    this.#omitted = 0
    this.#unanswered += bytes
    const part = { run: this.#run, seq: ++this.#seq, stream, text, ...(omittedBytes > 0 && { omittedBytes }) }
    send(part).then(
      () => this.#answered(bytes),
      () => {
        this.#omitted += bytes + omittedBytes
        this.#answered(bytes)
      },
    )
  }

  #answered(bytes: number): void {
    this.#unanswered -= bytes
    if (this.#unanswered > WINDOW_BYTES) return
    this.#room.resolve()
    this.#room = Promise.withResolvers<void>()
  }

  #noteTail(text: string): void {
    this.#tail = (this.#tail + text.slice(-TAIL)).slice(-TAIL)
    const now = this.#monotonic()
    if (now - this.#keptAt < KEEP_EVERY_MS) return
    this.#keptAt = now
    this.#keep(this.#tail)
  }
}
