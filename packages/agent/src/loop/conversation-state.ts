import type { ToolContent } from '@poundlock/spec'
import type { ModelResult } from '../pair-results.ts'
import type { ModelCall } from '../read-calls.ts'
import { callsOf, inTurns, type ConversationMessage } from './conversation.ts'
import type { TranscriptEntry } from './transcript-entry.ts'

/** A call of the last answer that has no result. */
export interface OpenCall {
  /** The call, as the model made it. */
  readonly call: ModelCall
  /** The run that was started, whose end is not known; `null` where nothing ran. */
  readonly runId: string | null
}

interface PendingCalls {
  readonly calls: readonly ModelCall[]
  readonly results: Map<string, ModelResult>
  readonly runs: Map<string, string>
}

/**
 * A conversation, made of the entries of its transcript: live and after a crash in the same way. Every call has exactly
 * one result in it, whatever the entries say.
 */
export class Conversation {
  readonly #messages: ConversationMessage[] = []
  #pending: PendingCalls | null = null
  #turn = 0

  constructor(entries: Iterable<TranscriptEntry> = []) {
    for (const entry of entries) this.apply(entry)
  }

  /** The number of the last turn. */
  get turn(): number {
    return this.#turn
  }

  /** The messages as they stand, before they are put in the order that providers want. */
  get stored(): readonly ConversationMessage[] {
    return this.#messages
  }

  /** The conversation for a model. Calls without a result are said to have none. */
  messages(): readonly ConversationMessage[] {
    return inTurns(this.#pending === null ? this.#messages : [...this.#messages, toolMessage(this.#pending)])
  }

  /** Calls of the last answer that have no result yet. */
  openCalls(): readonly OpenCall[] {
    const { calls, results, runs } = this.#pending ?? NO_CALLS
    return calls.filter(({ id }) => !results.has(id)).map((call) => ({ call, runId: runs.get(call.id) ?? null }))
  }

  /** Adds an entry of the transcript. */
  apply(entry: TranscriptEntry): void {
    if (entry.type === 'prompt') {
      this.#settle()
      this.#messages.push({ role: 'user', content: entry.content })
    } else if (entry.type === 'answer') {
      this.#settle()
      this.#turn = entry.turn
      this.#messages.push({ role: 'assistant', parts: entry.parts })
      const calls = callsOf(entry.parts)
      if (calls.length > 0) this.#pending = { calls, results: new Map(), runs: new Map() }
    } else if (entry.type === 'call-started') {
      this.#pending?.runs.set(entry.callId, entry.runId)
    } else if (entry.type === 'result') this.#takeResult(entry)
    else if (entry.type === 'compaction') {
      this.#messages.splice(0, entry.messages, { role: 'user', content: [{ type: 'text', text: entry.summary }] })
    }
  }

  #takeResult({ callId, content, isError }: Extract<TranscriptEntry, { type: 'result' }>): void {
    const pending = this.#pending
    if (pending === null || pending.results.has(callId) || !pending.calls.some(({ id }) => id === callId)) return
    pending.results.set(callId, { callId, content, isError })
    if (pending.results.size === pending.calls.length) this.#settle()
  }

  #settle(): void {
    if (this.#pending === null) return
    this.#messages.push(toolMessage(this.#pending))
    this.#pending = null
  }
}

const NO_CALLS: PendingCalls = { calls: [], results: new Map(), runs: new Map() }

const toolMessage = ({ calls, results, runs }: PendingCalls): ConversationMessage => ({
  role: 'tool',
  calls,
  results: calls.map(
    ({ id }) => results.get(id) ?? { callId: id, content: orphanContent(runs.has(id)), isError: true },
  ),
})

/** The result of a call whose end is not known. */
export function orphanContent(hasStarted: boolean): readonly ToolContent[] {
  const text = hasStarted
    ? 'The outcome of this call is unknown: the process ended while it ran. It may have had all, some or none of its effects. Look before you repeat it.'
    : 'This call was not run: the process ended before it.'
  return [{ type: 'text', text }]
}
