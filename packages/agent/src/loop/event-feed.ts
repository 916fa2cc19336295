import type { AgentEvent } from './agent-event.ts'

/** How much waits for one slow listener. */
export interface FeedLimits {
  /** Most events that wait. */
  readonly events: number
  /** Characters of the texts in them. */
  readonly characters: number
}

const LIMITS: FeedLimits = { events: 4096, characters: 4 * 1024 * 1024 }

/** Pieces of a text that belong together are handed on as one where the listener is slow. */
const LONGEST_DELTA = 64 * 1024

/** Hands events to any number of listeners, in order. A slow one loses events, and learns how many. */
export class EventFeed {
  readonly #queues = new Set<EventQueue>()

  emit(event: AgentEvent): void {
    for (const queue of this.#queues) queue.push(event)
  }

  /** The events from now on, until the reader breaks off or `close` is called. */
  subscribe(limits: FeedLimits = LIMITS): AsyncGenerator<AgentEvent, void, void> {
    const queue = new EventQueue(limits)
    this.#queues.add(queue)
    return this.#read(queue)
  }

  /** Ends every subscription when what waits has been read. */
  close(): void {
    for (const queue of this.#queues) queue.end()
  }

  async *#read(queue: EventQueue): AsyncGenerator<AgentEvent, void, void> {
    try {
      for (;;) {
        const event = queue.shift()
        if (event !== undefined) yield event
        else if (queue.hasEnded) return
        else await queue.more()
      }
    } finally {
      this.#queues.delete(queue)
    }
  }
}

class EventQueue {
  readonly #limits: FeedLimits
  #waiting: AgentEvent[] = []
  #characters = 0
  #skipped = 0
  #wake: (() => void) | null = null
  hasEnded = false

  constructor(limits: FeedLimits) {
    this.#limits = limits
  }

  push(event: AgentEvent): void {
    const last = this.#waiting.at(-1)
    const merged = last && mergedDelta(last, event)
    if (merged) this.#waiting[this.#waiting.length - 1] = merged
    else this.#waiting.push(event)
    this.#characters += sizeOf(event)
    if (this.#isOver()) this.#drop((one) => !isPiece(one))
    if (this.#isOver()) {
      // The newest stays, however long it is: it may be the end of the work.
      const half = Math.floor(this.#waiting.length / 2)
      let index = 0
      this.#drop(() => index++ >= half)
    }
    this.#wake?.()
  }

  shift(): AgentEvent | undefined {
    if (this.#skipped > 0) {
      const count = this.#skipped
      this.#skipped = 0
      return { type: 'events-skipped', count }
    }
    const event = this.#waiting.shift()
    if (event) this.#characters -= sizeOf(event)
    return event
  }

  more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = null
        resolve()
      }
    })
  }

  end(): void {
    this.hasEnded = true
    this.#wake?.()
  }

  #isOver(): boolean {
    return this.#waiting.length > this.#limits.events || this.#characters > this.#limits.characters
  }

  #drop(isKept: (event: AgentEvent) => boolean): void {
    const kept = this.#waiting.filter(isKept)
    this.#skipped += this.#waiting.length - kept.length
    this.#waiting = kept
    this.#characters = kept.reduce((sum, event) => sum + sizeOf(event), 0)
  }
}

/** Pieces of a text: what they say comes again in the transcript. */
const isPiece = ({ type }: AgentEvent) => type === 'text-delta' || type === 'reasoning-delta' || type === 'tool-updated'

const sizeOf = (event: AgentEvent): number => ('text' in event ? event.text.length : 0)

function mergedDelta(last: AgentEvent, event: AgentEvent): AgentEvent | null {
  const isSame =
    (last.type === 'text-delta' && event.type === 'text-delta') ||
    (last.type === 'reasoning-delta' && event.type === 'reasoning-delta') ||
    (last.type === 'tool-updated' && event.type === 'tool-updated' && last.callId === event.callId)
  if (!isSame || last.text.length + event.text.length > LONGEST_DELTA) return null
  return { ...last, text: last.text + event.text }
}
