import type { AgentEvent } from '@poundlock/agent'
import { redactSecrets } from '@poundlock/spec'
import type { SessionStore } from '../sessions/session-store.ts'

/** Milliseconds for which pieces of a text are collected. */
const COLLECT_MS = 100
/** Characters of one text in an event: the transcript and the records have all of it. */
const LONGEST = 4000

export interface EventLogPlace {
  readonly session: string
  readonly prompt: number
  readonly onProblem: (error: unknown) => void
}

/** Writes what happens in the work on prompts into a session, for those who follow it. */
export class EventLog {
  readonly #write: (event: { readonly type: string }) => void
  #piece: Extract<AgentEvent, { type: 'text-delta' | 'reasoning-delta' }> | null = null
  #timer: NodeJS.Timeout | undefined

  /** @param prompt the number of the event with the prompt */
  constructor(sessions: SessionStore, { session, prompt, onProblem }: EventLogPlace) {
    this.#write = (event) => {
      try {
        sessions.append(session, { kind: 'agent', prompt, event })
      } catch (error) {
        // The transcript is what counts: without it, nothing goes on.
        onProblem(error)
      }
    }
  }

  add(event: AgentEvent): void {
    const isPiece = event.type === 'text-delta' || event.type === 'reasoning-delta'
    if (event.type !== this.#piece?.type) this.flush()
    if (!isPiece) {
      // What runs says what it says in the events of its call.
      if (event.type !== 'tool-updated' && event.type !== 'prompt-started') this.#write(shown(event))
      return
    }
    const text = (this.#piece?.text ?? '') + event.text
    this.#piece = { type: event.type, text }
    if (text.length >= LONGEST) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), COLLECT_MS).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const piece = this.#piece
    this.#piece = null
    // A piece is not cut: those who follow put the text together.
    if (piece !== null) this.#write({ ...piece, text: redactSecrets(piece.text) } as AgentEvent)
  }
}

/** An event as those who follow see it: long texts are cut, and what looks like a secret is left out. */
const shown = (event: AgentEvent): AgentEvent =>
  JSON.parse(JSON.stringify(event), (_key, value: unknown) =>
    typeof value === 'string' ? cut(redactSecrets(value.slice(0, 2 * LONGEST))) : value,
  ) as AgentEvent

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
