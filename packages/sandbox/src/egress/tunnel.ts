import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { readClientStart } from './client-hello.ts'

export interface TunnelOptions {
  /** Judges the server that a TLS client asks for: `null`, or why it may not. */
  readonly judgeName: (name: string | null) => string | null
  readonly onRefused: (message: string) => void
  readonly idleMilliseconds: number
}

/**
 * Joins a client to what it asked for, both ways, with the pace of the slower side. Before anything of the client
 * passes, the name that it asks a TLS server to be is judged: many servers serve names that no rule covers.
 */
export function tunnel(client: Socket, upstream: Socket, start: Buffer, options: TunnelOptions): void {
  // Reset, so that what was cut off does not look complete.
  const resetBoth = (): void => {
    client.resetAndDestroy()
    upstream.resetAndDestroy()
  }
  for (const socket of [client, upstream]) {
    socket.once('close', (failed: boolean) => {
      if (failed || !socket.readableEnded || !socket.writableFinished) resetBoth()
    })
    // What passes one way is activity on both sides, so that silence on one is silence on both.
    socket.setTimeout(options.idleMilliseconds, resetBoth)
  }
  const gate = createGate(options)
  gate.once('error', resetBoth)
  gate.write(start)
  client.pipe(gate).pipe(upstream)
  upstream.pipe(client)
}

/** Holds bytes back until it is known what they start. */
function createGate({ judgeName, onRefused }: TunnelOptions): Transform {
  let held: Buffer | null = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (held === null) {
        done(null, chunk)
        return
      }
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const start = readClientStart(held)
      if (start.kind === 'more') {
        done()
        return
      }
      const problem =
        start.kind === 'broken'
          ? 'it starts as TLS does and goes on otherwise'
          : start.kind === 'tls'
            ? judgeName(start.name)
            : null
      if (problem === null) {
        const first = held
        held = null
        done(null, first)
        return
      }
      onRefused(problem)
      done(new Error(problem))
    },
    flush(done) {
      // A start that never ended starts nothing.
      done(held !== null && held.length > 0 ? new Error('the start is incomplete') : null)
    },
  })
}
