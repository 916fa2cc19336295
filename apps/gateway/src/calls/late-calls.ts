import type { CallLedger } from '@poundlock/ledger'
import { GatewayError, type CallResult, type RunOutcome } from '@poundlock/protocol'
import type { Dispatches } from '../nodes/dispatches.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { lateResult } from './call-result.ts'

export interface LateCallParts {
  readonly ledger: CallLedger<CallResult>
  readonly sessions: SessionStore
  readonly dispatches: Dispatches
  readonly log: (event: string, fields?: Readonly<Record<string, unknown>>) => void
}

/**
 * Calls whose command is on a node, and whose end is not known here: the gateway was killed meanwhile, or the node went
 * away for long. They end when the node says how it went; a caller that asks again with the same key waits for that.
 */
export class LateCalls {
  readonly #parts: LateCallParts
  readonly #waiting = new Map<string, PromiseWithResolvers<CallResult>>()
  /** Calls whose end is being written down. */
  readonly #settling = new Set<string>()

  constructor(parts: LateCallParts) {
    this.#parts = parts
    parts.dispatches.onLate = (callId, outcome) => void this.#settle(callId, outcome)
  }

  /** Whether its end is in the ledger of a node, which keeps it until this gateway has it for good. */
  isKeptByNode(callId: string): boolean {
    return this.#parts.dispatches.ofCall(callId) !== null
  }

  /** Settles what became known before the gateway was started. @returns whether the call is on a node, or was */
  async begin(callId: string): Promise<boolean> {
    const dispatch = this.#parts.dispatches.ofCall(callId)
    if (dispatch === null) return false
    if (dispatch.outcome !== null) await this.#settle(callId, dispatch.outcome)
    return true
  }

  /** How the call ends, once that is known; `null` where nothing will ever be known. */
  wait(callId: string): Promise<CallResult> | null {
    const dispatch = this.#parts.dispatches.ofCall(callId)
    if (dispatch === null) return null
    const waiting = this.#waiting.get(callId) ?? Promise.withResolvers<CallResult>()
    this.#waiting.set(callId, waiting)
    if (dispatch.outcome !== null) void this.#settle(callId, dispatch.outcome)
    return waiting.promise
  }

  /** The gateway ends: who waits asks again. */
  leave(): void {
    const error = new GatewayError('The gateway stops; ask again with the same key.', { code: 'DRAINING' })
    for (const { promise, reject } of this.#waiting.values()) {
      promise.catch(() => undefined)
      reject(error)
    }
  }

  /** Those who wait are told when it is written down, also where they came meanwhile. */
  async #settle(callId: string, outcome: RunOutcome | null): Promise<void> {
    if (this.#settling.has(callId)) return
    this.#settling.add(callId)
    try {
      const result = await this.#write(callId, outcome)
      if (result === null) this.#waiting.get(callId)?.reject(neverRan())
      else this.#waiting.get(callId)?.resolve(result)
    } catch (error) {
      this.#parts.log('call-unrecorded', { call: callId, error: String(error) })
      this.#waiting.get(callId)?.reject(error)
    } finally {
      this.#waiting.delete(callId)
      this.#settling.delete(callId)
    }
  }

  /** @returns how the call ended; `null` where it never ran */
  async #write(callId: string, outcome: RunOutcome | null): Promise<CallResult | null> {
    const { ledger, sessions } = this.#parts
    const entry = ledger.find('', { callId })
    if (entry === null || entry.state !== 'running') return entry?.result ?? null
    if (outcome === null) {
      await ledger.giveBack(callId)
      return null
    }
    const result = lateResult(entry, outcome)
    await ledger.finish(callId, result)
    sessions.keepOutput(callId, null)
    if (sessions.get(entry.session)) {
      const { status, message } = result
      sessions.append(entry.session, { kind: 'call-ended', callId, status, message })
    }
    return result
  }
}

const neverRan = () =>
  new GatewayError('The node never ran it; make the call again with the same key.', {
    code: 'UNAVAILABLE',
    details: { reason: 'never-ran' },
    retryAfterMs: 0,
  })
