import { Buffer, isAscii } from 'node:buffer'
import type { Readable, Writable } from 'node:stream'
import type { Transport, ConnectionOptions, Platform } from '../connection/connection-options.ts'
import { Connection } from '../connection/connection.ts'
import type { MessageId, Params } from '../messages/message.ts'

const LONGEST_TIMER_MS = 2 ** 31 - 1
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Most messages are ASCII, where every byte is its character; the rest is decoded strictly. */
const decode = (bytes: Uint8Array): string => decodeAscii(bytes) ?? decoder.decode(bytes)

function decodeAscii(bytes: Uint8Array): string | undefined {
  if (!isAscii(bytes)) return undefined
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return buffer.toString('latin1')
}

/** What a connection needs of Node: strict UTF-8, time-outs that keep no process alive, and abort controllers. */
export const nodePlatform: Platform = {
  decode,
  decodeAscii,
  now: () => performance.now(),
  byteLength: (text) => Buffer.byteLength(text),
  setTimer: (action, milliseconds) => setTimeout(action, Math.min(milliseconds, LONGEST_TIMER_MS)).unref(),
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  newCanceller: () => new AbortController(),
}

/** The framing of a stream, and its limits. */
export type StreamOptions = Omit<ConnectionOptions, 'transport' | 'platform' | 'onRequest'> & {
  /** Answers a request; throws `RpcFailure` to answer with an error. Without it, no method is known. */
  readonly onRequest?: (
    method: string,
    params: Params | undefined,
    context: { readonly id: MessageId; readonly signal: AbortSignal },
  ) => unknown
}

/**
 * A connection over streams: a socket (twice), the output and input of a child process, or one's own input and output.
 * It ends when the input ends or either breaks.
 */
export function connectStreams(input: Readable, output: Writable, options: StreamOptions): Connection {
  const connection = new Connection({
    skipsByteOrderMark: true,
    ...(options as Omit<ConnectionOptions, 'transport' | 'platform'>),
    transport: streamTransport(input, output),
    platform: nodePlatform,
  })
  input.on('data', (chunk: Buffer) => connection.receive(chunk))
  input.once('end', () => connection.end())
  // Without an `end`, as when it is destroyed.
  input.once('close', () => connection.end())
  input.once('error', () => connection.close())
  output.on('error', () => connection.close())
  output.once('close', () => connection.close())
  return connection
}

function streamTransport(input: Readable, output: Writable): Transport {
  /** One for all that wait: a peer that does not read must not cost a listener for each message. */
  let draining: Promise<void> | undefined
  const drained = () =>
    new Promise<void>((resolve, reject) => {
      const settle = (error?: Error | null) => {
        draining = undefined
        output.off('drain', settle)
        output.off('close', closed)
        if (error) reject(error)
        else resolve()
      }
      const closed = () => settle(new Error('the output was closed'))
      output.once('drain', settle)
      output.once('close', closed)
    })
  return {
    send(text) {
      if (output.destroyed || output.writableEnded) throw new Error('the output has ended')
      return output.write(text) ? undefined : (draining ??= drained())
    },
    close() {
      input.destroy()
      output.end()
    },
  }
}
