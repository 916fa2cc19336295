import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parseStrictJson } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { isUnfinished } from '@poundlock/state-files/node'
import { ApprovalsError } from '../approvals-error.ts'
import { StoredGrant } from '../grants/stored-grant.ts'
import { findId } from '../requests/find-request.ts'
import { countUses, forgetUses, markUse, type GrantUses } from './grant-uses.ts'
import { lockFolder } from './lock-folder.ts'
import { asApprovalsError, checkOwnFolder, makeOwnFolder, readOwnText } from './own-folder.ts'
import { makeOwnFile, replaceOwnFile } from './write-own-file.ts'

const ID_BYTES = 16
const MAX_BYTES = 1024 * 1024
const END = '.json'
/** Another process that changes a grant is waited for this long. */
const LOCK_MS = 5000

const validate = createValidator(StoredGrant)

/** What a grant is made of; the id and the time are given by the store. */
export type NewGrant = Omit<StoredGrant, 'id' | 'at'>

/** How far a grant reaches; what is absent has no end. */
export interface GrantLimits {
  /** Uses in all, those before among them. */
  readonly maxUses?: number
  /** Milliseconds since 1970. */
  readonly expiresAt?: number
}

/** What was found in the folder. */
export interface StoredGrants {
  /** The oldest first, without those whose time is over or that are used up. */
  readonly grants: readonly StoredGrant[]
  /** Files that cannot be read or are not understood: they grant nothing. */
  readonly broken: readonly { readonly file: string; readonly message: string }[]
}

/** Consent that was given for good, in a folder: one file a grant, so that none is lost beside another. */
export interface GrantStore {
  /** @throws ApprovalsError `APPROVALS_UNTRUSTED` when others can write to the folder, `APPROVALS_IO` */
  list(): StoredGrants
  /** The same consent is not written twice. @throws ApprovalsError */
  add(grant: NewGrant): StoredGrant
  /** @param id the whole or an unambiguous beginning. @throws ApprovalsError `APPROVAL_NOT_FOUND`, `APPROVAL_AMBIGUOUS` */
  revoke(id: string): Promise<string>
  /**
   * Lets it reach less far. A limit that is stricter already stays as it is: for more, a person is asked anew.
   *
   * @param id the whole or an unambiguous beginning
   * @throws ApprovalsError `APPROVAL_NOT_FOUND`, `APPROVAL_AMBIGUOUS`, `APPROVALS_INVALID` for a limit that is none
   */
  limit(id: string, limits: GrantLimits): Promise<StoredGrant>
  /**
   * Takes one use, right before something runs by it. However many processes take at once, they get no more than the limit.
   *
   * @returns false where it grants nothing any more: used up, expired or revoked
   * @throws ApprovalsError as `list`
   */
  takeUse(id: string): boolean
  /** How often it was used, and when last. */
  usesOf(id: string): GrantUses
}

/**
 * Opens a folder of grants; it is made when something is written.
 *
 * @param now milliseconds since 1970; the system's clock unless set
 */
export function openGrantStore(folder: string, now: () => number = Date.now): GrantStore {
  return new GrantFolder(folder, now)
}

class GrantFolder implements GrantStore {
  readonly #folder: string
  readonly #now: () => number
  /** They are asked for at each decision, and reading one anew takes a hundred times as long as seeing that it is the same. */
  #known: ReadonlyMap<string, KnownGrant> = new Map()

  constructor(folder: string, now: () => number) {
    this.#folder = folder
    this.#now = now
  }

  list(): StoredGrants {
    checkOwnFolder(this.#folder)
    const grants: StoredGrant[] = []
    const broken: { file: string; message: string }[] = []
    const seen = new Map<string, KnownGrant>()
    for (const name of namesIn(this.#folder)) {
      const file = join(this.#folder, name)
      try {
        const stamp = stampOf(file, this.#now())
        const before = this.#known.get(name)
        const isSameFile = stamp !== null && before?.stamp === stamp
        const grant = isSameFile ? before.grant : readGrant(file, name.slice(0, -END.length))
        if (stamp !== null && grant !== null) seen.set(name, { stamp, grant })
        if (grant !== null && this.#holds(grant)) grants.push(grant)
      } catch (error) {
        broken.push({ file, message: (error as Error).message })
      }
    }
    this.#known = seen
    return { grants: grants.toSorted((a, b) => a.at - b.at), broken }
  }

  add(given: NewGrant): StoredGrant {
    makeOwnFolder(this.#folder)
    const same = this.list().grants.find((grant) => isSame(grant, given))
    if (same) return same
    const grant: StoredGrant = { ...given, id: randomBytes(ID_BYTES).toString('hex'), at: this.#now() }
    check(grant, this.#folder)
    makeOwnFile(this.#fileOf(grant.id), JSON.stringify(grant))
    return grant
  }

  async revoke(prefix: string): Promise<string> {
    return this.#change(prefix, (id) => {
      const file = this.#fileOf(id)
      try {
        unlinkSync(file)
      } catch (error) {
        throw asApprovalsError(error, 'remove', file)
      }
      forgetUses(this.#folder, id)
      return id
    })
  }

  async limit(prefix: string, limits: GrantLimits): Promise<StoredGrant> {
    return this.#change(prefix, (id) => {
      const file = this.#fileOf(id)
      const before = readGrant(file, id)
      if (before === null) throw invalid(file, 'is gone')
      const grant = narrowed(before, limits)
      check(grant, `the limit of grant ${id}`)
      replaceOwnFile(file, JSON.stringify(grant))
      return grant
    })
  }

  takeUse(id: string): boolean {
    checkOwnFolder(this.#folder)
    const grant = readGrant(this.#fileOf(id), id)
    return grant !== null && this.#isInTime(grant) && markUse(this.#folder, id, grant.maxUses)
  }

  usesOf(id: string): GrantUses {
    const maxUses = readGrant(this.#fileOf(id), id)?.maxUses
    const uses = countUses(this.#folder, id)
    // Marks beyond the limit are of those that were refused.
    return maxUses === undefined ? uses : { ...uses, count: Math.min(uses.count, maxUses) }
  }

  /** One change at a time: a grant that is revoked must not come back by being limited. */
  #change<T>(prefix: string, change: (id: string) => T): Promise<T> {
    checkOwnFolder(this.#folder)
    const id = this.#idOf(prefix)
    return lockFolder(this.#folder, LOCK_MS, () => change(this.#idOf(id)))
  }

  #idOf(prefix: string): string {
    const ids = namesIn(this.#folder).map((name) => name.slice(0, -END.length))
    return findId(ids, prefix, 'grant')
  }

  #fileOf(id: string): string {
    return join(this.#folder, `${id}${END}`)
  }

  #holds(grant: StoredGrant): boolean {
    if (!this.#isInTime(grant)) return false
    return grant.maxUses === undefined || countUses(this.#folder, grant.id).count < grant.maxUses
  }

  #isInTime({ expiresAt }: StoredGrant): boolean {
    return expiresAt === undefined || this.#now() < expiresAt
  }
}

const namesIn = (folder: string): string[] =>
  statSync(folder, { throwIfNoEntry: false }) === undefined
    ? []
    : readdirSync(folder).filter((name) => name.endsWith(END) && !isUnfinished(name))

const LIMITS = ['maxUses', 'expiresAt'] as const

function narrowed(grant: StoredGrant, limits: GrantLimits): StoredGrant {
  const result = { ...grant }
  for (const name of LIMITS) {
    const limit = limits[name]
    // Not by the smaller of both: what is no number must reach the check.
    if (limit !== undefined && !(limit >= (grant[name] ?? Infinity))) result[name] = limit
  }
  return result
}

interface KnownGrant {
  readonly stamp: string
  readonly grant: StoredGrant
}

/** File systems stamp with the time of the last tick: two changes within one look the same. */
const TICK_MS = 1000

/**
 * What changes whenever a file or who may write it does, before it is read; `null` where it changed so lately that it
 * may change once more without being seen to.
 */
function stampOf(file: string, time: number): string | null {
  const stats = lstatSync(file, { bigint: true, throwIfNoEntry: false })
  if (stats === undefined || Math.abs(time - Number(stats.ctimeMs)) < TICK_MS) return null
  const { dev, ino, size, mode, uid, mtimeNs, ctimeNs } = stats
  return [dev, ino, size, mode, uid, mtimeNs, ctimeNs].join(' ')
}

function readGrant(file: string, id: string): StoredGrant | null {
  const text = readOwnText(file, MAX_BYTES, 'any')
  if (text === null) return null
  let value: unknown
  try {
    value = parseStrictJson(text)
  } catch (cause) {
    throw invalid(file, 'is no JSON', cause)
  }
  check(value, file)
  if ((value as StoredGrant).id !== id) throw invalid(file, 'has another id than its name says')
  return value as StoredGrant
}

function check(value: unknown, file: string): void {
  const [issue] = validate(value)
  if (issue) throw invalid(file, `${issue.pointer.slice(1) || 'the grant'}: ${issue.message}`)
}

function isSame(grant: StoredGrant, given: NewGrant): boolean {
  return (
    grant.agent === given.agent &&
    grant.host === given.host &&
    grant.expiresAt === given.expiresAt &&
    grant.maxUses === given.maxUses &&
    grant.session === given.session &&
    JSON.stringify(grant.command) === JSON.stringify(given.command)
  )
}

const invalid = (file: string, problem: string, cause?: unknown) =>
  new ApprovalsError(`${file}: ${problem}`, {
    code: 'APPROVALS_INVALID',
    remedy: 'It grants nothing; look at what is in it, and remove it.',
    cause,
  })
