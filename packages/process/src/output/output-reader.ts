import type { OutputCapture, OutputChunk, OutputStream } from './output-capture.ts'

/** Reads one stream of a command into a capture, at the pace of the listener. */
export interface OutputReader {
  /** Settles when the stream has ended, or reading was stopped; rejects when the listener threw. */
  readonly done: Promise<void>
  /** Pieces read so far. */
  readonly pieces: () => number
  /** True while it waits for the command, and not for the listener. */
  readonly waiting: () => boolean
  /** Reads no more, and closes the stream if it can be closed. */
  stop(): void
}

/** Starts reading; a `null` stream is done at once. */
export function readOutput(
  stream: AsyncIterable<Uint8Array> | null,
  name: OutputStream,
  capture: OutputCapture,
  onOutput: ((chunk: OutputChunk) => unknown) | undefined,
): OutputReader {
  let stopped = false
  let waiting = true
  let pieces = 0
  let stop = (): void => {}
  const halted = new Promise<void>((resolve) => {
    stop = () => {
      if (stopped) return
      stopped = true
      close(stream)
      resolve()
    }
  })

  const tell = async (text: string, bytes: Uint8Array): Promise<void> => {
    if (text.length + bytes.length > 0 && onOutput !== undefined) await onOutput({ stream: name, text, bytes })
  }

  const pump = async (): Promise<void> => {
    const iterator = stream?.[Symbol.asyncIterator]()
    while (iterator !== undefined) {
      waiting = true
      const next = await iterator.next().catch((error: unknown) => {
        // A broken pipe has ended; the data before that counts.
        void error
        return { done: true, value: undefined } as const
      })
      waiting = false
      if (stopped || next.done === true) break
      pieces++
      const { text, settled } = capture.add(name, next.value)
      await settled
      if (stopped) break
      await tell(text, next.value)
    }
    if (stopped) return
    await tell(capture.end(name), new Uint8Array(0))
  }

  return {
    // One race for the whole stream: a race for each piece would hold on to all of them.
    done: Promise.race([pump(), halted]),
    pieces: () => pieces,
    waiting: () => waiting,
    stop: () => stop(),
  }
}

function close(stream: AsyncIterable<Uint8Array> | null): void {
  const closable = stream as { destroy?: () => void } | null
  closable?.destroy?.()
}
