import type { Log } from '../dispatch/services.ts'

/** Events that a person should look at, with the priority that a journal gives them (syslog, RFC 5424 section 6.2.1). */
const PRIORITIES: Readonly<Record<string, number>> = {
  fault: 3,
  'record-failed': 3,
  'reload-failed': 4,
  'request-refused': 5,
  'connection-refused': 5,
}
const INFORMATION = 6

/** How one line is written. */
export interface JsonLogOptions {
  readonly write: (line: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Each line begins with `<priority>`, which a systemd journal reads (sd-daemon(3)). */
  readonly isForJournal: boolean
}

/** Writes each event as one line of JSON. Line ends and control characters in fields are escaped by JSON itself. */
export function jsonLog({ write, now, isForJournal }: JsonLogOptions): Log {
  return (event, fields) => {
    const prefix = isForJournal ? `<${PRIORITIES[event] ?? INFORMATION}>` : ''
    write(`${prefix}${JSON.stringify({ time: new Date(now()).toISOString(), event, ...fields })}\n`)
  }
}
