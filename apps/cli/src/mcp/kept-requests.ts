import { findDrift } from '@poundlock/approvals'
import { type Surface } from '@poundlock/approvals/node'
import type { CallToApprove, AskForApproval } from '@poundlock/runtime'

/** Most clients give up a call after a minute without progress. */
const PATIENCE_MS = 45_000
/** An answer that was just given is noticed within this. */
const GLANCE_MS = 2000
/** The most kept requests; the oldest is dropped first. */
const MOST_KEPT = 100

type Request = Parameters<AskForApproval>[0]
type Options = NonNullable<Parameters<AskForApproval>[1]>
type Given = Awaited<ReturnType<AskForApproval>>

interface Kept {
  readonly request: Request
  readonly given: Promise<Given>
  readonly over: AbortController
  /** Whether a person has been shown it, and may answer soon. */
  readonly isSeen: boolean
  /** Whether its call has ended, so that the same one made again may have its answer. */
  isLeft: boolean
  /** Under which a person answers, as soon as it is written down. */
  readonly noted: PromiseWithResolvers<void>
  id: string | undefined
}

/** How long a client waits for an answer on another surface. */
export type Patience = 'as-long-as-it-takes' | 'a-minute'

/** The call of a client, as far as its approval goes. */
export interface WaitingCall {
  /** Asks the client itself. */
  readonly surface: Surface<CallToApprove>
  /** From the start, or `once` the client is no longer asked itself; `null` where the call waits for its answer. */
  readonly patience: Patience | { readonly once: Promise<unknown>; readonly patience: Patience } | null
  /** How a person can still answer after the call has ended. */
  remedy: string | undefined
}

/** Asks on everything that reaches a person now, and on these surfaces. */
export type AskOn = (...surfaces: readonly Surface<CallToApprove>[]) => AskForApproval

/**
 * Keeps requests of clients that cannot ask, cannot show all of it, or gave no answer. Where no person can be asked on
 * another surface either, or none answers before the client gives up, the call ends and says how to answer; the same
 * call, made again, gets that answer.
 */
export class KeptRequests {
  readonly #askOn: AskOn
  readonly #patienceMs: number
  readonly #kept = new Set<Kept>()

  constructor(askOn: AskOn, patienceMs = PATIENCE_MS) {
    this.#askOn = askOn
    this.#patienceMs = patienceMs
  }

  /** Asks about one call of a client; without a client, without a time limit. */
  askFor(client: WaitingCall | null): AskForApproval {
    return async (request, options = {}) => {
      const waits = client?.patience ?? null
      const surfaces = client === null ? [] : [client.surface]
      // A try is kept with its effect, by the store of tries.
      if (client === null || waits === null || request.effect !== undefined) {
        return this.#askOn(...surfaces)(request, options)
      }
      if (request.runs === true) return this.#askWhileRunning(request, client, options)
      const { once, patience } = typeof waits === 'string' ? { once: undefined, patience: waits } : waits
      const before = this.#takeUp(request)
      const kept = before ?? this.#begin(request, surfaces, true)
      // One that was left is not put to the client again.
      const starts = before ? undefined : once
      const given = await this.#wait(kept, kept.isSeen ? patience : 'a-glance', { starts, signal: options.signal })
      if (given === 'late') {
        this.#leave(kept, client)
        const requestId = kept.id !== undefined && { requestId: kept.id }
        return kept.isSeen
          ? { answer: 'timed-out', message: 'it is not answered yet', ...requestId }
          : { answer: 'unreachable', message: 'no approver is available', ...requestId }
      }
      this.#kept.delete(kept)
      if ('by' in given) {
        const isSame = before === undefined || kept.request.alwaysKey === request.alwaysKey
        return given.answer === 'allow-always' && !isSame ? { ...given, answer: 'allow-once' } : given
      }
      // Where the fallback lets it run, there is nothing to wait for.
      const isRefused = request.decision.exec.askFallback.value === 'deny' && options.signal?.aborted !== true
      if (given.answer !== 'unreachable' || !isRefused) return given
      const waiting = this.#begin(request, [], false)
      await Promise.race([waiting.given, waiting.noted.promise])
      this.#leave(waiting, client)
      return waiting.id === undefined ? given : { ...given, requestId: waiting.id }
    }
  }

  /** Nothing is kept of a command that runs: the same call, made again, would run it again. */
  async #askWhileRunning(request: Request, { surface }: WaitingCall, { signal }: Options): Promise<Given> {
    const late = AbortSignal.timeout(this.#patienceMs)
    const given = await this.#askOn(surface)(request, { signal: signal ? AbortSignal.any([signal, late]) : late })
    return !('by' in given) && late.aborted ? { ...given, answer: 'timed-out', message: 'it was not answered' } : given
  }

  /** These calls will not be repeated. */
  end(): void {
    for (const { over } of this.#kept) over.abort()
    this.#kept.clear()
  }

  /** @param isSeen false for a request that waits unseen: the reader of the call's result can answer */
  #begin(request: Request, surfaces: readonly Surface<CallToApprove>[], isSeen: boolean): Kept {
    // Learns under which id the request is stored. It shows nothing.
    const noting: Surface<CallToApprove> = {
      name: isSeen ? 'noting' : 'keeping',
      async show({ stored }) {
        kept.id ??= stored.id
        kept.noted.resolve()
        return !isSeen
      },
    }
    const ask = this.#askOn(...surfaces, noting)
    const over = new AbortController()
    const kept: Kept = {
      request,
      over,
      isSeen,
      isLeft: false,
      noted: Promise.withResolvers(),
      id: undefined,
      // Awaited later, or never.
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

  /** @param options.starts when the time begins that is waited at most; at once unless set */
  async #wait(
    kept: Kept,
    patience: Patience | 'a-glance',
    options: { readonly starts: Promise<unknown> | undefined; readonly signal: AbortSignal | undefined },
  ): Promise<Given | 'late'> {
    const { starts, signal } = options
    const giveUp = () => kept.over.abort()
    if (signal?.aborted === true) giveUp()
    signal?.addEventListener('abort', giveUp, { once: true })
    const late = Promise.withResolvers<'late'>()
    const most = { 'as-long-as-it-takes': null, 'a-minute': this.#patienceMs, 'a-glance': GLANCE_MS }[patience]
    let timer: NodeJS.Timeout | undefined
    let isOver = false
    const start = () => {
      if (most !== null && !isOver) timer = setTimeout(() => late.resolve('late'), most)
    }
    if (starts) void starts.then(start)
    else start()
    try {
      return await Promise.race([kept.given, late.promise])
    } finally {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }

  #leave(kept: Kept, client: WaitingCall): void {
    kept.isLeft = true
    if (kept.id === undefined) return
    const id = kept.id.slice(0, 8)
    client.remedy = `Request ${id} waits for an answer. A person gives it with "poundlock approvals resolve ${id} allow-once" (or deny), and sees what waits with "poundlock approvals watch". Ask them, and make the same call again once they have.`
  }
}
