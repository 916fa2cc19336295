import { redactSecrets } from '@poundlock/spec'
import type { CallOptions } from '../call/call-options.ts'

type Listener = NonNullable<CallOptions['onOutput']>

/** So much of a line, or of a key, is waited for. */
const MAX_HELD = 65_536

/** Redacts output on its way to the observer. */
export interface LineRedactor {
  readonly onOutput: Listener
  /** Gives out the rest; call it when the command has ended. */
  flush(): Promise<void>
}

/**
 * Redacts output while it comes. It is held until a line is whole, and a private key until its end: a secret can be cut
 * anywhere between two pieces.
 */
export function createLineRedactor(listener: Listener): LineRedactor {
  const withheld = { stdout: '', stderr: '' }
  const give = async (stream: 'stdout' | 'stderr', text: string): Promise<void> => {
    if (text === '') return
    const redacted = redactSecrets(text)
    await listener({ stream, text: redacted, bytes: Buffer.from(redacted) })
  }
  return {
    async onOutput({ stream, text }) {
      withheld[stream] += text
      const whole = wholeLines(withheld[stream])
      const ready = withheld[stream].slice(0, whole)
      withheld[stream] = withheld[stream].slice(whole)
      await give(stream, ready)
    },
    async flush() {
      for (const stream of ['stdout', 'stderr'] as const) {
        const rest = withheld[stream]
        withheld[stream] = ''
        await give(stream, rest)
      }
    },
  }
}

/** Up to where the text can be given out. */
function wholeLines(text: string): number {
  if (text.length > MAX_HELD) return lastGap(text)
  const end = text.lastIndexOf('\n') + 1
  const begin = text.lastIndexOf('-----BEGIN ', end)
  const isOpen = begin >= 0 && begin < end && !text.slice(begin, end).includes('-----END ')
  return isOpen ? begin : end
}

/** No name with its value is longer. */
const LONGEST_PAIR = 4096

/** In a line without end: up to where something ends, so that no secret is cut in two, nor from its name. */
function lastGap(text: string): number {
  const end = text.slice(-LONGEST_PAIR)
  const gap = Math.max(...[',', ';', '&'].map((sign) => end.lastIndexOf(sign)))
  return gap < 0 ? text.length : text.length - end.length + gap + 1
}
