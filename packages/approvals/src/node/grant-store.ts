import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, unlinkSync } from 'node:fs'
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
  const list = (): StoredGrants => {
    checkOwnFolder(folder)
    const grants: StoredGrant[] = []
    const broken: { file: string; message: string }[] = []
    for (const name of names()) {
      const file = join(folder, name)
      try {
        const grant = readGrant(file, name.slice(0, -END.length))
        if (grant !== null && (grant.expiresAt === undefined || now() < grant.expiresAt)) grants.push(grant)
      } catch (error) {
        broken.push({ file, message: (error as Error).message })
      }
    }
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
      return id
    },
  }
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
