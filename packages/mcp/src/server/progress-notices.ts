const SHORTEST_PAUSE_MS = 200
/** Clients give up after a minute without progress. */
const SIGN_OF_LIFE_MS = 15_000
const LONGEST_TEXT = 1000

/** Reports the progress of a call: at a bounded rate, and from time to time also without news. */
export class ProgressNotices {
  readonly #send: (params: { readonly progress: number; readonly message?: string }) => void
  readonly #timer: NodeJS.Timeout
  #sent = 0
  #last = -Infinity
  #waiting: NodeJS.Timeout | undefined
  #text: string | undefined
  #ended = false

  constructor(send: (params: { readonly progress: number; readonly message?: string }) => void) {
    this.#send = send
    this.#timer = setInterval(() => this.#tell(), SIGN_OF_LIFE_MS).unref()
  }

  /** The last text of a pause is reported. */
  add(text: string): void {
    if (this.#ended) return
    this.#text = text.slice(0, LONGEST_TEXT)
    const pause = this.#last + SHORTEST_PAUSE_MS - performance.now()
    if (pause <= 0) this.#tell()
    else this.#waiting ??= setTimeout(() => this.#tell(), pause).unref()
  }

  /** Stops reporting. */
  end(): void {
    this.#ended = true
    clearInterval(this.#timer)
    clearTimeout(this.#waiting)
    this.#waiting = undefined
  }

  #tell(): void {
    clearTimeout(this.#waiting)
    this.#waiting = undefined
    this.#last = performance.now()
    const message = this.#text
    this.#text = undefined
    this.#send({ progress: ++this.#sent, ...(message !== undefined && { message }) })
  }
}
