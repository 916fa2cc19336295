import {
  offeredDecisions,
  type ApprovalAnswer as StoredAnswer,
  type ApprovalRecord,
  type ApprovalRequest as StoredRequest,
  type Binding,
} from '@poundlock/approvals'
import type { Answered, NewRequest, RequestStore } from '@poundlock/approvals/node'
import { PoundlockError, visibleText } from '@poundlock/spec'
import type { ApprovalAnswer, ApprovalRequest, AskForApproval, NoAnswer } from './approval.ts'

/** A request as a surface shows it. */
export interface ShownRequest {
  /** As it was written down: what every surface shows. */
  readonly stored: StoredRequest
  /** As it was asked here, with what is not written down. */
  readonly asked: ApprovalRequest
  /** Gives the answer of whoever was shown it; the first of all surfaces counts. @throws ApprovalsError when it is over */
  readonly answer: (given: Omit<StoredAnswer, 'at'>) => Answered
  /** Aborts when it is over: answered somewhere, out of time, or taken back. */
  readonly signal: AbortSignal
}

/** Somewhere a request can be shown to a person. */
export interface AskingSurface {
  readonly name: string
  /** Shows a request until its signal aborts. Settles as soon as it is known whether somebody can see it. */
  show(shown: ShownRequest): Promise<boolean>
}

/**
 * Asks through a store of requests: each is written down before it is shown on every surface, the first answer counts
 * wherever it was given, and what a killed process asked is taken up by the next that asks the same. Where no surface
 * reaches anybody, that is said at once.
 */
export function askThroughStore(store: RequestStore, surfaces: readonly AskingSurface[]): AskForApproval {
  return async (asked, { signal } = {}) => {
    let requested
    try {
      requested = store.create(newRequest(asked))
    } catch (error) {
      if (!PoundlockError.isInstance(error) || error.code !== 'APPROVAL_LIMIT') throw error
      return { answer: 'limited', message: `not asked: ${error.message} ${error.remedy ?? ''}`.trim() }
    }
    const { request } = requested
    const requestId = request.id
    if (requested.kind === 'denied-before') {
      const { by, reason } = requested.answer
      const before = 'the same was denied shortly before and is not asked again'
      return { answer: 'deny', by, reason: reason === undefined ? before : `${reason} (${before})`, requestId }
    }
    const over = new AbortController()
    const cancel = () => {
      over.abort()
      // Whoever gave up the call gets its end either way.
      tryTo(() => store.cancel(requestId))
    }
    if (signal?.aborted === true) cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const settled = store.settled(requestId)
      const answer = (given: Omit<StoredAnswer, 'at'>) => store.answer(requestId, given)
      const shown = { stored: request, asked, answer, signal: over.signal }
      // One that a killed process asked may be answered already, with nobody there any more.
      const waits = store.get(requestId).answer === undefined && signal?.aborted !== true
      if (waits && !(await isShown(surfaces, shown, settled))) {
        store.cancel(requestId)
        await settled
        return { answer: 'unreachable', message: 'no surface reaches anybody', requestId }
      }
      return outcomeOf(await settled, store, signal?.aborted === true)
    } finally {
      over.abort()
      signal?.removeEventListener('abort', cancel)
    }
  }
}

/** True as soon as one surface shows it, or it is over; false when none does. A surface that fails shows nothing. */
function isShown(surfaces: readonly AskingSurface[], shown: ShownRequest, settled: Promise<unknown>): Promise<boolean> {
  const showing = surfaces.map(async (surface) => {
    if (!(await surface.show(shown))) throw new Error(`${surface.name} reaches nobody`)
    return true
  })
  const any = Promise.any(showing).catch(() => false)
  return Promise.race([any, settled.then(() => true)])
}

function outcomeOf(
  { request, answer }: ApprovalRecord,
  store: RequestStore,
  gaveUp: boolean,
): ApprovalAnswer | NoAnswer {
  const requestId = request.id
  if (gaveUp) return { answer: 'cancelled', message: 'the call was given up before anybody answered', requestId }
  if (answer === undefined) {
    const { cancelledAt } = store.get(requestId)
    if (cancelledAt !== undefined) return { answer: 'cancelled', message: 'the request was taken back', requestId }
    const minutes = (request.expiresAt - request.createdAt) / 60_000
    const message = `nobody answered request ${requestId.slice(0, 8)} within ${duration(minutes)}; no answer is no approval`
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
  minutes < 1 ? `${Math.round(minutes * 60)} seconds` : `${Math.round(minutes)} minutes`

function newRequest({ decision, always, effect, ...asked }: ApprovalRequest): NewRequest {
  const { binding } = asked
  const { security, ask } = decision.exec
  return {
    callId: asked.callId,
    tool: asked.tool,
    binding,
    security: security.value,
    reasons: [...new Set(decision.reasons.map(({ message }) => message))],
    sets: Object.keys(asked.environment),
    warnings: [
      ...warningsOf(binding),
      ...(effect ? ['It was tried already, contained and without a network: approving applies what it did.'] : []),
    ],
    decisions: offeredDecisions({ ask: ask.value, grantable: always.length > 0 }),
    ...(always.length > 0 && { grantCovers: always.join('; ') }),
    likeness: likenessOf(binding),
  }
}

/** Blanks that push what is behind them out of the line that is looked at, or off the screen. */
const LONG_BLANK = /[ \t]{40}|(?:[ \t]*\n){5}/
/** What a screen shows beside the rest of a request. */
const MANY_LINES = 20

/** What a person could miss. */
function warningsOf({ text, executables, scripts, argv }: Binding): readonly string[] {
  const warnings: string[] = []
  if (visibleText(text, { newlines: 'keep' }) !== text) {
    warnings.push('It holds characters that cannot be seen; they are shown as escapes.')
  }
  if (LONG_BLANK.test(text)) warnings.push('It holds a long run of blanks: look at what stands behind it.')
  const lines = text.split('\n').length
  if (lines > MANY_LINES) warnings.push(`It has ${lines} lines: look at all of them.`)
  // Also a program that is not there: its name may be meant to look like one that is.
  const found = executables.map((one) => one.path)
  const missing = (argv ?? []).map(([name = '']) => name).filter((name) => !found.some((path) => path.endsWith(name)))
  for (const path of new Set([...found, ...missing])) {
    const odd = [...new Set(path.match(/[^\x20-\x7E]/gu) ?? [])]
    if (odd.length === 0) continue
    const points = odd.map((character) => `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
    warnings.push(`The program ${visibleText(path)} has characters that can look like others: ${points.join(', ')}.`)
  }
  for (const { path, hash } of executables) {
    if (hash !== undefined) warnings.push(`The program ${visibleText(path)} can be written to by others than root.`)
  }
  if (argv === null) warnings.push('What it runs is only known in part; an answer holds for exactly this text.')
  for (const { path } of scripts.slice(0, 8)) warnings.push(`It may run ${visibleText(path)}, as it is now.`)
  return warnings
}

/** The same for requests of the same programs in the same place; of what cannot be told apart, only for the same text. */
function likenessOf({ text, argv, cwd, host, agent, session }: Binding): string {
  const programs = argv?.map(([name = '']) => name.slice(name.lastIndexOf('/') + 1))
  const what = programs === undefined ? { text } : { programs: [...new Set(programs)].toSorted() }
  return JSON.stringify({ agent, session, host, cwd: cwd.path, ...what })
}

function tryTo(action: () => void): void {
  try {
    action()
  } catch {
    // It is over already, or its folder is gone.
  }
}
