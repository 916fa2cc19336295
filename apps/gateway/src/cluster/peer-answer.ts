import type { RequestOutcome } from '@poundlock/bus'
import { errorBody, GatewayError, isErrorCode } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'

/** What a gateway answers to another one. */
export type PeerAnswer =
  | { readonly ok: true; readonly result: unknown }
  | {
      readonly ok: false
      readonly code: string
      readonly message: string
      readonly details?: object
      readonly retryAfterMs?: number
    }

/** Runs what another gateway asks for; every end of it is an answer. */
export async function peerAnswer(action: () => unknown): Promise<PeerAnswer> {
  try {
    return { ok: true, result: (await action()) ?? null }
  } catch (error) {
    if (error instanceof GatewayError) return { ok: false, ...errorBody(error) }
    // What an unknown error says may hold secrets of this side.
    const message = PoundlockError.isInstance(error) ? error.message : 'A fault of another gateway; its log has it.'
    return { ok: false, code: 'INTERNAL', message }
  }
}

/**
 * What another gateway answered.
 *
 * @param what for the error, such as `The gateway of the session`
 * @throws GatewayError as it answered; `UNAVAILABLE` with the reason `no-responder` where it certainly did nothing;
 *   `OUTCOME_UNKNOWN` where it may have begun
 */
export function readPeerAnswer(outcome: RequestOutcome, what: string): unknown {
  if (outcome.status === 'answered') return readAnswer(outcome.value, what)
  if (!outcome.mayHaveRun) {
    throw new GatewayError(`${what} cannot be reached (${outcome.status}); nothing was done.`, {
      code: 'UNAVAILABLE',
      details: { reason: 'no-responder' },
      retryAfterMs: 1000,
    })
  }
  throw new GatewayError(`${what} did not answer (${outcome.status}); it may have been done.`, {
    code: 'OUTCOME_UNKNOWN',
  })
}

function readAnswer(value: unknown, what: string): unknown {
  const answer = value as Partial<PeerAnswer> | null
  if (answer?.ok === true) return answer.result
  if (answer?.ok !== false || typeof answer.code !== 'string' || typeof answer.message !== 'string') {
    throw new GatewayError(`${what} gave an answer that cannot be read.`, { code: 'OUTCOME_UNKNOWN' })
  }
  const { code, message, details, retryAfterMs } = answer
  throw new GatewayError(message.slice(0, 2000), {
    code: isErrorCode(code) ? code : 'INTERNAL',
    ...(details && { details: { ...details } }),
    ...(typeof retryAfterMs === 'number' && { retryAfterMs }),
  })
}
