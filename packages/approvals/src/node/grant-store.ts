import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { createValidator } from '@poundlock/spec'
import { ApprovalsError } from '../approvals-error.ts'
import { StoredGrant } from '../grants/stored-grant.ts'
import { findId } from '../requests/find-request.ts'
import { countUses, forgetUses, markUse, type GrantUses } from './grant-uses.ts'
import { lockFolder } from './lock-folder.ts'
import { asApprovalsError, checkOwnFolder, makeOwnFolder, readOwnText } from './own-folder.ts'
import { isUnfinished, makeOwnFile, replaceOwnFile } from './write-own-file.ts'

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
  const names = () =>
    statSync(folder, { throwIfNoEntry: false }) === undefined
      ? []
      : readdirSync(folder).filter((name) => name.endsWith(END) && !isUnfinished(name))
  // They are asked for at each decision, and reading one anew takes a hundred times as long as seeing that it is the same.
  let known: ReadonlyMap<string, KnownGrant> = new Map()
  const isInTime = ({ expiresAt }: StoredGrant) => expiresAt === undefined || now() < expiresAt
  const usesOf = (id: string, maxUses?: number): GrantUses => {
    const uses = countUses(folder, id)
    // Marks beyond the limit are of those that were refused.
    return maxUses === undefined ? uses : { ...uses, count: Math.min(uses.count, maxUses) }
  }
  const holds = (grant: StoredGrant) =>
    isInTime(grant) && (grant.maxUses === undefined || countUses(folder, grant.id).count < grant.maxUses)
  const fileOf = (id: string) => join(folder, `${id}${END}`)
  const idOf = (prefix: string) =>
    findId(
      names().map((name) => name.slice(0, -END.length)),
      prefix,
      'grant',
    )
  /** One change at a time: a grant that is revoked must not come back by being limited. */
  const changing = <T>(prefix: string, change: (id: string) => T): Promise<T> => {
    checkOwnFolder(folder)
    const id = idOf(prefix)
    return lockFolder(folder, LOCK_MS, () => change(idOf(id)))
  }
  const list = (): StoredGrants => {
    checkOwnFolder(folder)
    const grants: StoredGrant[] = []
    const broken: { file: string; message: string }[] = []
    const seen = new Map<string, KnownGrant>()
    for (const name of names()) {
      const file = join(folder, name)
      try {
        const stamp = stampOf(file, now())
        const before = known.get(name)
        const isSameFile = stamp !== null && before?.stamp === stamp
        const grant = isSameFile ? before.grant : readGrant(file, name.slice(0, -END.length))
        if (stamp !== null && grant !== null) seen.set(name, { stamp, grant })
        if (grant !== null && holds(grant)) grants.push(grant)
      } catch (error) {
        broken.push({ file, message: (error as Error).message })
      }
    }
    known = seen
    return { grants: grants.toSorted((a, b) => a.at - b.at), broken }
  }
  return {
    list,
    add(given) {
      makeOwnFolder(folder)
      const same = list().grants.find((grant) => isSame(grant, given))
      if (same) return same
      const grant: StoredGrant = { ...given, id: randomBytes(ID_BYTES).toString('hex'), at: now() }
      check(grant, folder)
      makeOwnFile(fileOf(grant.id), JSON.stringify(grant))
      return grant
    },
    async revoke(prefix) {
      return changing(prefix, (id) => {
        try {
          unlinkSync(fileOf(id))
        } catch (error) {
          throw asApprovalsError(error, 'remove', fileOf(id))
        }
        forgetUses(folder, id)
        return id
      })
    },
    async limit(prefix, limits) {
      return changing(prefix, (id) => {
        const before = readGrant(fileOf(id), id)
        if (before === null) throw invalid(fileOf(id), 'is gone')
        const grant = narrowed(before, limits)
        check(grant, `the limit of grant ${id}`)
        replaceOwnFile(fileOf(id), JSON.stringify(grant))
        return grant
      })
    },
    takeUse(id) {
      checkOwnFolder(folder)
      const grant = readGrant(fileOf(id), id)
      return grant !== null && isInTime(grant) && markUse(folder, id, grant.maxUses)
    },
    usesOf(id) {
      return usesOf(id, readGrant(fileOf(id), id)?.maxUses)
    },
  }
}

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
    value = JSON.parse(text)
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
    JSON.stringify(grant.command) === JSON.stringify(given.command)
  )
}

const invalid = (file: string, what: string, cause?: unknown) =>
  new ApprovalsError('APPROVALS_INVALID', `${file}: ${what}`, {
    remedy: 'It grants nothing; look at what is in it, and remove it.',
    cause,
  })
