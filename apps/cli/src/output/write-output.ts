/** Told of an output that cannot be written any more: `EPIPE` when its reader has gone. */
type FailureListener = (stream: 'stdout' | 'stderr', code: string) => void

let listener: FailureListener | undefined

/** The exit code of a program whose reader has gone: 128 + SIGPIPE. */
export const READER_GONE = 141

/** A running command is ended first, when its output cannot be written. */
export function listenForOutputFailure(next: FailureListener | undefined): void {
  listener = next
}

/**
 * Handles write errors of standard output without a stack trace: a reader that has gone, as in `poundlock audit tail |
 * head -1`, ends this process silently, and a full disk is reported.
 */
export function watchOutput(internal: number): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const { code = error.message } = error
    if (listener) return listener('stdout', code)
    if (code !== 'EPIPE') process.stderr.write(outputFailure(code))
    process.exit(code === 'EPIPE' ? READER_GONE : internal)
  })
  // An error of standard error cannot be reported; the exit code still says how it went.
  process.stderr.on('error', (error: NodeJS.ErrnoException) => listener?.('stderr', error.code ?? error.message))
}

export function outputFailure(code: string): string {
  const why = code === 'ENOSPC' ? 'the disk is full (ENOSPC)' : code
  return `poundlock: the output cannot be written: ${why}\n`
}

/** Streams whose reader is slow, with the end of the wait: all that write to one wait together. */
const waits = new WeakMap<NodeJS.WritableStream, Promise<void>>()

/** Writes, and waits for a slow reader. Never rejects: the listener gets the error. */
export function writeOutput(stream: NodeJS.WritableStream, bytes: string | Uint8Array): Promise<void> | undefined {
  if (!stream.writable || stream.write(bytes) || !stream.writable) return undefined
  let wait = waits.get(stream)
  if (wait === undefined) waits.set(stream, (wait = drained(stream)))
  return wait
}

function drained(stream: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const
    const done = () => {
      for (const event of events) stream.off(event, done)
      waits.delete(stream)
      resolve()
    }
    for (const event of events) stream.on(event, done)
  })
}
