import { visibleText } from '@poundlock/spec'
import { writeOutput } from './write-output.ts'

/** Colours and other looks of text, and clearing the rest of a line. Source: ECMA-48, SGR and EL. */
const HARMLESS = String.raw`\u001B\[[0-9;:]*[mK]`
/** Characters that order text otherwise than it stands there. Source: Unicode, UAX #9. */
const REORDERING = String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`

// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const PARTS = new RegExp(`${HARMLESS}|[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F${REORDERING}]`, 'g')
/** The start of a sequence that later output may complete. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const UNFINISHED = /\u001B(?:\[[0-9;:]{0,32})?$/

/**
 * The output of commands as text that is safe on a terminal. A terminal also obeys sequences that fill the clipboard,
 * set the window's title, type answers into the shell, or overwrite earlier lines. They are shown instead.
 */
export class TerminalText {
  readonly #decoder = new TextDecoder()
  #unfinished = ''

  /** The text to write now; a possible start of a sequence is kept for the next piece. */
  next(bytes: Uint8Array): string {
    const text = this.#unfinished + this.#decoder.decode(bytes, { stream: true })
    this.#unfinished = UNFINISHED.exec(text)?.[0] ?? ''
    return text
      .slice(0, text.length - this.#unfinished.length)
      .replace(PARTS, (part) => (part.length > 1 ? part : visibleText(part)))
  }
}

/** Writes the output of a command to our own streams: unchanged to files and pipes, and as safe text to a terminal. */
export function outputWriter(): (piece: {
  readonly stream: 'stdout' | 'stderr'
  readonly bytes: Uint8Array
}) => Promise<void> | undefined {
  const texts = { stdout: new TerminalText(), stderr: new TerminalText() }
  return ({ stream, bytes }) => {
    const to = process[stream]
    return writeOutput(to, to.isTTY ? texts[stream].next(bytes) : bytes)
  }
}
