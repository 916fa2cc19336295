import { randomBytes } from 'node:crypto'
import { describeHolder, isGone } from '@poundlock/state-files/node'
import { ApprovalsError } from '../approvals-error.ts'
import { findDrift, type Binding, type Drift } from '../binding/binding.ts'
import { findId } from '../requests/find-request.ts'
import { checkMayAnswer } from '../requests/may-answer.ts'
import { countVotes, requirementsOf, voterOf } from '../requests/quorum.ts'
import {
  stateOf,
  type ApprovalAnswer,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalState,
  type ApprovalVote,
  type Delegation,
} from '../requests/request.ts'
import { isSameQuestion } from '../requests/same-question.ts'
import { changeIn } from './change-in.ts'
import { RequestFiles } from './request-files.ts'
import type { Answered, SurfaceAnswer } from './surface.ts'

const ID_BYTES = 16
const MINUTE_MS = 60_000
/** What is over is kept this long, so that a late answer is told what became of it. */
const KEPT_MS = 24 * 60 * MINUTE_MS
/** Clocks are put right by so much without being set back. */
const CLOCK_SLACK_MS = MINUTE_MS
/** Between two looks, where the system does not tell of changes. */
const LOOK_EVERY_MS = 500

/** What a new request is made of; the rest is given by the store. */
export type NewRequest = Omit<ApprovalRequest, 'id' | 'createdAt' | 'expiresAt' | 'asker'>

/**
 * What became of something new: it waits; the same was denied shortly before and is not asked again; or a process that
 * is gone has asked the same, and what it left is taken up, answered or not.
 */
export type Requested =
  | { readonly kind: 'waiting' | 'taken-up'; readonly request: ApprovalRequest }
  | { readonly kind: 'denied-before'; readonly request: ApprovalRequest; readonly answer: ApprovalAnswer }

/** What an approval is worth right before something is started. */
export type Use =
  | { readonly kind: 'granted'; readonly answer: ApprovalAnswer }
  | { readonly kind: 'refused'; readonly state: ApprovalState; readonly message: string }
  | { readonly kind: 'drifted'; readonly drift: readonly Drift[] }

/** Where requests wait, and for how long. */
export interface RequestStoreOptions {
  /** Milliseconds that a request waits and its answer holds. Half an hour unless set. */
  readonly lifetimeMs?: number
  /** Milliseconds that a denial of the same request is remembered. Ten minutes unless set. */
  readonly denialMs?: number
  /** Requests of one session that may wait at a time. 20 unless set. */
  readonly maxPending?: number
  /** Requests of one session in a minute. 60 unless set. */
  readonly maxPerMinute?: number
  /** How many sessions' worth an agent has in all its sessions. 5 unless set. */
  readonly sessionsPerAgent?: number
  /** Requests that are over and kept; the oldest go first. 2000 unless set. */
  readonly maxKept?: number
  /** Milliseconds since 1970; the system's clock unless set. */
  readonly now?: () => number
}

/** Requests that wait for people, in a folder: they survive every process that made, shows or answers them. */
export interface RequestStore {
  /** @throws ApprovalsError `APPROVAL_LIMIT`, `APPROVALS_IO`, `APPROVALS_UNTRUSTED` */
  create(request: NewRequest): Requested
  /** Those that wait, the oldest first. */
  pending(): readonly ApprovalRecord[]
  /** All that are kept, whatever their state, the oldest first. */
  all(): readonly ApprovalRecord[]
  /** @param id the whole or an unambiguous beginning. @throws ApprovalsError `APPROVAL_NOT_FOUND`, `APPROVAL_AMBIGUOUS` */
  get(id: string): ApprovalRecord
  /**
   * Answers, or gives one of the several answers that it takes.
   *
   * @throws ApprovalsError `APPROVAL_SETTLED` when it has expired, was cancelled, or does not offer this answer;
   *   `APPROVAL_OWN`, `APPROVAL_GROUP`, `APPROVAL_REASON` when it is not for this person to allow, or not like this
   */
  answer(id: string, answer: SurfaceAnswer): Answered
  /**
   * Hands it on to others: from then on they are who may allow it.
   *
   * @throws ApprovalsError `APPROVAL_SETTLED` when it does not wait any more, or was handed on too often
   */
  delegate(id: string, delegation: Omit<Delegation, 'at'>): ApprovalRecord
  /** Its call has ended without an answer: the same call, made again, takes it up. */
  queue(id: string): void
  /** Its call has ended: nobody needs to answer any more. */
  cancel(id: string): void
  /** Returns when something may have changed, or after a while. */
  changed(options?: { readonly signal?: AbortSignal }): Promise<void>
  /** Waits until it no longer waits: answered, expired or cancelled. */
  settled(id: string, options?: { readonly signal?: AbortSignal }): Promise<ApprovalRecord>
  /** Right before a start: what was approved must be what runs, and is used up by it. */
  use(id: string, now: Binding): Use
}

/**
 * Opens the folder of requests, made for its owner alone.
 *
 * @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO`
 */
export function openRequestStore(folder: string, options: RequestStoreOptions = {}): RequestStore {
  return new FolderOfRequests(folder, options)
}

class FolderOfRequests implements RequestStore {
  readonly #folder: string
  readonly #files: RequestFiles
  readonly #options: Required<RequestStoreOptions>

  constructor(folder: string, options: RequestStoreOptions) {
    this.#folder = folder
    this.#options = {
      lifetimeMs: 30 * MINUTE_MS,
      denialMs: 10 * MINUTE_MS,
      maxPending: 20,
      maxPerMinute: 60,
      sessionsPerAgent: 5,
      maxKept: 2000,
      now: Date.now,
      ...options,
    }
    this.#files = new RequestFiles(folder)
  }

  create(wanted: NewRequest): Requested {
    const now = this.#options.now()
    const records = this.#all()
    this.#forget(records, now)
    const denial = records.find(({ request, answer }) => this.#deniesAgain(request, answer, wanted, now))
    if (denial) return { kind: 'denied-before', request: denial.request, answer: denial.answer! }
    const left = records.find((record) => isLeft(record, wanted, now))
    if (left) return { kind: 'taken-up', request: left.request }
    this.#limit(records, wanted, now)
    const request: ApprovalRequest = {
      ...wanted,
      id: randomBytes(ID_BYTES).toString('hex'),
      createdAt: now,
      expiresAt: now + this.#options.lifetimeMs,
      asker: describeHolder(),
    }
    this.#files.writeRequest(request)
    return { kind: 'waiting', request }
  }

  pending(): readonly ApprovalRecord[] {
    const now = this.#options.now()
    return this.#all()
      .filter((record) => stateOf(record, now) === 'pending')
      .toSorted((a, b) => a.request.createdAt - b.request.createdAt)
  }

  all(): readonly ApprovalRecord[] {
    return this.#all().toSorted((a, b) => a.request.createdAt - b.request.createdAt)
  }

  changed({ signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return changeIn(this.#folder, LOOK_EVERY_MS, signal)
  }

  get(prefix: string): ApprovalRecord {
    this.#files.check()
    const names = this.#files.names()
    const id = findId(this.#files.ids(names), prefix)
    return this.#files.read(id, names) ?? missing(id)
  }

  answer(prefix: string, given: SurfaceAnswer): Answered {
    const record = this.get(prefix)
    const { id, decisions } = record.request
    if (record.answer) return { counts: false, answer: record.answer }
    this.#checkPending(record)
    if (!decisions.includes(given.decision)) {
      throw settled(id, `It can be answered with ${decisions.join(', ')}, not with ${given.decision}.`)
    }
    checkMayAnswer(record, given)
    const vote: ApprovalVote = { ...given, at: this.#options.now() }
    const { approve, deny } = requirementsOf(record.request)
    if ((given.decision === 'deny' ? deny : approve) > 1) return this.#vote(id, vote)
    return this.#settle(id, vote, vote)
  }

  delegate(prefix: string, delegation: Omit<Delegation, 'at'>): ApprovalRecord {
    const record = this.get(prefix)
    this.#checkPending(record)
    const { id } = record.request
    if (!this.#files.writeDelegation(id, { ...delegation, at: this.#options.now() })) {
      throw settled(id, 'It was handed on too often.')
    }
    return this.get(id)
  }

  cancel(prefix: string): void {
    const { request } = this.get(prefix)
    this.#files.write(request.id, 'cancellation', { at: this.#options.now() })
  }

  queue(prefix: string): void {
    const { request } = this.get(prefix)
    this.#files.write(request.id, 'queueing', { at: this.#options.now() })
  }

  async settled(id: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<ApprovalRecord> {
    for (;;) {
      signal?.throwIfAborted()
      const record = this.get(id)
      const { expiresAt } = record.request
      if (stateOf(record, this.#options.now()) !== 'pending') return record
      this.#complete(record)
      const { approve, deny } = requirementsOf(record.request)
      // Each change of the folder wakes all that wait. Where one answer is enough, its file says more cheaply than the
      // whole folder whether it is about this request.
      const takesOneAnswer = approve <= 1 && deny <= 1
      do {
        const rest = Math.max(1, expiresAt - this.#options.now())
        await changeIn(this.#folder, Math.min(LOOK_EVERY_MS, rest), signal)
      } while (
        takesOneAnswer &&
        signal?.aborted !== true &&
        this.#options.now() < expiresAt &&
        this.#files.isOnlyAsked(record.request.id)
      )
    }
  }

  use(id: string, binding: Binding): Use {
    const record = this.get(id)
    const refused = (state: ApprovalState, message: string): Use => ({ kind: 'refused', state, message })
    const state = stateOf(record, this.#options.now())
    if (state === 'answered' && record.answer?.decision === 'deny') return refused(state, 'It was denied.')
    if (state !== 'answered' || !record.answer) return refused(state, WHY_NOT[state])
    // By a clock that was set back, what was over could begin to count again.
    if (this.#options.now() < record.answer.at - CLOCK_SLACK_MS) {
      return refused('expired', 'The clock was set back since it was answered: whether it has expired is unknown.')
    }
    const drift = findDrift(record.request.binding, binding)
    if (drift.length > 0) return { kind: 'drifted', drift }
    // The process that makes the file has the one use; between two that race, the system decides.
    if (!this.#files.write(record.request.id, 'use', { at: this.#options.now() })) return refused('used', WHY_NOT.used)
    return { kind: 'granted', answer: record.answer }
  }

  #deniesAgain(request: ApprovalRequest, answer: ApprovalAnswer | undefined, wanted: NewRequest, now: number): boolean {
    return answer?.decision === 'deny' && now - answer.at < this.#options.denialMs && isSameQuestion(request, wanted)
  }

  /** People are asked so much by one session, and not much more by an agent that opens many. */
  #limit(records: readonly ApprovalRecord[], { binding: { session, agent } }: NewRequest, now: number): void {
    const ofAgent = records.filter(({ request }) => request.binding.agent === agent)
    const ofSession = ofAgent.filter(({ request }) => request.binding.session === session)
    this.#checkCount(ofSession, { who: 'session', times: 1, now })
    this.#checkCount(ofAgent, { who: 'agent', times: this.#options.sessionsPerAgent, now })
  }

  #checkCount(
    own: readonly ApprovalRecord[],
    { who, times, now }: { readonly who: string; readonly times: number; readonly now: number },
  ): void {
    const { maxPending, maxPerMinute } = this.#options
    const pending = own.filter((record) => stateOf(record, now) === 'pending').length
    const recent = own.filter(({ request }) => now - request.createdAt < MINUTE_MS).length
    if (pending < maxPending * times && recent < maxPerMinute * times) return
    throw new ApprovalsError(
      pending < maxPending * times
        ? `The ${who} asked ${recent} times in the last minute.`
        : `${pending} requests of the ${who} wait already.`,
      {
        code: 'APPROVAL_LIMIT',
        remedy: 'Wait until some are answered; ask for less.',
        details: { who, pending, recent },
      },
    )
  }

  #checkPending(record: ApprovalRecord): void {
    const state = stateOf(record, this.#options.now())
    if (state !== 'pending') throw settled(record.request.id, `It is ${state} already.`)
  }

  /** Each voter has one file; the one who completes the number writes the answer, and of two that do, one does. */
  #vote(id: string, vote: ApprovalVote): Answered {
    const isFirst = this.#files.writeVote(id, vote)
    const record = this.#files.read(id) ?? missing(id)
    const tally = countVotes(record.request, record.votes ?? [], vote)
    if (tally.kind === 'reached') return this.#settle(id, tally.answer, vote)
    const own = record.votes?.find((one) => voterOf(one) === voterOf(vote)) ?? vote
    return { counts: isFirst, answer: own, missing: tally.missing }
  }

  /** Where the process of the last vote was killed before the answer was written. */
  #complete({ request, votes = [] }: ApprovalRecord): void {
    const last = votes.at(-1)
    const tally = last && countVotes(request, votes, last)
    if (tally?.kind === 'reached') this.#files.write(request.id, 'answer', tally.answer)
  }

  #settle(id: string, answer: ApprovalAnswer, own: ApprovalVote): Answered {
    if (this.#files.write(id, 'answer', answer)) return { counts: true, answer }
    const first = this.#files.read(id)?.answer ?? missing(id)
    // Another voter completed it with this vote among them.
    const counts = first.votes?.some((vote) => sameVote(vote, own)) ?? false
    return { counts, answer: first }
  }

  /** Each is looked at again at every request, so that an agent that asks and asks would make all of them slow. */
  #tooMany(over: readonly ApprovalRecord[], now: number): readonly ApprovalRecord[] {
    const excess = over.length - this.#options.maxKept
    if (excess <= 0) return []
    const { denialMs } = this.#options
    const counts = (record: ApprovalRecord) =>
      stateOf(record, now) === 'answered' && (record.answer!.decision !== 'deny' || now - record.answer!.at < denialMs)
    return over
      .filter((record) => !counts(record))
      .toSorted((a, b) => a.request.createdAt - b.request.createdAt)
      .slice(0, excess)
  }

  #all(): readonly ApprovalRecord[] {
    this.#files.check()
    return this.#files.all()
  }

  #forget(records: readonly ApprovalRecord[], now: number): void {
    const names = this.#files.names()
    const over = records.filter((record) => stateOf(record, now) !== 'pending')
    const isOld = ({ request }: ApprovalRecord) => now >= request.expiresAt + KEPT_MS
    for (const { request } of [...over.filter(isOld), ...this.#tooMany(over, now)]) {
      this.#files.remove(request.id, names)
    }
    this.#files.removeUnfinished(names)
  }
}

const sameVote = (left: ApprovalVote, right: ApprovalVote) => left.at === right.at && voterOf(left) === voterOf(right)

/** What a process that is gone asked, and what can still be answered or used: exactly the same, in its time. */
function isLeft(record: ApprovalRecord, wanted: NewRequest, now: number): boolean {
  const { request, answer } = record
  const state = stateOf(record, now)
  const isQueued = request.queued === true || record.queuedAt !== undefined
  return (
    request.asker !== undefined &&
    (state === 'pending' || (state === 'answered' && answer?.decision !== 'deny')) &&
    // What a device asked for is its own: it comes back with the same call, and with nothing else. What was left at a
    // terminal is nobody's to approve as if somebody else had asked.
    request.origin?.deviceId === wanted.origin?.deviceId &&
    (request.origin === undefined || isQueued || request.callId === wanted.callId) &&
    findDrift(request.binding, wanted.binding).length === 0 &&
    // Last: the system has to be asked about the process.
    (request.origin !== undefined || isQueued || isGone(request.asker))
  )
}

const WHY_NOT: Readonly<Record<ApprovalState, string>> = {
  pending: 'It is not answered yet.',
  answered: 'It was denied.',
  used: 'The approval was used already.',
  expired: 'The approval has expired.',
  cancelled: 'The request was cancelled.',
}

function settled(id: string, message: string): ApprovalsError {
  return new ApprovalsError(`Request ${id}: ${message}`, {
    code: 'APPROVAL_SETTLED',
    remedy: 'See those that wait.',
  })
}

function missing(id: string): never {
  throw new ApprovalsError(`No request has the id ${id}.`, {
    code: 'APPROVAL_NOT_FOUND',
    remedy: 'Let the agent ask again.',
  })
}
