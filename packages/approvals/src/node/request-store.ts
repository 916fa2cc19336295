import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, unlinkSync, watch } from 'node:fs'
import { join } from 'node:path'
import { describeHolder, isGone } from '@poundlock/audit/node'
import { createValidator } from '@poundlock/spec'
import { ApprovalsError } from '../approvals-error.ts'
import { findDrift, type Binding, type Drift } from '../binding/binding.ts'
import { findId } from '../requests/find-request.ts'
import {
  stateOf,
  type ApprovalAnswer,
  type ApprovalRecord,
  type ApprovalRequest,
  type ApprovalState,
} from '../requests/request.ts'
import { STORED_PARTS } from '../requests/stored-request.ts'
import { checkOwnFolder, makeOwnFolder, readOwnText } from './own-folder.ts'
import { isUnfinished, makeOwnFile } from './write-own-file.ts'

const ID_BYTES = 16
const MAX_BYTES = 4 * 1024 * 1024
const MINUTE_MS = 60_000
/** What is over is kept this long, so that a late answer is told what became of it. */
const KEPT_MS = 24 * 60 * MINUTE_MS
/** Clocks are put right by so much without being set back. */
const CLOCK_SLACK_MS = MINUTE_MS
/** Between two looks, where the system does not tell of changes. */
const LOOK_EVERY_MS = 500

/** The files of a request: each is made once and never changed, so that the first to make it decides. */
const PARTS = { request: 'request.json', answer: 'answer.json', use: 'use.json', cancellation: 'cancellation.json' }
type Part = keyof typeof PARTS

const VALIDATORS = {
  request: createValidator(STORED_PARTS.request),
  answer: createValidator(STORED_PARTS.answer),
  use: createValidator(STORED_PARTS.use),
  cancellation: createValidator(STORED_PARTS.cancellation),
} satisfies Record<Part, unknown>

const PART_NAMES = { request: 'the request', answer: 'the answer', use: 'the use', cancellation: 'the cancellation' }

interface Parts {
  readonly request: ApprovalRequest
  readonly answer: ApprovalAnswer
  readonly use: { readonly at: number }
  readonly cancellation: { readonly at: number }
}

/** What a new request is made of; the rest is given by the store. */
export type NewRequest = Omit<ApprovalRequest, 'id' | 'createdAt' | 'expiresAt' | 'asker'>

/**
 * What became of something new: it waits; the same was denied shortly before and is not asked again; or a process that
 * is gone has asked the same, and what it left is taken up, answered or not.
 */
export type Requested =
  | { readonly kind: 'waiting' | 'taken-up'; readonly request: ApprovalRequest }
  | { readonly kind: 'denied-before'; readonly request: ApprovalRequest; readonly answer: ApprovalAnswer }

/** What became of an answer: it counts, or another one was first. */
export interface Answered {
  /** False where another answer was first. */
  readonly counts: boolean
  /** The one that counts. */
  readonly answer: ApprovalAnswer
}

/** What an approval is worth right before something is started. */
export type Use =
  | { readonly kind: 'granted'; readonly answer: ApprovalAnswer }
  | { readonly kind: 'refused'; readonly state: ApprovalState; readonly message: string }
  | { readonly kind: 'drifted'; readonly drift: readonly Drift[] }

export interface RequestStoreOptions {
  /** Milliseconds that a request waits and its answer holds. Half an hour unless set. */
  readonly lifetimeMs?: number
  /** Milliseconds that a denial of the same request is remembered. Ten minutes unless set. */
  readonly denialMs?: number
  /** Requests of one session that may wait at a time. 20 unless set. */
  readonly maxPending?: number
  /** Requests of one session in a minute. 60 unless set. */
  readonly maxPerMinute?: number
  /** Milliseconds since 1970; the system's clock unless set. */
  readonly now?: () => number
}

/** Requests that wait for people, in a folder: they survive every process that made, shows or answers them. */
export interface RequestStore {
  /** @throws ApprovalsError `APPROVAL_LIMIT`, `APPROVALS_IO`, `APPROVALS_UNTRUSTED` */
  create(request: NewRequest): Requested
  /** Those that wait, the oldest first. */
  pending(): readonly ApprovalRecord[]
  /** @param id the whole or an unambiguous beginning. @throws ApprovalsError `APPROVAL_NOT_FOUND`, `APPROVAL_AMBIGUOUS` */
  get(id: string): ApprovalRecord
  /** @throws ApprovalsError `APPROVAL_SETTLED` when it has expired, was cancelled, or does not offer this answer */
  answer(id: string, answer: Omit<ApprovalAnswer, 'at'>): Answered
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
  readonly #options: Required<RequestStoreOptions>

  constructor(folder: string, options: RequestStoreOptions) {
    this.#folder = folder
    this.#options = {
      lifetimeMs: 30 * MINUTE_MS,
      denialMs: 10 * MINUTE_MS,
      maxPending: 20,
      maxPerMinute: 60,
      now: Date.now,
      ...options,
    }
    makeOwnFolder(folder)
  }

  create(asked: NewRequest): Requested {
    const now = this.#options.now()
    const records = this.#all()
    this.#forget(records, now)
    const denial = records.find(({ request, answer }) => this.#deniesAgain(request, answer, asked, now))
    if (denial) return { kind: 'denied-before', request: denial.request, answer: denial.answer! }
    const left = records.find((record) => isLeft(record, asked, now))
    if (left) return { kind: 'taken-up', request: left.request }
    this.#limit(records, asked, now)
    const request: ApprovalRequest = {
      ...asked,
      id: randomBytes(ID_BYTES).toString('hex'),
      createdAt: now,
      expiresAt: now + this.#options.lifetimeMs,
      asker: describeHolder(),
    }
    this.#write(request.id, 'request', request)
    return { kind: 'waiting', request }
  }

  pending(): readonly ApprovalRecord[] {
    checkOwnFolder(this.#folder)
    const now = this.#options.now()
    const names = new Set(readdirSync(this.#folder))
    const isOpen = (id: string) => !names.has(`${id}.${PARTS.answer}`) && !names.has(`${id}.${PARTS.cancellation}`)
    return this.#ids([...names])
      .filter(isOpen)
      .flatMap((id) => this.#readable(id) ?? [])
      .filter((record) => stateOf(record, now) === 'pending')
      .toSorted((a, b) => a.request.createdAt - b.request.createdAt)
  }

  changed({ signal }: { readonly signal?: AbortSignal } = {}): Promise<void> {
    return changeIn(this.#folder, LOOK_EVERY_MS, signal)
  }

  get(prefix: string): ApprovalRecord {
    checkOwnFolder(this.#folder)
    const id = findId(this.#ids(), prefix)
    return this.#read(id) ?? missing(id)
  }

  answer(prefix: string, given: Omit<ApprovalAnswer, 'at'>): Answered {
    const record = this.get(prefix)
    const { id, decisions } = record.request
    if (record.answer) return { counts: false, answer: record.answer }
    const state = stateOf(record, this.#options.now())
    if (state !== 'pending') throw settled(id, `It is ${state} already.`)
    if (!decisions.includes(given.decision)) {
      throw settled(id, `It can be answered with ${decisions.join(', ')}, not with ${given.decision}.`)
    }
    const answer: ApprovalAnswer = { ...given, at: this.#options.now() }
    if (this.#write(id, 'answer', answer)) return { counts: true, answer }
    return { counts: false, answer: this.#read(id)?.answer ?? missing(id) }
  }

  cancel(prefix: string): void {
    const { request } = this.get(prefix)
    this.#write(request.id, 'cancellation', { at: this.#options.now() })
  }

  async settled(id: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<ApprovalRecord> {
    for (;;) {
      signal?.throwIfAborted()
      const record = this.get(id)
      const now = this.#options.now()
      if (stateOf(record, now) !== 'pending') return record
      await changeIn(this.#folder, Math.min(LOOK_EVERY_MS, Math.max(1, record.request.expiresAt - now)), signal)
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
      return refused(
        'expired',
        'The clock was set back since it was answered, so that nobody can tell whether it has expired.',
      )
    }
    const drift = findDrift(record.request.binding, binding)
    if (drift.length > 0) return { kind: 'drifted', drift }
    // Whoever makes the file has the one use; between two that race, the system decides.
    if (!this.#write(record.request.id, 'use', { at: this.#options.now() })) return refused('used', WHY_NOT.used)
    return { kind: 'granted', answer: record.answer }
  }

  #deniesAgain(request: ApprovalRequest, answer: ApprovalAnswer | undefined, asked: NewRequest, now: number): boolean {
    return (
      answer?.decision === 'deny' &&
      now - answer.at < this.#options.denialMs &&
      findDrift(request.binding, asked.binding).length === 0
    )
  }

  #limit(records: readonly ApprovalRecord[], asked: NewRequest, now: number): void {
    const { session } = asked.binding
    const own = records.filter(({ request }) => request.binding.session === session)
    const pending = own.filter((record) => stateOf(record, now) === 'pending').length
    const recent = own.filter(({ request }) => now - request.createdAt < MINUTE_MS).length
    if (pending < this.#options.maxPending && recent < this.#options.maxPerMinute) return
    throw new ApprovalsError(
      'APPROVAL_LIMIT',
      pending < this.#options.maxPending
        ? `The session asked ${recent} times in the last minute.`
        : `${pending} requests of the session wait already.`,
      { remedy: 'Wait until some are answered; ask for less.', details: { session, pending, recent } },
    )
  }

  #ids(names: readonly string[] = readdirSync(this.#folder)): readonly string[] {
    const end = `.${PARTS.request}`
    return names.filter((name) => name.endsWith(end) && !isUnfinished(name)).map((name) => name.slice(0, -end.length))
  }

  #all(): readonly ApprovalRecord[] {
    checkOwnFolder(this.#folder)
    return this.#ids().flatMap((id) => this.#readable(id) ?? [])
  }

  #read(id: string): ApprovalRecord | null {
    const request = this.#part(id, 'request')
    if (!request) return null
    const answer = this.#part(id, 'answer')
    const use = this.#part(id, 'use')
    const cancellation = this.#part(id, 'cancellation')
    return {
      request,
      ...(answer && { answer }),
      ...(use && { usedAt: use.at }),
      ...(cancellation && { cancelledAt: cancellation.at }),
    }
  }

  /** Files that nobody but us can write, each complete from its first moment. */
  #part<P extends Part>(id: string, part: P): Parts[P] | null {
    const file = this.#file(id, part)
    const text = readOwnText(file, MAX_BYTES, 'any')
    if (text === null) return null
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw invalid(file, 'is no JSON', cause)
    }
    const [issue] = VALIDATORS[part](value)
    if (issue) throw invalid(file, `${issue.pointer.slice(1) || PART_NAMES[part]}: ${issue.message}`)
    if (part === 'request' && (value as ApprovalRequest).id !== id)
      throw invalid(file, 'has another id than its name says')
    return value as Parts[P]
  }

  /** One that is not understood is left out: nobody can answer it, and nothing runs by it. */
  #readable(id: string): ApprovalRecord | null {
    try {
      return this.#read(id)
    } catch (error) {
      if (error instanceof ApprovalsError && error.code === 'APPROVALS_INVALID') return null
      throw error
    }
  }

  #write<P extends Part>(id: string, part: P, value: Parts[P]): boolean {
    return makeOwnFile(this.#file(id, part), JSON.stringify(value))
  }

  #file(id: string, part: Part): string {
    return join(this.#folder, `${id}.${PARTS[part]}`)
  }

  #forget(records: readonly ApprovalRecord[], now: number): void {
    for (const record of records) {
      if (stateOf(record, now) === 'pending' || now < record.request.expiresAt + KEPT_MS) continue
      // The request last: without it, the others would be an answer to nothing.
      for (const part of ['answer', 'use', 'cancellation', 'request'] as const) {
        remove(this.#file(record.request.id, part))
      }
    }
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name)
      if (isUnfinished(name) && isOld(path)) remove(path)
    }
  }
}

/** What a process that is gone asked, and what can still be answered or used: exactly the same, in its time. */
function isLeft(record: ApprovalRecord, asked: NewRequest, now: number): boolean {
  const { request, answer } = record
  const state = stateOf(record, now)
  return (
    request.asker !== undefined &&
    (state === 'pending' || (state === 'answered' && answer?.decision !== 'deny')) &&
    isGone(request.asker) &&
    findDrift(request.binding, asked.binding).length === 0
  )
}

const WHY_NOT: Readonly<Record<ApprovalState, string>> = {
  pending: 'Nobody has answered yet.',
  answered: 'It was denied.',
  used: 'The approval was used already.',
  expired: 'The approval has expired.',
  cancelled: 'The request was cancelled.',
}

function settled(id: string, message: string): ApprovalsError {
  return new ApprovalsError('APPROVAL_SETTLED', `Request ${id}: ${message}`, {
    remedy: 'See those that wait.',
  })
}

const invalid = (file: string, what: string, cause?: unknown) =>
  new ApprovalsError('APPROVALS_INVALID', `${file}: ${what}`, {
    remedy: 'Look at what is in it, and remove it: then it is as if nobody had asked.',
    cause,
  })

function missing(id: string): never {
  throw new ApprovalsError('APPROVAL_NOT_FOUND', `No request has the id ${id}.`, {
    remedy: 'Let the agent ask again.',
  })
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // Somebody else was quicker.
  }
}

function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > MINUTE_MS
}

/** Returns when something in the folder changes, or after a while. */
async function changeIn(folder: string, withinMs: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinMs)
  const stop = () => resolve()
  if (signal?.aborted === true) resolve()
  signal?.addEventListener('abort', stop, { once: true })
  let watcher: ReturnType<typeof watch> | undefined
  try {
    watcher = watch(folder, () => resolve())
    watcher.on('error', () => undefined)
  } catch {
    // Without a watch to be had, the timer does.
  }
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    watcher?.close()
  }
}
