import { closeSync, constants, openSync } from 'node:fs'
import { WriteStream } from 'node:tty'
import type { ScreenSize } from './client-screens.ts'

/** The size of the terminal that this process shares with the client that started it; `null` where there is none. */
export function ownTerminal(): ScreenSize | null {
  let terminal: number
  try {
    terminal = openSync('/dev/tty', constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK)
  } catch {
    return null
  }
  let stream: WriteStream | undefined
  try {
    stream = new WriteStream(terminal)
    const [columns, rows] = stream.getWindowSize()
    return columns > 0 && rows > 0 ? { columns, rows } : null
  } catch {
    return null
  } finally {
    if (stream) stream.destroy()
    else closeSync(terminal)
  }
}
