import { createHash } from 'node:crypto'
import { accessSync, constants, lstatSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StateError, readOwnFile } from '@poundlock/local-host'
import { type AuthorizationStore, McpError } from '@poundlock/mcp'
import { PoundlockError } from '@poundlock/spec'
import { replaceOwnFile } from '@poundlock/state-files/node'
import { storedFault } from './stored-authorization.ts'

type Values = Readonly<Record<string, unknown>>

const fileOf = (folder: string, server: string) =>
  join(folder, `${createHash('sha256').update(server).digest('hex').slice(0, 32)}.json`)

/** What authorization servers gave, a file of its own for each server, only for the user. */
export function authorizationStore(folder: string): AuthorizationStore {
  return {
    read: (server) => read(fileOf(folder, server), server),
    write: (server, values) => write(folder, fileOf(folder, server), values),
  }
}

/**
 * For a new login: earlier data is not used, and stays until it is replaced.
 *
 * @throws StateError when nothing can be stored: before a person is sent to a page
 */
export function newAuthorizationStore(folder: string, server: string): AuthorizationStore {
  const stored = authorizationStore(folder)
  refuseUnwritable(folder, fileOf(folder, server))
  const kept = new Map<string, Values>()
  return {
    read: (name) => kept.get(name) ?? {},
    write(name, values) {
      kept.set(name, values)
      if (values['tokens'] !== undefined) stored.write(name, values)
    },
  }
}

/**
 * Removes the authorization of a server, whatever its file holds.
 *
 * @throws StateError where the entry is no file of ours
 */
export function forgetAuthorization(folder: string, server: string): void {
  const file = fileOf(folder, server)
  refuseFolder(file)
  try {
    rmSync(file, { force: true })
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    // Then nothing lies in it.
    if (code === 'ENOTDIR') return
    throw new StateError(`${file}: cannot be removed (${code})`, {
      remedy: `Make ${folder} writable, or remove the file.`,
      cause: error,
    })
  }
}

function read(file: string, server: string): Values {
  let fault: string
  try {
    const text = readOwnFile(file, { vouchedFor: false })
    if (text === null) return {}
    const values: unknown = JSON.parse(text)
    const found = storedFault(values)
    if (found === null) return values as Values
    fault = found
  } catch (error) {
    if (PoundlockError.isInstance(error)) throw unusable(error.message, server, error.remedy, error)
    // Its content is secret: the position of the error is not shown.
    fault = 'is not JSON'
  }
  throw unusable(`${file}: ${fault}`, server)
}

const unusable = (problem: string, server: string, mend?: string, cause?: unknown) =>
  new McpError(`What was given for the server ${JSON.stringify(server)} cannot be used. ${problem}`, {
    code: 'MCP_STATE',
    details: { server },
    remedy: `${mend === undefined ? 'Log' : `${mend.replace(/[^.]$/, '$&.')} Or log`} in again: poundlock mcp login ${server}`,
    ...(cause !== undefined && { cause }),
  })

function write(folder: string, file: string, values: Values): void {
  refuseUnwritable(folder, file)
  replaceOwnFile(file, JSON.stringify(values))
}

function refuseUnwritable(folder: string, file: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    throw new StateError(`${folder}: nothing can be kept there (${code})`, {
      remedy: 'It has to be a folder that you can write: move away what lies there, or change its permissions.',
      cause: error,
    })
  }
  refuseFolder(file)
}

function refuseFolder(file: string): void {
  let isFolder: boolean | undefined
  try {
    isFolder = lstatSync(file, { throwIfNoEntry: false })?.isDirectory()
  } catch {
    // The next reader or writer reports it.
  }
  if (isFolder)
    throw new StateError(`${file}: is a folder, and a file of ours belongs there`, { remedy: 'Move it away.' })
}
