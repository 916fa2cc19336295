import { findDrift } from '@poundlock/approvals'
import type { AskForApproval, AskingSurface } from '@poundlock/runtime'

/** Most clients give a call up after a minute, unless they are told how it goes on. */
const PATIENCE_MS = 45_000
/** An answer that was just given is noticed within this. */
const GLANCE_MS = 2000
/** What is kept beyond that is forgotten, the oldest first. */
const MOST_KEPT = 100

type Request = Parameters<AskForApproval>[0]
type Given = Awaited<ReturnType<AskForApproval>>

interface Kept {
  readonly request: Request
  readonly given: Promise<Given>
  readonly over: AbortController
  /** Whether somebody was shown it, who may answer soon. */
  readonly isSeen: boolean
  /** Whether its call has ended, so that the same one made again may have its answer. */
  isLeft: boolean
  /** Under which a person answers, as soon as it is written down. */
  readonly noted: PromiseWithResolvers<void>
  id: string | undefined
}

/** Of the client that makes a call, how long it waits for somebody else to be asked; `null` where it is asked itself. */
export type PatienceOf = (callId: string) => 'as-long-as-it-takes' | 'a-minute' | null

/**
 * Keeps what is asked for clients that cannot be asked themselves. Where nobody else can be either, or nobody answers
 * before the client gives up, the call ends and says how to answer; the same call, made again, gets that answer.
 */
export class KeptRequests {
  readonly #patienceOf: PatienceOf
  readonly #patienceMs: number
  readonly #kept = new Set<Kept>()
  readonly #notes = new Map<string, string>()

  constructor(patienceOf: PatienceOf, patienceMs = PATIENCE_MS) {
    this.#patienceOf = patienceOf
    this.#patienceMs = patienceMs
  }

  /** Learns under which name something is written down. It shows nothing. */
  readonly noting: AskingSurface = {
    name: 'noting',
    show: ({ stored, asked }) => Promise.resolve(this.#note(asked.callId, stored.id) && false),
  }

  /** The same, for what waits though nobody sees it: whoever reads the answer of the call can. */
  readonly keeping: AskingSurface = {
    name: 'keeping',
    show: ({ stored, asked }) => Promise.resolve(this.#note(asked.callId, stored.id)),
  }

  /**
   * @param ask asks whoever can be reached now, and notes
   * @param keep writes down what waits for somebody to come
   */
  asker(ask: AskForApproval, keep: AskForApproval): AskForApproval {
    return async (request, options = {}) => {
      const patience = this.#patienceOf(request.callId)
      // What was tried already is kept with what it did, elsewhere.
      if (patience === null || request.effect !== undefined) return ask(request, options)
      const before = this.#takeUp(request)
      const kept = before ?? this.#begin(request, ask, true)
      const given = await this.#wait(kept, kept.isSeen ? patience : 'a-glance', options.signal)
      if (given === 'late') {
        this.#leave(kept, request.callId)
        const requestId = kept.id !== undefined && { requestId: kept.id }
        return kept.isSeen
          ? { answer: 'timed-out', message: 'nobody has answered yet', ...requestId }
          : { answer: 'unreachable', message: 'nobody can be asked', ...requestId }
      }
      this.#kept.delete(kept)
      if ('by' in given) {
        const isSame = before === undefined || kept.request.always.join('\n') === request.always.join('\n')
        return given.answer === 'allow-always' && !isSame ? { ...given, answer: 'allow-once' } : given
      }
      // Where the fallback lets it run, there is nothing to wait for.
      const isRefused = request.decision.exec.askFallback.value === 'deny' && options.signal?.aborted !== true
      if (given.answer !== 'unreachable' || !isRefused) return given
      const waiting = this.#begin(request, keep, false)
      await Promise.race([waiting.given, waiting.noted.promise])
      this.#leave(waiting, request.callId)
      return waiting.id === undefined ? given : { ...given, requestId: waiting.id }
    }
  }

  /** What a client is told of a call that ended before anybody answered. */
  takeNote(callId: string): string | undefined {
    const note = this.#notes.get(callId)
    this.#notes.delete(callId)
    return note
  }

  /** Nobody will make these calls again. */
  end(): void {
    for (const { over } of this.#kept) over.abort()
    this.#kept.clear()
  }

  #note(callId: string, id: string): true {
    for (const kept of this.#kept) {
      if (kept.request.callId !== callId || kept.id !== undefined) continue
      kept.id = id
      kept.noted.resolve()
    }
    return true
  }

  #begin(request: Request, ask: AskForApproval, isSeen: boolean): Kept {
    const over = new AbortController()
    const kept: Kept = {
      request,
      over,
      isSeen,
      isLeft: false,
      noted: Promise.withResolvers(),
      id: undefined,
      // It is looked at later, or never.
      given: Promise.resolve().then(() => ask(request, { signal: over.signal })),
    }
    kept.given.catch(() => undefined)
    this.#kept.add(kept)
    for (const oldest of this.#kept) {
      if (this.#kept.size <= MOST_KEPT) break
      if (!oldest.isLeft) continue
      oldest.over.abort()
      this.#kept.delete(oldest)
    }
    return kept
  }

  /** Exactly the same, whose call has ended. Only one call at a time takes it up: an answer is used once. */
  #takeUp(request: Request): Kept | undefined {
    for (const kept of this.#kept) {
      if (!kept.isLeft || findDrift(kept.request.binding, request.binding).length > 0) continue
      kept.isLeft = false
      return kept
    }
    return undefined
  }

  async #wait(
    kept: Kept,
    patience: NonNullable<ReturnType<PatienceOf>> | 'a-glance',
    signal?: AbortSignal,
  ): Promise<Given | 'late'> {
    const giveUp = () => kept.over.abort()
    if (signal?.aborted === true) giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    const late = Promise.withResolvers<'late'>()
    const most = { 'as-long-as-it-takes': null, 'a-minute': this.#patienceMs, 'a-glance': GLANCE_MS }[patience]
    const timer = most === null ? undefined : setTimeout(() => late.resolve('late'), most)
    try {
      return await Promise.race([kept.given, late.promise])
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  #leave(kept: Kept, callId: string): void {
    kept.isLeft = true
    if (kept.id === undefined) return
    const id = kept.id.slice(0, 8)
    // Not every call of ours takes what is noted of it.
    const [oldest] = this.#notes.keys()
    if (oldest !== undefined && this.#notes.size >= MOST_KEPT) this.#notes.delete(oldest)
    this.#notes.set(
      callId,
      `Request ${id} waits for an answer. A person gives it with "poundlock approvals resolve ${id} allow-once" (or deny), and sees what waits with "poundlock approvals watch". Ask them, and make the same call again once they have.`,
    )
  }
}
