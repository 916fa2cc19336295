import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createValidator } from '@poundlock/spec'
import { ApprovalsError } from '../approvals-error.ts'
import { StoredGrant } from '../grants/stored-grant.ts'
import { findId } from '../requests/find-request.ts'
import { asApprovalsError, checkOwnFolder, makeOwnFolder, readOwnText } from './own-folder.ts'
import { isUnfinished, makeOwnFile } from './write-own-file.ts'

const ID_BYTES = 16
const MAX_BYTES = 1024 * 1024
const END = '.json'
/** Beside each grant that was used: as many bytes as uses. */
const USES = '.uses'

const validate = createValidator(StoredGrant)

/** What a grant is made of; the id and the time are given by the store. */
export type NewGrant = Omit<StoredGrant, 'id' | 'at'>

/** What was found in the folder. */
export interface StoredGrants {
  /** The oldest first, without those whose time is over. */
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
  revoke(id: string): string
  /** Counts one use: a byte at the end of a file beside, so that no two are lost and nothing is written anew. */
  countUse(id: string): void
  /** How often it was used, and when last, in milliseconds since 1970. */
  usesOf(id: string): GrantUses
}

export interface GrantUses {
  readonly count: number
  /** `null` when it was never used. */
  readonly lastAt: number | null
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
        if (grant !== null && (grant.expiresAt === undefined || now() < grant.expiresAt)) grants.push(grant)
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
      makeOwnFile(join(folder, `${grant.id}${END}`), JSON.stringify(grant))
      return grant
    },
    revoke(prefix) {
      const id = findId(
        names().map((name) => name.slice(0, -END.length)),
        prefix,
        'grant',
      )
      try {
        unlinkSync(join(folder, `${id}${END}`))
      } catch (error) {
        throw asApprovalsError(error, 'remove', join(folder, `${id}${END}`))
      }
      rmSync(join(folder, `${id}${USES}`), { force: true })
      return id
    },
    countUse(id) {
      const file = join(folder, `${id}${USES}`)
      try {
        const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW
        const descriptor = openSync(file, flags, 0o600)
        try {
          writeSync(descriptor, '.')
        } finally {
          closeSync(descriptor)
        }
      } catch (error) {
        throw asApprovalsError(error, 'write', file)
      }
    },
    usesOf(id) {
      const stats = lstatSync(join(folder, `${id}${USES}`), { throwIfNoEntry: false })
      return stats ? { count: stats.size, lastAt: Math.round(stats.mtimeMs) } : { count: 0, lastAt: null }
    },
  }
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
    JSON.stringify(grant.command) === JSON.stringify(given.command)
  )
}

const invalid = (file: string, what: string, cause?: unknown) =>
  new ApprovalsError('APPROVALS_INVALID', `${file}: ${what}`, {
    remedy: 'It grants nothing; look at what is in it, and remove it.',
    cause,
  })
