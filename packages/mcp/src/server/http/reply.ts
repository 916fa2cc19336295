import type { ServerResponse } from 'node:http'

/** Milliseconds before the stream of an answer is opened: clients give up on a silent response. */
const OPENS_AFTER_MS = 2000
/** Between comments that keep a stream from being taken for a broken one. */
const SIGN_OF_LIFE_MS = 15_000

/** The response to one request: a JSON object, or an event stream when there is more than the answer. */
export class Reply {
  readonly #response: ServerResponse
  readonly #statusOf: (message: { readonly error?: { readonly code: number } }) => number
  #opens: NodeJS.Timeout | undefined
  #signs: NodeJS.Timeout | undefined
  #ended = false

  constructor(
    response: ServerResponse,
    options: {
      /** Of an answer that needs no stream. */
      readonly statusOf?: (message: { readonly error?: { readonly code: number } }) => number
      /** The client has gone before the end. */
      readonly onGone: () => void
    },
  ) {
    this.#response = response
    this.#statusOf = options.statusOf ?? (() => 200)
    this.#opens = setTimeout(() => this.open(), OPENS_AFTER_MS).unref()
    response.once('close', () => {
      if (this.#ended) return
      this.#stop()
      options.onGone()
    })
    response.on('error', () => undefined)
  }

  get ended(): boolean {
    return this.#ended
  }

  /** From here on it is a stream. */
  open(): void {
    if (this.#ended || this.#response.headersSent) return
    clearTimeout(this.#opens)
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache',
      'X-Accel-Buffering': 'no',
    })
    this.#response.flushHeaders()
    this.#signs = setInterval(() => this.#response.write(':\n\n'), SIGN_OF_LIFE_MS).unref()
  }

  /** Sends a message before the answer. Settles when more can be sent. */
  async tell(text: string): Promise<void> {
    this.open()
    await this.#write(text)
  }

  /** The answer; nothing comes after it. */
  async answer(text: string, message: { readonly error?: { readonly code: number } }): Promise<void> {
    if (this.#ended) return
    if (this.#response.headersSent) {
      const written = this.#write(text)
      this.end()
      return written
    }
    this.#stop()
    this.#response.writeHead(this.#statusOf(message), { 'Content-Type': 'application/json' }).end(text)
  }

  end(): void {
    if (this.#ended) return
    this.#stop()
    this.#response.end()
  }

  #stop(): void {
    this.#ended = true
    clearTimeout(this.#opens)
    clearInterval(this.#signs)
  }

  #write(text: string): Promise<void> {
    if (this.#ended) return Promise.reject(new Error('the client has gone'))
    if (this.#response.write(`event: message\ndata: ${text.trimEnd()}\n\n`)) return Promise.resolve()
    return new Promise((resolve) => {
      const settle = () => {
        this.#response.off('drain', settle)
        this.#response.off('close', settle)
        resolve()
      }
      this.#response.once('drain', settle)
      this.#response.once('close', settle)
    })
  }
}
