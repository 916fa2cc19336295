import { writeSync } from 'node:fs'

/** How long to wait before a terminal that takes nothing is tried again: nothing tells when it takes more. */
const RETRY_MS = 20

/** Input typed to a terminal. */
export interface TerminalInput {
  write(bytes: Uint8Array): void
  /** Bytes that the terminal has not taken yet. */
  readonly waiting: number
}

/** The descriptor to write to. After it is closed, its number may belong to another file. */
export interface TerminalDescriptor {
  readonly number: number
  readonly isOpen: () => boolean
}

/**
 * Writes to the descriptor of a terminal, which must not block. Node's own stream for it waits in place, and this whole
 * process with it, until the program on the terminal reads.
 */
export function createTerminalInput({ number, isOpen }: TerminalDescriptor): TerminalInput {
  const pieces: Uint8Array[] = []
  let waiting = 0
  let retry: NodeJS.Timeout | undefined

  const take = () => {
    retry = undefined
    for (let piece = pieces[0]; piece !== undefined; piece = pieces[0]) {
      const written = isOpen() ? writeSome(number, piece) : null
      if (written === null) return drop()
      waiting -= written
      if (written === piece.length) pieces.shift()
      else pieces[0] = piece.subarray(written)
      if (written === 0) {
        retry = setTimeout(take, RETRY_MS)
        return
      }
    }
  }
  const drop = () => {
    pieces.length = 0
    waiting = 0
  }
  return {
    write(bytes) {
      if (bytes.length === 0) return
      pieces.push(bytes)
      waiting += bytes.length
      if (retry === undefined) take()
    },
    get waiting() {
      return waiting
    },
  }
}

/** How many bytes the terminal took; `null` when it is gone. */
function writeSome(number: number, bytes: Uint8Array): number | null {
  try {
    return writeSync(number, bytes)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 0 : null
  }
}
