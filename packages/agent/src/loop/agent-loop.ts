import type { PoundlockError, ToolContent } from '@poundlock/spec'
import { compact, contextSize } from '../context/compact.ts'
import { addUsage, NO_USAGE, type AgentModel, type ModelRequest, type ModelUsage } from '../model/model.ts'
import type { AgentEvent, PromptEndReason } from './agent-event.ts'
import type { AgentTools } from './agent-tools.ts'
import { askModel, RETRIES, type RetryOptions } from './ask-model.ts'
import { Conversation, orphanContent } from './conversation-state.ts'
import { callsOf, textOf } from './conversation.ts'
import { EventFeed, type FeedLimits } from './event-feed.ts'
import { costOf, reachedLimit, type LoopBounds, type ModelPrice } from './loop-limits.ts'
import { ANSWER_LIMITS, type AnswerLimits, type BrokenAnswer, type ModelAnswer } from './read-answer.ts'
import { plainText, runCalls } from './run-calls.ts'
import type { TranscriptEntry, WriteEntry } from './transcript-entry.ts'

/** The model, the tools and the limits of a loop. */
export interface AgentLoopOptions {
  /** That is asked. */
  readonly model: AgentModel
  /** What it may call, and what runs its calls. */
  readonly tools: AgentTools
  /** The system prompt; made anew for each prompt of a person. */
  readonly system: string | (() => string)
  /** The conversation until now. Empty unless set. */
  readonly conversation?: Conversation
  /** Keeps each entry before what follows from it happens. Without it, nothing survives the process. */
  readonly write?: WriteEntry
  /** Bounds of the work on one prompt. */
  readonly bounds?: LoopBounds
  /** Counts what a prompt costs, for a bound on it. */
  readonly price?: ModelPrice
  /** Tokens that the model takes in; the conversation is compacted before it is full. 200 000 unless set. */
  readonly contextTokens?: number
  /** Of one answer. */
  readonly maxOutputTokens?: number
  /** Of what is read of one answer. */
  readonly answerLimits?: AnswerLimits
  /** How often a model that fails is asked again. */
  readonly retries?: RetryOptions
}

/** How the work on a prompt ended. */
export interface PromptEnd {
  /** What ended it, for programs. */
  readonly reason: PromptEndReason
  /** The last answer. */
  readonly text: string
  /** Answers of the model. */
  readonly turns: number
  /** Tokens of all of them. */
  readonly usage: ModelUsage
  /** Set where `reason` is `failed`, and where a limit or the caller ended the waiting for a model that had failed. */
  readonly error?: PoundlockError
}

const CONTEXT_TOKENS = 200_000

/**
 * Brings prompts to a model, makes its calls and gives it the results, until it answers without a call, a limit is
 * reached or the caller aborts. Prompts are worked on one after the other.
 */
export class AgentLoop {
  readonly #options: AgentLoopOptions
  readonly #feed = new EventFeed()
  readonly #conversation: Conversation
  #queue: Promise<unknown> = Promise.resolve()
  #usage = NO_USAGE
  /** Tokens that the model takes in; less than was said, where the provider has refused a conversation. */
  #window: number

  constructor(options: AgentLoopOptions) {
    this.#options = options
    this.#conversation = options.conversation ?? new Conversation()
    this.#window = options.contextTokens ?? CONTEXT_TOKENS
  }

  /** The conversation until now. */
  get conversation(): Conversation {
    return this.#conversation
  }

  /** The events from now on. A slow listener loses the oldest ones, and learns how many. */
  subscribe(limits?: FeedLimits): AsyncGenerator<AgentEvent, void, void> {
    return this.#feed.subscribe(limits)
  }

  /** Ends the subscriptions. */
  close(): void {
    this.#feed.close()
  }

  /**
   * Works on a prompt, when those before it have ended.
   *
   * @throws what `write` throws: without a transcript, nothing goes on
   */
  prompt(
    prompt: string | readonly ToolContent[],
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<PromptEnd> {
    const content: readonly ToolContent[] = typeof prompt === 'string' ? [{ type: 'text', text: prompt }] : prompt
    const work = this.#queue.then(() => this.#work(content, signal))
    this.#queue = work.catch(() => undefined)
    return work
  }

  async #work(content: readonly ToolContent[], caller: AbortSignal | undefined): Promise<PromptEnd> {
    const { bounds = {} } = this.#options
    const time = new AbortController()
    const timer = bounds.milliseconds === undefined ? undefined : setTimeout(() => time.abort(), bounds.milliseconds)
    const signal = caller ? AbortSignal.any([caller, time.signal]) : time.signal
    try {
      this.#emit({ type: 'prompt-started', text: plainText(content) })
      await this.#settleOrphans()
      const events = (await this.#options.tools.beginPrompt?.()) ?? []
      const notices = events.length === 0 ? [] : [{ type: 'text' as const, text: events.join('\n') }]
      await this.#write({ type: 'prompt', content: [...notices, ...content] })
      const end = await this.#turns(signal, () => (time.signal.aborted ? 'limit-time' : 'aborted'))
      await this.#write({ type: 'prompt-ended', reason: end.reason })
      const { reason, turns, text, error } = end
      this.#emit({ type: 'prompt-ended', reason, turns, text, ...(error && { error: error.toJSON() }) })
      return end
    } finally {
      clearTimeout(timer)
    }
  }

  async #turns(signal: AbortSignal, stopped: () => PromptEndReason): Promise<PromptEnd> {
    const { bounds = {}, price } = this.#options
    const system = this.#systemText()
    const toolset = this.#options.tools.list()
    const overheadTokens = Math.ceil((system.length + JSON.stringify(toolset).length) / 3.5)
    let usage = NO_USAGE
    let text = ''
    const endWith = (reason: PromptEndReason, turns: number): PromptEnd => ({ reason, text, turns, usage })
    for (let turns = 0; ; turns++) {
      if (signal.aborted) return endWith(stopped(), turns)
      const limit = reachedLimit(bounds, { turns, usage, cost: price ? costOf(usage, price) : null })
      if (limit !== null) return endWith(limit, turns)
      const turn = this.#conversation.turn + 1
      this.#emit({ type: 'turn-started', turn })
      await this.#compact(overheadTokens, signal)
      let answer = await this.#ask(this.#request(system), turn, signal)
      if (isContextFull(answer) && (await this.#compact(overheadTokens, signal, true))) {
        answer = await this.#ask(this.#request(system), turn, signal)
      }
      if (!('parts' in answer)) {
        text = answer.text === '' ? text : answer.text
        await this.#keepPartial(answer, turn)
        this.#emit({ type: 'turn-ended', turn, reason: 'broken' })
        const { error, isRetried = false } = answer
        if (signal.aborted) return { ...endWith(stopped(), turns + 1), ...(isRetried && { error }) }
        return { ...endWith('failed', turns + 1), error }
      }
      usage = addUsage(usage, answer.usage)
      text = textOf(answer.parts) || text
      await this.#write({ type: 'answer', turn, parts: answer.parts, usage: answer.usage })
      this.#tellUsage(answer.usage)
      const calls = callsOf(answer.parts)
      if (calls.length === 0) {
        this.#emit({ type: 'turn-ended', turn, reason: 'end' })
        return endWith('answered', turns + 1)
      }
      const { tools } = this.#options
      await runCalls(calls, { tools, write: this.#write, emit: this.#emit, signal })
      this.#emit({ type: 'turn-ended', turn, reason: 'calls' })
    }
  }

  #ask(request: ModelRequest, turn: number, signal: AbortSignal): Promise<ModelAnswer | BrokenAnswer> {
    const { model, answerLimits: limits = ANSWER_LIMITS, retries = RETRIES } = this.#options
    const newId = (index: number) => `call_${turn}_${index}`
    return askModel(model, request, { signal, limits, retries, newId, emit: this.#emit })
  }

  #request(system: string): ModelRequest {
    const { maxOutputTokens } = this.#options
    return {
      system,
      messages: this.#conversation.messages(),
      tools: this.#options.tools.list(),
      ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    }
  }

  #systemText(): string {
    const { system } = this.#options
    return typeof system === 'string' ? system : system()
  }

  /** The text of an answer that broke off stays in the conversation; its calls were not made. */
  async #keepPartial({ text }: BrokenAnswer, turn: number): Promise<void> {
    if (text.trim() === '') return
    await this.#write({ type: 'answer', turn, parts: [{ type: 'text', text }], usage: NO_USAGE, isPartial: true })
  }

  /** @param isRefused whether the provider has refused the conversation as it is. @returns whether it is shorter now */
  async #compact(overheadTokens: number, signal: AbortSignal, isRefused = false): Promise<boolean> {
    const { model } = this.#options
    const { stored } = this.#conversation
    if (isRefused) this.#window = Math.min(this.#window, contextSize(stored, overheadTokens))
    const options = { model, contextTokens: this.#window, overheadTokens, isRefused, signal }
    const compaction = await compact(stored, options)
    if (compaction === null || signal.aborted) return false
    const { messages, summary, isSummarised } = compaction
    await this.#write({ type: 'compaction', messages, summary })
    this.#emit({ type: 'compacted', messages, summarised: isSummarised })
    return true
  }

  /** Calls that were open when the process before this one ended are answered before anything else is said. */
  async #settleOrphans(): Promise<void> {
    for (const { call, runId } of this.#conversation.openCalls()) {
      const status = runId === null ? 'skipped' : 'unknown'
      const content = orphanContent(runId !== null)
      await this.#write({ type: 'result', callId: call.id, content, isError: true, status, runId })
      this.#emit({ type: 'tool-ended', callId: call.id, runId, status, isError: true, text: plainText(content) })
    }
  }

  #tellUsage(turn: ModelUsage): void {
    const { price } = this.#options
    this.#usage = addUsage(this.#usage, turn)
    this.#emit({ type: 'usage', turn, total: this.#usage, cost: price ? costOf(this.#usage, price) : null })
  }

  readonly #emit = (event: AgentEvent): void => this.#feed.emit(event)

  readonly #write = async (entry: TranscriptEntry): Promise<void> => {
    await this.#options.write?.(entry)
    this.#conversation.apply(entry)
  }
}

const isContextFull = (answer: ModelAnswer | BrokenAnswer): boolean =>
  'error' in answer && answer.error.code === 'MODEL_CONTEXT_FULL'
