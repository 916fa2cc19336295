/** What happens at a time of a recording: output, a marker, or the end. */
export interface CastEvent {
  /** Seconds from the start. */
  readonly at: number
  readonly code: 'o' | 'm' | 'x'
  readonly data: string
}

export interface Cast {
  readonly command: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** Seconds. */
  readonly length: number
  readonly events: readonly CastEvent[]
}

/** Pauses are played this long at most, in seconds. */
const LONGEST_PAUSE = 2
const CODES: ReadonlySet<unknown> = new Set(['o', 'm', 'x'])

/**
 * Reads a recording: a header, then an event a line. Pauses are shortened; lines that are none are left out.
 *
 * Source: https://docs.asciinema.org/manual/asciicast/v3/
 */
export function readCast(lines: readonly string[]): Cast {
  const [header = '{}', ...rest] = lines
  const { command, timestamp } = (parsed(header) ?? {}) as Readonly<Record<string, unknown>>
  const events: CastEvent[] = []
  let at = 0
  for (const line of rest) {
    const [interval, code, data] = (parsed(line) ?? []) as readonly unknown[]
    if (typeof interval !== 'number' || !CODES.has(code) || typeof data !== 'string') continue
    at += Math.min(Math.max(0, interval), LONGEST_PAUSE)
    events.push({ at, code: code as CastEvent['code'], data })
  }
  return {
    command: typeof command === 'string' ? command : '',
    startedAt: typeof timestamp === 'number' ? timestamp * 1000 : 0,
    length: at,
    events,
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** What is on the screen at a time, in seconds: all that was printed until then. */
export function castTextAt({ events }: Cast, seconds: number): string {
  let text = ''
  for (const { at, code, data } of events) {
    if (at > seconds) break
    if (code === 'o') text += data
    else if (code === 'm') text += `\n[${data}]\n`
    else text += `\n[ended with ${data}]`
  }
  return text
}
