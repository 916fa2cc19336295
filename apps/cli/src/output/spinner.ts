import { onOutputWritten } from './write-output.ts'

/** What lasts no longer shows nothing. */
const DELAY_MS = 1000
const FRAME_MS = 120
const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
/** Back to the start of the line, and clears it. Source: ECMA-48, EL. */
const CLEAR = '\r\u001B[K'

let current: Spinner | null = null

/** A line that shows that something goes on. */
class Spinner {
  readonly #label: string
  #timer: NodeJS.Timeout
  #frame = 0
  #isDrawn = false

  constructor(label: string) {
    this.#label = label
    this.#timer = setTimeout(() => {
      this.#draw()
      this.#timer = setInterval(() => this.#draw(), FRAME_MS).unref()
    }, DELAY_MS).unref()
  }

  #draw(): void {
    process.stderr.write(`${CLEAR}${FRAMES[this.#frame++ % FRAMES.length]} ${this.#label}`)
    this.#isDrawn = true
  }

  end(): void {
    clearTimeout(this.#timer)
    if (this.#isDrawn) process.stderr.write(CLEAR)
    this.#isDrawn = false
  }
}

/**
 * Shows a spinner on standard error once a second has passed, until `endSpinner` or the next output. It is only for a
 * person: nothing is shown where standard error is no terminal or one without sequences, or with `NO_COLOR`.
 *
 * @param label what goes on, in safe characters
 */
export function startSpinner(label: string): void {
  endSpinner()
  const { isTTY } = process.stderr
  if (!isTTY || process.env['TERM'] === 'dumb' || process.env['NO_COLOR'] !== undefined) return
  current = new Spinner(label)
  onOutputWritten(endSpinner)
}

/** Clears the line of the spinner, if there is one. */
export function endSpinner(): void {
  if (current === null) return
  const ended = current
  current = null
  onOutputWritten(undefined)
  ended.end()
}

/** Shows a spinner while this goes on; none for `--json`. */
export async function withSpinner<Value>(
  label: string,
  { json }: { readonly json?: boolean },
  work: () => Promise<Value>,
): Promise<Value> {
  if (!json) startSpinner(label)
  try {
    return await work()
  } finally {
    endSpinner()
  }
}
