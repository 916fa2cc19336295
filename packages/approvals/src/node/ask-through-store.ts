import { PoundlockError } from '@poundlock/spec'
import type { ApprovalRecord, ApprovalRequest } from '../requests/request.ts'
import type { Ask, CallAnswer, NoAnswer } from './ask.ts'
import type { NewRequest, RequestStore } from './request-store.ts'
import type { Surface, SurfaceAnswer } from './surface.ts'

/**
 * The reason of a signal that ends the waiting and leaves the request in the store: the process ends, and the same call
 * comes back to it.
 */
export const LEAVE_WAITING: unique symbol = Symbol('leave waiting')

/**
 * Asks through a store: each request is stored before every surface shows it, and the first answer counts. A process
 * that asks the same as one that was killed takes up its request. Where no surface reaches a person, the answer is
 * `unreachable` at once.
 *
 * @param requestOf the request that is stored for a call
 * @param unattended what becomes of a request that no surface shows: `queue` keeps it for the same call, made again
 */
export function askThroughStore<Call>(
  store: RequestStore,
  surfaces: readonly Surface<Call>[],
  requestOf: (call: Call) => NewRequest,
  unattended: 'deny' | 'queue' = 'deny',
): Ask<Call> {
  const queues = unattended === 'queue'
  return async (call, { signal } = {}) => {
    const wanted = { ...requestOf(call), ...(queues && surfaces.length === 0 && { queued: true as const }) }
    const request = storeRequest(store, wanted)
    if ('answer' in request) return request
    const requestId = request.id
    const over = new AbortController()
    const left = new AbortController()
    const cancel = () => {
      over.abort()
      if (signal?.reason === LEAVE_WAITING) return left.abort()
      // The caller gets an outcome either way.
      tryTo(() => store.cancel(requestId))
    }
    if (signal?.aborted === true) cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const settled = store.settled(requestId, { signal: left.signal })
      // Also where something else fails before it is waited for.
      settled.catch(() => undefined)
      const answer = (given: SurfaceAnswer) => store.answer(requestId, given)
      const shown = { stored: request, call, answer, signal: over.signal, settled }
      // One that a killed process asked may be answered already, with nobody there any more.
      const waits = store.get(requestId).answer === undefined && signal?.aborted !== true
      // One that was answered while it was shown is not taken back.
      const isUnseen = waits && !(await isShown(surfaces, shown, settled))
      if (isUnseen && store.get(requestId).answer === undefined) {
        if (queues) {
          store.queue(requestId)
          left.abort()
          await settled.catch(() => undefined)
          return queued(request)
        }
        store.cancel(requestId)
        await settled
        return { answer: 'unreachable', message: 'no surface reaches anybody', requestId }
      }
      return outcomeOf(await settled, store, signal?.aborted === true)
    } catch (error) {
      if (!left.signal.aborted) throw error
      return { answer: 'cancelled', message: 'no answer before the asking process ended', requestId }
    } finally {
      over.abort()
      signal?.removeEventListener('abort', cancel)
    }
  }
}

/** Stores a request, unless the session asks too much or the same was denied shortly before. */
function storeRequest(store: RequestStore, wanted: NewRequest): ApprovalRequest | CallAnswer | NoAnswer {
  let requested
  try {
    requested = store.create(wanted)
  } catch (error) {
    if (!PoundlockError.isInstance(error) || error.code !== 'APPROVAL_LIMIT') throw error
    return { answer: 'limited', message: `not asked: ${error.message} ${error.remedy ?? ''}`.trim() }
  }
  const { request } = requested
  if (requested.kind !== 'denied-before') return request
  const { by, reason } = requested.answer
  const before = 'the same was denied shortly before and is not asked again'
  return { answer: 'deny', by, reason: reason === undefined ? before : `${reason} (${before})`, requestId: request.id }
}

/** Says how the call goes on. */
function queued({ id, expiresAt }: ApprovalRequest): NoAnswer {
  const short = id.slice(0, 8)
  const until = new Date(expiresAt).toISOString()
  const message = `it waits as request ${short} until ${until}: after "poundlock approvals resolve ${short} allow-once", the same call, made again, runs`
  return { answer: 'queued', message, requestId: id }
}

/** True as soon as one surface shows it, or it is over; false when none does. A surface that fails shows nothing. */
function isShown<Call>(
  surfaces: readonly Surface<Call>[],
  shown: Parameters<Surface<Call>['show']>[0],
  settled: Promise<unknown>,
): Promise<boolean> {
  const showing = surfaces.map(async (surface) => {
    if (!(await surface.show(shown))) throw new Error(`${surface.name} reaches no approver`)
    return true
  })
  const any = Promise.any(showing).catch(() => false)
  return Promise.race([any, settled.then(() => true)])
}

function outcomeOf({ request, answer }: ApprovalRecord, store: RequestStore, gaveUp: boolean): CallAnswer | NoAnswer {
  const requestId = request.id
  if (gaveUp) return { answer: 'cancelled', message: 'the call was given up before anybody answered', requestId }
  if (answer === undefined) {
    const { cancelledAt } = store.get(requestId)
    if (cancelledAt !== undefined) return { answer: 'cancelled', message: 'the request was taken back', requestId }
    const minutes = (request.expiresAt - request.createdAt) / 60_000
    const message = `no answer to request ${requestId.slice(0, 8)} within ${duration(minutes)}, so it is not approved`
    return { answer: 'timed-out', message, requestId }
  }
  const { decision, by, surface, reason, limits } = answer
  return {
    answer: decision,
    by: `${surface}:${by}`,
    ...(reason !== undefined && { reason }),
    ...(limits && { limits }),
    requestId,
    use(now) {
      const use = store.use(requestId, now)
      if (use.kind === 'granted') return []
      return use.kind === 'refused' ? [use.message] : use.drift.map(({ message }) => message)
    },
  }
}

const duration = (minutes: number) =>
  minutes < 1 ? counted(Math.round(minutes * 60), 'second') : counted(Math.round(minutes), 'minute')

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

function tryTo(action: () => void): void {
  try {
    action()
  } catch {
    // It is over already, or its folder is gone.
  }
}
