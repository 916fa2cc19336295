const SHORTEST_PAUSE_MS = 200
/** Clients give up after a minute without one, unless progress is told. */
const SIGN_OF_LIFE_MS = 15_000
const LONGEST_TEXT = 1000

/** Tells how a call goes on: not more often than anybody can read, and now and then also when there is no news. */
export class ProgressNotices {
  readonly #send: (params: { readonly progress: number; readonly message?: string }) => void
  readonly #timer: NodeJS.Timeout
  #told = 0
  #last = -Infinity
  #waiting: NodeJS.Timeout | undefined
  #text: string | undefined
  #ended = false

  constructor(send: (params: { readonly progress: number; readonly message?: string }) => void) {
    this.#send = send
    this.#timer = setInterval(() => this.#tell(), SIGN_OF_LIFE_MS).unref()
  }

  /** The last text of a pause is the one that is told. */
  add(text: string): void {
    if (this.#ended) return
    this.#text = text.slice(0, LONGEST_TEXT)
    const pause = this.#last + SHORTEST_PAUSE_MS - performance.now()
    if (pause <= 0) this.#tell()
    else this.#waiting ??= setTimeout(() => this.#tell(), pause).unref()
  }

  /** Nothing is told any more. */
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
    this.#send({ progress: ++this.#told, ...(message !== undefined && { message }) })
  }
}
