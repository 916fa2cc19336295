import { Buffer } from 'node:buffer'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'

const LARGEST_PIECE = 64 * 1024

/**
 * This process's own input, for `connectStreams`; to be opened once, and `process.stdin` left alone. What is read goes
 * to the listeners of `data` at once, past the queue of a stream and without a new buffer of 64 kB for each piece, which
 * is a tenth of what a question and its short answer take. Where the input is no pipe and no socket, it is `process.stdin`.
 */
export function openStandardInput(): Readable {
  const buffer = Buffer.allocUnsafeSlow(LARGEST_PIECE)
  let input: Socket
  try {
    input = new Socket({
      fd: 0,
      readable: true,
      writable: false,
      onread: {
        buffer,
        callback(length) {
          input.emit('data', Buffer.from(buffer.subarray(0, length)))
          return true
        },
      },
    })
  } catch {
    return process.stdin
  }
  // Nothing is read before there is a reader.
  input.pause()
  input.on('newListener', (event) => {
    if (event === 'data') input.resume()
  })
  return input
}
