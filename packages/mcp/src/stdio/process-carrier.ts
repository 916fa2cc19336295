import type { Carrier } from '@poundlock/jsonrpc'
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
export function processCarrier(input: ProcessInput): Carrier {
  return {
    send(text) {
      if (isDrainable(input) && (input.destroyed === true || input.writableEnded === true)) {
        return Promise.reject(new Error('its input is closed'))
      }
      const hasRoom = input.write(text)
      if (hasRoom !== false || !isDrainable(input)) return Promise.resolve()
      return new Promise((resolve) => {
        const settle = () => {
          input.off('drain', settle)
          input.off('close', settle)
          resolve()
        }
        input.once('drain', settle)
        input.once('close', settle)
      })
    },
    close() {
      input.end()
    },
  }
}
