import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isUnfinished, removeIfThere } from '@poundlock/state-files/node'
import { ApprovalsError } from '../approvals-error.ts'
import { checkDocument, EMPTY_DOCUMENT, MAX_DOCUMENT_LENGTH, parseApprovals } from '../document/parse-document.ts'
import type { ApprovalsDocument } from '../document/schema.ts'
import { lockFolder } from './lock-folder.ts'
import { checkOwnFolder, makeOwnFolder, readOwnText } from './own-folder.ts'
import { replaceOwnFile } from './write-own-file.ts'

/** A document as it was read. */
export interface StoredApprovals {
  readonly document: ApprovalsDocument
  /** SHA-256 of the file in hexadecimal; `null` where there is none. */
  readonly hash: string | null
}

/** The file that the owner of a host keeps: `exec-approvals.json`. */
export interface ApprovalsStore {
  /** Absolute path of the document. */
  readonly file: string
  /** @throws ApprovalsError `APPROVALS_INVALID`, `APPROVALS_UNTRUSTED`, `APPROVALS_IO`; nothing may run then */
  read(): StoredApprovals
  /**
   * Changes the document. No other process changes it meanwhile; where the change returns what it was given, nothing is
   * written.
   *
   * @param expected the `hash` that the change is based on; where the file has another by now, nothing is written
   * @throws ApprovalsError `APPROVALS_CHANGED`, `APPROVALS_LOCKED`, and as `read`
   */
  update(change: (document: ApprovalsDocument) => ApprovalsDocument, expected?: string | null): Promise<StoredApprovals>
}

/** Where what the owner laid down is kept. */
export interface ApprovalsStoreOptions {
  /** Milliseconds that another process is waited for. 5,000 unless set. */
  readonly lockTimeoutMs?: number
}

/**
 * Opens the approvals document of a host. The file and its folder are the owner's alone (0600, 0700); whatever is
 * broken, of another version or open to others is refused and kept as it is.
 *
 * @param file absolute; its folder is made when something is written
 */
export function openApprovalsStore(file: string, { lockTimeoutMs = 5000 }: ApprovalsStoreOptions = {}): ApprovalsStore {
  const folder = dirname(file)
  const read = (): StoredApprovals => {
    checkOwnFolder(folder)
    const text = readOwnText(file, MAX_DOCUMENT_LENGTH)
    if (text === null) return { document: EMPTY_DOCUMENT, hash: null }
    return { document: parseApprovals(text, file), hash: hashOf(text) }
  }
  const change: ApprovalsStore['update'] = async (edit, expected) => {
    makeOwnFolder(folder)
    return lockFolder(folder, lockTimeoutMs, () => {
      const stored = read()
      if (expected !== undefined && expected !== stored.hash) throw changed(file)
      const document = edit(stored.document)
      if (document === stored.document) return stored
      const text = `${JSON.stringify(checkDocument(document, file, { isProposal: true }), null, 2)}\n`
      if (text.length > MAX_DOCUMENT_LENGTH) throw tooLong(file)
      removeUnfinished(folder)
      // An editor takes no lock: what a person saved meanwhile stays.
      if (read().hash !== stored.hash) throw changed(file)
      replaceOwnFile(file, text)
      return { document, hash: hashOf(text) }
    })
  }
  return { file, read, update: change }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** Under the lock, the process that wrote these is dead. */
function removeUnfinished(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!isUnfinished(name)) continue
    removeIfThere(join(folder, name))
  }
}

const changed = (file: string) =>
  new ApprovalsError(`${file}: has been changed since it was read; nothing was written`, {
    code: 'APPROVALS_CHANGED',
    remedy: 'Read it again, and make the change to what it holds now.',
  })

const tooLong = (file: string) =>
  new ApprovalsError(`${file}: would be longer than ${MAX_DOCUMENT_LENGTH} characters`, {
    code: 'APPROVALS_INVALID',
    remedy: 'Remove unused entries; see lastUsedAt.',
  })
