/** Told of an output that cannot be written any more: `EPIPE` when its reader has gone. */
type FailureListener = (stream: 'stdout' | 'stderr', code: string) => void

let listener: FailureListener | undefined

/** What a shell says of a program whose reader has gone away: 128 + SIGPIPE. */
export const READER_GONE = 141

/** Whoever runs a command wants to end it first, when its output has nowhere to go. */
export function listenForOutputFailure(next: FailureListener | undefined): void {
  listener = next
}

/**
 * An output that cannot be written is no reason for a stack trace: a reader that has gone away, as in
 * `poundlock audit tail | head -1`, ends us without a word, and a full disk is said.
 */
export function watchOutput(internal: number): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    const { code = error.message } = error
    if (listener) return listener('stdout', code)
    if (code !== 'EPIPE') process.stderr.write(outputFailure(code))
    process.exit(code === 'EPIPE' ? READER_GONE : internal)
  })
  // Nobody can be told of what stderr does not take; the exit code still says how it went.
  process.stderr.on('error', (error: NodeJS.ErrnoException) => listener?.('stderr', error.code ?? error.message))
}

export function outputFailure(code: string): string {
  const why = code === 'ENOSPC' ? 'the disk is full (ENOSPC)' : code
  return `poundlock: the output cannot be written: ${why}\n`
}

/** Writes, and waits for a slow reader. Never rejects: a failure is told to whoever listens for it. */
export function writeOutput(stream: NodeJS.WriteStream, bytes: string | Uint8Array): Promise<void> | undefined {
  if (!stream.writable || stream.write(bytes) || !stream.writable) return undefined
  return new Promise((resolve) => {
    const events = ['drain', 'close', 'error'] as const
    const done = () => {
      for (const event of events) stream.off(event, done)
      resolve()
    }
    for (const event of events) stream.on(event, done)
  })
}
