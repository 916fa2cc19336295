import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'
import { makeOwnFolder, readOwnText } from '../own-folder.ts'
import { makeOwnFile } from '../write-own-file.ts'

const TOKEN_BYTES = 24
const MAX_BYTES = 4096

/**
 * The token of a socket, from a file that only its owner can read. Where there is none, one is made: 24 random bytes.
 *
 * @returns `null` where there is none and none is to be made; what is no token is refused where it is used
 * @throws ApprovalsError `APPROVALS_UNTRUSTED` where others could have read or written it, `APPROVALS_IO`
 */
export function socketToken(file: string, options: { readonly make: boolean }): string | null {
  const found = readOwnText(file, MAX_BYTES, 'any')?.trim()
  if (found !== undefined) return found
  if (!options.make) return null
  makeOwnFolder(dirname(file))
  makeOwnFile(file, `${randomBytes(TOKEN_BYTES).toString('base64url')}\n`)
  // Of two that make it at once, the first did.
  return readOwnText(file, MAX_BYTES, 'any')?.trim() ?? null
}
