import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseStrictJson } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { isUnfinished, removeIfThere } from '@poundlock/state-files/node'
import { ApprovalsError } from '../approvals-error.ts'
import { voterOf } from '../requests/quorum.ts'
import type { ApprovalAnswer, ApprovalRecord, ApprovalRequest, ApprovalVote, Delegation } from '../requests/request.ts'
import { STORED_PARTS } from '../requests/stored-request.ts'
import { checkOwnFolder, makeOwnFolder, readOwnText } from './own-folder.ts'
import { makeOwnFile } from './write-own-file.ts'

const MAX_BYTES = 4 * 1024 * 1024
/** More than a person reads; every surface holds all that waits. */
const MAX_REQUEST_BYTES = 2 * 1024 * 1024
const MINUTE_MS = 60_000
/** A request is handed on so often at most. */
const MOST_DELEGATIONS = 16

interface Parts {
  readonly request: ApprovalRequest
  readonly answer: ApprovalAnswer
  readonly use: { readonly at: number }
  readonly cancellation: { readonly at: number }
  readonly queueing: { readonly at: number }
  readonly vote: ApprovalVote
  readonly delegation: Delegation
}
type Part = keyof Parts
type OnlyPart = Exclude<Part, 'vote' | 'delegation'>

const VALIDATORS = {
  request: createValidator(STORED_PARTS.request),
  answer: createValidator(STORED_PARTS.answer),
  use: createValidator(STORED_PARTS.use),
  cancellation: createValidator(STORED_PARTS.cancellation),
  queueing: createValidator(STORED_PARTS.queueing),
  vote: createValidator(STORED_PARTS.vote),
  delegation: createValidator(STORED_PARTS.delegation),
} satisfies Record<Part, unknown>

const PART_NAMES: Readonly<Record<Part, string>> = {
  request: 'the request',
  answer: 'the answer',
  use: 'the use',
  cancellation: 'the cancellation',
  queueing: 'the queueing',
  vote: 'the vote',
  delegation: 'the delegation',
}

const REQUEST_END = '.request.json'

/**
 * The files of requests, in a folder of their owner alone: `<id>.<part>.json`. Each is made once and never changed, so
 * that the first to make it decides.
 */
export class RequestFiles {
  readonly #folder: string
  /** What was read, with the names of its files. */
  #read: ReadonlyMap<string, { readonly names: string; readonly record: ApprovalRecord }> = new Map()

  constructor(folder: string) {
    this.#folder = folder
    makeOwnFolder(folder)
  }

  /** @throws ApprovalsError `APPROVALS_UNTRUSTED`, `APPROVALS_IO` */
  check(): void {
    checkOwnFolder(this.#folder)
  }

  names(): readonly string[] {
    return readdirSync(this.#folder)
  }

  ids(names: readonly string[] = this.names()): readonly string[] {
    return names
      .filter((name) => name.endsWith(REQUEST_END) && !isUnfinished(name))
      .map((name) => name.slice(0, -REQUEST_END.length))
  }

  /** @throws ApprovalsError `APPROVALS_INVALID` for what is not understood */
  read(id: string, names: readonly string[] = this.names()): ApprovalRecord | null {
    const request = this.#only(id, 'request')
    if (!request) return null
    const answer = this.#only(id, 'answer')
    const use = this.#only(id, 'use')
    const cancellation = this.#only(id, 'cancellation')
    const queueing = this.#only(id, 'queueing')
    const votes = this.#several(id, 'vote', names).toSorted((a, b) => a.at - b.at)
    const delegations = this.#several(id, 'delegation', names)
    return {
      request,
      ...(answer && { answer }),
      ...(use && { usedAt: use.at }),
      ...(cancellation && { cancelledAt: cancellation.at }),
      ...(queueing && { queuedAt: queueing.at }),
      ...(votes.length > 0 && { votes }),
      ...(delegations.length > 0 && { delegations }),
    }
  }

  /** Whether there is nothing but the request: no answer, no use, no cancellation. */
  isOnlyAsked(id: string): boolean {
    const exists = (part: OnlyPart) => existsSync(this.#path(`${id}.${part}.json`))
    return exists('request') && !(['answer', 'use', 'cancellation'] as const).some((part) => exists(part))
  }

  /** All that can be read. Files never change once they are there, so that each is read once: there can be thousands. */
  all(): readonly ApprovalRecord[] {
    const names = this.names()
    const parts = Map.groupBy(names, (name) => name.split('.', 1)[0]!)
    const read = new Map<string, { readonly names: string; readonly record: ApprovalRecord }>()
    const records = this.ids(names).flatMap((id) => {
      const own = parts.get(id)!.toSorted()
      const known = this.#read.get(id)
      const record = known?.names === own.join() ? known.record : this.readable(id, own)
      if (record === null) return []
      read.set(id, { names: own.join(), record })
      return [record]
    })
    this.#read = read
    return records
  }

  /** One that is not understood is left out: nobody can answer it, and nothing runs by it. */
  readable(id: string, names?: readonly string[]): ApprovalRecord | null {
    try {
      return this.read(id, names)
    } catch (error) {
      if (error instanceof ApprovalsError && error.code === 'APPROVALS_INVALID') return null
      throw error
    }
  }

  /** @throws ApprovalsError `APPROVAL_LIMIT` for a request that is larger than people are shown */
  writeRequest(request: ApprovalRequest): void {
    const bytes = Buffer.byteLength(JSON.stringify(request))
    if (bytes <= MAX_REQUEST_BYTES) return void this.write(request.id, 'request', request)
    throw new ApprovalsError(`The request has ${bytes} bytes; at most ${MAX_REQUEST_BYTES} are shown to a person.`, {
      code: 'APPROVAL_LIMIT',
      remedy: 'Ask for less at a time.',
      details: { bytes },
    })
  }

  /** @returns false where the file is there already */
  write<P extends OnlyPart>(id: string, part: P, value: Parts[P]): boolean {
    return makeOwnFile(this.#path(`${id}.${part}.json`), JSON.stringify(value))
  }

  /** @returns false where the same voter has voted before */
  writeVote(id: string, vote: ApprovalVote): boolean {
    const voter = createHash('sha256').update(voterOf(vote)).digest('hex').slice(0, 32)
    return makeOwnFile(this.#path(`${id}.vote-${voter}.json`), JSON.stringify(vote))
  }

  /** @returns false where it was handed on too often */
  writeDelegation(id: string, delegation: Delegation): boolean {
    for (let count = this.#several(id, 'delegation', this.names()).length; count < MOST_DELEGATIONS; count++) {
      const name = `${id}.delegation-${String(count).padStart(2, '0')}.json`
      if (makeOwnFile(this.#path(name), JSON.stringify(delegation))) return true
    }
    return false
  }

  /** Removes all of a request. It goes last: without it, the others would be an answer to nothing. */
  remove(id: string, names: readonly string[]): void {
    const own = names.filter((name) => name.startsWith(`${id}.`) && !name.endsWith(REQUEST_END))
    for (const name of [...own, `${id}${REQUEST_END}`]) removeIfThere(this.#path(name))
  }

  /** Removes what writers that were killed have left. */
  removeUnfinished(names: readonly string[]): void {
    for (const name of names) if (isUnfinished(name) && isOld(this.#path(name))) removeIfThere(this.#path(name))
  }

  #several<P extends 'vote' | 'delegation'>(id: string, part: P, names: readonly string[]): Parts[P][] {
    const own = names.filter((name) => name.startsWith(`${id}.${part}-`) && name.endsWith('.json'))
    return own.toSorted().flatMap((name) => this.#part(name, part) ?? [])
  }

  #only<P extends OnlyPart>(id: string, part: P): Parts[P] | null {
    const name = `${id}.${part}.json`
    const value = this.#part(name, part)
    if (value === null || part !== 'request' || (value as ApprovalRequest).id === id) return value
    throw invalid(this.#path(name), 'has another id than its name says')
  }

  /** Files that nobody but us can write, each complete from its first moment. */
  #part<P extends Part>(name: string, part: P): Parts[P] | null {
    const file = this.#path(name)
    const text = readOwnText(file, MAX_BYTES, 'any')
    if (text === null) return null
    let value: unknown
    try {
      value = parseStrictJson(text)
    } catch (cause) {
      throw invalid(file, 'is no JSON', cause)
    }
    const [issue] = VALIDATORS[part](value)
    if (issue) throw invalid(file, `${issue.pointer.slice(1) || PART_NAMES[part]}: ${issue.message}`)
    return value as Parts[P]
  }

  #path(name: string): string {
    return join(this.#folder, name)
  }
}

const invalid = (file: string, problem: string, cause?: unknown) =>
  new ApprovalsError(`${file}: ${problem}`, {
    code: 'APPROVALS_INVALID',
    remedy: 'Look at its content, and remove it: then the request counts as never made.',
    cause,
  })

function isOld(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats !== undefined && Date.now() - stats.mtimeMs > MINUTE_MS
}
