import type { Socket } from 'node:net'
import { readClientStart } from './client-hello.ts'
import { readHttpStart } from './http-start.ts'
import { moreOf } from './read-exactly.ts'

export interface TunnelOptions {
  /** Judges the server that a TLS client asks for: `null`, or why it may not. */
  readonly judgeName: (name: string | null) => string | null
  /** Takes over from a client that speaks plain HTTP; it has not been read from. */
  readonly serveHttp: (client: Socket) => void
  readonly onRefused: (message: string) => void
  readonly idleMilliseconds: number
}

/** What a client starts to speak: `pass` for what nobody judges. */
type Opening =
  | { readonly kind: 'pass' | 'http'; readonly held: Buffer }
  | { readonly kind: 'refused'; readonly problem: string }

/**
 * Joins a client to what it asked for, both ways, with the pace of the slower side. Before anything of the client
 * passes, the name that it asks a TLS server to be is judged: many servers serve names that no rule covers. The same holds
 * for what a request of plain HTTP asks for.
 */
export function tunnel(client: Socket, upstream: Socket, start: Buffer, options: TunnelOptions): void {
  // Reset, so that what was cut off does not look complete.
  const resetBoth = (): void => {
    client.resetAndDestroy()
    upstream.resetAndDestroy()
  }
  const onClose = new Map<Socket, (failed: boolean) => void>()
  for (const socket of [client, upstream]) {
    const listener = (failed: boolean): void => {
      if (failed || !socket.readableEnded || !socket.writableFinished) resetBoth()
    }
    onClose.set(socket, listener)
    socket.once('close', listener)
    // What passes one way is activity on both sides, so that silence on one is silence on both.
    socket.setTimeout(options.idleMilliseconds, resetBoth)
  }
  if (start.length > 0) client.unshift(start)
  upstream.pipe(client)
  readOpening(client, upstream, options.judgeName).then((opening) => {
    if (opening.kind === 'refused') {
      if (opening.problem !== '') options.onRefused(opening.problem)
      resetBoth()
    } else if (opening.kind === 'pass') {
      if (opening.held.length > 0) upstream.write(opening.held)
      client.pipe(upstream)
    } else {
      for (const [socket, listener] of onClose) socket.off('close', listener)
      upstream.unpipe(client)
      // A server that speaks before it is asked does not speak HTTP: nobody reads that.
      upstream.resume()
      client.unshift(opening.held)
      options.serveHttp(client)
    }
  }, resetBoth)
}

/** Whoever says part of a line and waits for an answer does not speak HTTP, which comes in one piece. */
const patienceMs = 500

/**
 * Reads until it is known what a client starts. What could still become a request is passed on when nothing follows, and read
 * along: should it become one, it is refused, since its beginning has gone to the server.
 */
async function readOpening(client: Socket, upstream: Socket, judgeName: TunnelOptions['judgeName']): Promise<Opening> {
  let held: Buffer = Buffer.alloc(0)
  let passed = 0
  for (;;) {
    const chunk = client.read() as Buffer | null
    if (chunk !== null) {
      held = Buffer.concat([held, chunk])
      const opening = openingOf(held, judgeName)
      if (opening === null) continue
      if (passed === 0 || opening.kind === 'refused') return opening
      if (opening.kind === 'http') return { kind: 'refused', problem: 'its request of plain HTTP comes in pieces' }
      return { kind: 'pass', held: held.subarray(passed) }
    }
    const isTls = readClientStart(held).kind === 'more'
    if (client.readableEnded || client.destroyed) {
      // Of TLS, a start that never ended starts nothing.
      return isTls && held.length > 0 ? { kind: 'refused', problem: '' } : { kind: 'pass', held: held.subarray(passed) }
    }
    await moreOf(client, isTls || passed === held.length ? undefined : patienceMs)
    if (!isTls && client.readableLength === 0 && passed < held.length) {
      upstream.write(held.subarray(passed))
      passed = held.length
    }
  }
}

function openingOf(held: Buffer, judgeName: TunnelOptions['judgeName']): Opening | null {
  const start = readClientStart(held)
  if (start.kind === 'more') return null
  if (start.kind === 'broken') return { kind: 'refused', problem: 'it starts as TLS does and goes on otherwise' }
  if (start.kind === 'tls') {
    const problem = judgeName(start.name)
    return problem === null ? { kind: 'pass', held } : { kind: 'refused', problem }
  }
  const http = readHttpStart(held)
  if (http === 'more') return null
  if (http === 'newer')
    return { kind: 'refused', problem: 'it speaks a version of HTTP in which any host can be asked for' }
  return { kind: http === 'http' ? 'http' : 'pass', held }
}
