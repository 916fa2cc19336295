import { redactSecrets, visibleText } from '@poundlock/spec'

/** Where a command runs that its session does not wait for. */
export interface ExecLocation {
  /** The node, or `gateway` or `sandbox` for this machine. */
  readonly node: string
  /** Of the run, the job or the request. */
  readonly id: string
}

/** Events that a session reads with its next prompt, because they happened between calls. */
export interface SessionEvents {
  /** Secrets are taken out of it. */
  push(session: string, text: string): void
  /** The events since the last call, oldest first; each once. */
  take(session: string): readonly string[]
}

/** How many of a session wait, how long each may be, and how many sessions there are. */
const MAX_EVENTS = 50
const MAX_LENGTH = 24_000
const MAX_SESSIONS = 1024

interface Waiting {
  readonly texts: string[]
  dropped: number
}

/** Queues in memory, one for each session. A full queue drops the oldest events and reports how many. */
export function createSessionEvents(): SessionEvents {
  const sessions = new Map<string, Waiting>()
  return {
    push(session, words) {
      // Redacted here, so that no caller can forget it.
      const text = redactSecrets(words)
      const waiting = sessions.get(session) ?? { texts: [], dropped: 0 }
      sessions.delete(session)
      if (sessions.size >= MAX_SESSIONS) sessions.delete(sessions.keys().next().value!)
      sessions.set(session, waiting)
      waiting.texts.push(text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}… (truncated)` : text)
      if (waiting.texts.length > MAX_EVENTS) {
        waiting.texts.shift()
        waiting.dropped++
      }
    },
    take(session) {
      const waiting = sessions.get(session)
      if (!waiting) return []
      sessions.delete(session)
      const { texts, dropped } = waiting
      return dropped > 0 ? [`(${dropped} earlier events are left out)`, ...texts] : texts
    },
  }
}

/** @returns for example `Exec running (node=gateway, id=job_7, for 12 s)` */
export const execRunning = ({ node, id }: ExecLocation, milliseconds: number): string =>
  `Exec running (node=${plain(node)}, id=${plain(id)}, for ${Math.round(milliseconds / 1000)} s)`

/** Where a line of output reads like an event of its own. */
const LIKE_AN_EVENT = /^(?=[ \t]*Exec (?:started|running|finished|denied)\b)/gim

/** With the end of its output, from which secrets are taken. */
export function execFinished(
  { node, id }: ExecLocation,
  { code, tail }: { readonly code: number | string | null; readonly tail: string },
): string {
  const head = `Exec finished (node=${plain(node)}, id=${plain(id)}, code=${code === null ? 'unknown' : plain(String(code))})`
  const words = visibleText(redactSecrets(tail), { newlines: 'keep' }).trim().replace(LIKE_AN_EVENT, '| ')
  return words === '' ? head : `${head}\n${words}`
}

/** One line, so that nothing in a name or a reason reads like another event. */
const plain = (text: string) => visibleText(redactSecrets(text))
