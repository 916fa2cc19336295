import type { Transport } from '@poundlock/jsonrpc'
import type { ProcessInput } from '@poundlock/spec'

interface Drainable {
  readonly destroyed?: boolean
  readonly writableEnded?: boolean
  once(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}

const isDrainable = (input: ProcessInput): input is ProcessInput & Drainable =>
  'once' in input && typeof input.once === 'function'

/** Writes messages to a program. A program that has ended, or does not read, never leaves a sender waiting for good. */
export function processTransport(input: ProcessInput): Transport {
  /** One for all that wait: a program that does not read must not cost a listener for each message. */
  let draining: Promise<void> | undefined
  const drained = (stream: Drainable) =>
    new Promise<void>((resolve) => {
      const settle = () => {
        draining = undefined
        stream.off('drain', settle)
        stream.off('close', settle)
        resolve()
      }
      stream.once('drain', settle)
      stream.once('close', settle)
    })
  return {
    send(text) {
      if (isDrainable(input) && (input.destroyed === true || input.writableEnded === true)) {
        return Promise.reject(new Error('its input is closed'))
      }
      const hasRoom = input.write(text)
      if (hasRoom !== false || !isDrainable(input)) return undefined
      return (draining ??= drained(input))
    },
    close() {
      input.end()
    },
  }
}
