/** What lasts no longer shows nothing. */
const DELAY_MS = 1000
const FRAME_MS = 120
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
/** Back to the start of the line, and clears it. Source: ECMA-48, EL. */
const CLEAR = '\r\u001B[K'
/** A frame and a blank before the label, and a column for the cursor: a line that wraps cannot be cleared. */
const BESIDE_LABEL = 3
/** Where nothing else listens, they end this process at once, and the line would stay. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

let current: Spinner | null = null

/** A line that shows that something goes on. Whatever is written meanwhile ends it first. */
class Spinner {
  readonly #label: string
  readonly #writes = [process.stdout, process.stderr].map((stream) => ({ stream, write: stream.write.bind(stream) }))
  #timer: NodeJS.Timeout
  #frame = 0
  #isDrawn = false

  constructor(label: string, blocks: boolean) {
    this.#label = label
    this.#timer = setTimeout(() => {
      for (const name of SIGNALS) if (process.listenerCount(name) === 0) process.on(name, endSpinnerAt)
      this.#draw()
      this.#timer = setInterval(() => this.#draw(), FRAME_MS).unref()
    }, DELAY_MS).unref()
    if (blocks) this.#draw()
    for (const { stream, write } of this.#writes) {
      stream.write = (...given: unknown[]) => {
        endSpinner()
        return Reflect.apply(write, stream, given)
      }
    }
  }

  #draw(): void {
    const room = Math.max(0, (process.stderr.columns || 80) - BESIDE_LABEL)
    this.#write(`${CLEAR}${FRAMES[this.#frame++ % FRAMES.length]} ${this.#label.slice(0, room)}`)
    this.#isDrawn = true
  }

  #write(text: string): void {
    const { stream, write } = this.#writes[1]!
    Reflect.apply(write, stream, [text])
  }

  end(): void {
    clearTimeout(this.#timer)
    for (const name of SIGNALS) process.off(name, endSpinnerAt)
    for (const { stream, write } of this.#writes) stream.write = write
    if (this.#isDrawn) this.#write(CLEAR)
    this.#isDrawn = false
  }
}

/** Clears the line, and ends this process as the signal would have without a spinner. */
function endSpinnerAt(name: NodeJS.Signals): void {
  endSpinner()
  if (process.listenerCount(name) === 0) process.kill(process.pid, name)
}

/**
 * Shows a spinner on standard error once a second has passed, until `endSpinner` or the next output. It is only for a
 * person: nothing is shown where standard error is no terminal or one without sequences, or with `NO_COLOR`.
 *
 * @param label what goes on, in safe characters
 * @param options.blocks true for work that lets no timer run: the line is there at once, and stands still
 */
export function startSpinner(label: string, { blocks = false } = {}): void {
  endSpinner()
  const { isTTY } = process.stderr
  if (!isTTY || process.env['TERM'] === 'dumb' || process.env['NO_COLOR'] !== undefined) return
  current = new Spinner(label, blocks)
}

/** Clears the line of the spinner, if there is one. */
export function endSpinner(): void {
  if (current === null) return
  const ended = current
  current = null
  ended.end()
}

/** Shows a spinner while this goes on; none for `--json`. */
export async function withSpinner<Value>(
  label: string,
  { json, blocks = false }: { readonly json?: boolean; readonly blocks?: boolean },
  work: () => Promise<Value>,
): Promise<Value> {
  if (!json) startSpinner(label, { blocks })
  try {
    return await work()
  } finally {
    endSpinner()
  }
}
