import { EXIT } from './exit-code.ts'
import { listenForOutputFailure, outputFailure, READER_GONE } from './output/write-output.ts'

/** The events that end a command from outside: a signal, or an output that cannot be written. */
export interface Stops {
  readonly abortSignal: AbortSignal
  /**
   * What to answer when something did; `undefined` when the command's own end counts. From then on a failure of the
   * output ends us.
   */
  finish(outcome: { readonly run: { readonly reason: string } | null }): number | undefined
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGTERM: 15 } as const

/** A second signal of the same kind ends us at once, and all that runs with us. */
export function watchStops(): Stops {
  const stop = new AbortController()
  let code: number | undefined
  let lost = false
  for (const [name, number] of Object.entries(SIGNALS)) {
    process.once(name, () => {
      code ??= 128 + number
      stop.abort(name)
    })
  }
  listenForOutputFailure((stream, failure) => {
    // A reader that has gone has all that it wanted; on a full disk the output is lost.
    lost ||= failure !== 'EPIPE'
    if (failure !== 'EPIPE' && stream === 'stdout') process.stderr.write(outputFailure(failure))
    code ??= failure === 'EPIPE' ? READER_GONE : EXIT.internal
    stop.abort(failure)
  })
  return {
    abortSignal: stop.signal,
    finish({ run }) {
      listenForOutputFailure(undefined)
      if (lost) return EXIT.internal
      return run?.reason === 'exit' ? undefined : code
    },
  }
}
