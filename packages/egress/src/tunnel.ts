import type { Socket } from 'node:net'
import { Transform } from 'node:stream'
import { readClientStart, type ServerHello } from './client-hello.ts'
import { readHttpStart } from './http-start.ts'
import { BROKEN_TLS, LaterHellos } from './later-hellos.ts'
import { moreOf } from './read-exactly.ts'

export interface TunnelOptions {
  /** Judges the server that a TLS client asks for: `null`, or why it may not. */
  readonly checkHello: (hello: ServerHello) => string | null
  /** Takes over from a client that speaks plain HTTP; it has not been read from. */
  readonly serveHttp: (client: Socket) => void
  readonly onRefused: (message: string) => void
  readonly idleMilliseconds: number
}

/** The protocol that a client starts; `pass` for one that is not checked. */
type Opening =
  | { readonly kind: 'pass' | 'tls' | 'http'; readonly buffered: Buffer }
  | { readonly kind: 'refused'; readonly problem: string }

/**
 * Connects a client to its target, in both directions, at the speed of the slower side. The server name of a TLS hello
 * is checked before anything passes, since many servers serve names that no rule covers. The same holds for the Host of
 * a plain HTTP request, and for a second hello.
 */
export function tunnel(client: Socket, upstream: Socket, start: Buffer, options: TunnelOptions): void {
  const { resetBoth, onClose } = tieEnds(client, upstream, options.idleMilliseconds)
  if (start.length > 0) client.unshift(start)
  upstream.pipe(client)
  readOpening(client, upstream, options.checkHello).then((opening) => {
    const refuse = (problem: string): void => {
      if (problem !== '') options.onRefused(problem)
      resetBoth()
    }
    if (opening.kind === 'refused') refuse(opening.problem)
    else if (opening.kind === 'tls') {
      client.unshift(opening.buffered)
      client.pipe(judgeHellos(options.checkHello, refuse)).pipe(upstream)
    } else if (opening.kind === 'pass') {
      if (opening.buffered.length > 0) upstream.write(opening.buffered)
      client.pipe(upstream)
    } else {
      for (const [socket, listener] of onClose) socket.off('close', listener)
      upstream.unpipe(client)
      // A server that speaks first does not speak HTTP; its output is discarded.
      upstream.resume()
      client.unshift(opening.buffered)
      options.serveHttp(client)
    }
  }, resetBoth)
}

/** Passes on the data of a TLS client, until a hello is refused. */
function judgeHellos(checkHello: TunnelOptions['checkHello'], refuse: (problem: string) => void): Transform {
  const hellos = new LaterHellos(checkHello)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const passage = hellos.take(chunk)
      if ('problem' in passage) refuse(passage.problem)
      else if (passage.pass.length > 0) this.push(passage.pass)
      done()
    },
  })
}

/** Joins two sockets, both ways, with the pace of the slower side; nothing is judged. */
export function join(client: Socket, upstream: Socket, idleMilliseconds: number): void {
  tieEnds(client, upstream, idleMilliseconds)
  upstream.pipe(client)
  client.pipe(upstream)
}

/** Resets each socket when the other ends, so that truncated data does not look complete. */
function tieEnds(client: Socket, upstream: Socket, idleMilliseconds: number) {
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
    // Data in one direction is activity on both sockets, so both time out together.
    socket.setTimeout(idleMilliseconds, resetBoth)
  }
  return { resetBoth, onClose }
}

/** A client that sends part of a line and waits does not speak HTTP. */
const PATIENCE_MS = 500

/**
 * Reads until the protocol of a client is known. A possible start of a request is passed on when nothing follows, and
 * is still watched: if it becomes a request, it is refused, since its beginning has reached the server.
 */
async function readOpening(
  client: Socket,
  upstream: Socket,
  checkHello: TunnelOptions['checkHello'],
): Promise<Opening> {
  let buffered: Buffer = Buffer.alloc(0)
  let passed = 0
  for (;;) {
    const chunk = client.read() as Buffer | null
    if (chunk !== null) {
      buffered = Buffer.concat([buffered, chunk])
      const opening = openingOf(buffered, checkHello)
      if (opening === null) continue
      if (passed === 0 || opening.kind === 'refused') return opening
      if (opening.kind === 'http') return { kind: 'refused', problem: 'its request of plain HTTP comes in pieces' }
      return { kind: 'pass', buffered: buffered.subarray(passed) }
    }
    const isTls = readClientStart(buffered).kind === 'more'
    if (client.readableEnded || client.destroyed) {
      // Of TLS, a start that never ended starts nothing.
      return isTls && buffered.length > 0
        ? { kind: 'refused', problem: '' }
        : { kind: 'pass', buffered: buffered.subarray(passed) }
    }
    await moreOf(client, isTls || passed === buffered.length ? undefined : PATIENCE_MS)
    if (!isTls && client.readableLength === 0 && passed < buffered.length) {
      upstream.write(buffered.subarray(passed))
      passed = buffered.length
    }
  }
}

function openingOf(buffered: Buffer, checkHello: TunnelOptions['checkHello']): Opening | null {
  const start = readClientStart(buffered)
  if (start.kind === 'more') return null
  if (start.kind === 'broken') return { kind: 'refused', problem: BROKEN_TLS }
  if (start.kind === 'tls') {
    const problem = checkHello(start)
    return problem === null ? { kind: 'tls', buffered } : { kind: 'refused', problem }
  }
  const http = readHttpStart(buffered)
  if (http === 'more') return null
  if (http === 'newer')
    return { kind: 'refused', problem: 'it speaks a version of HTTP in which any host can be asked for' }
  return { kind: http === 'http' ? 'http' : 'pass', buffered }
}
