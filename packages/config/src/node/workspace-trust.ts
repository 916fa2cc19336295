import { lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseStrictJson } from '@poundlock/spec'
import { ownershipProblem, replaceOwnFile } from '@poundlock/state-files/node'
import { ConfigError } from '../config-error.ts'

/** Which workspaces the user has trusted, each with the content that its file had: SHA-256, in hexadecimal. */
export type WorkspaceTrust = ReadonlyMap<string, string>

const trustFile = (stateDirectory: string) => join(stateDirectory, 'trusted-workspaces.json')

/**
 * Reads the trusted files. Without a file, nothing is trusted.
 *
 * @throws ConfigError `CONFIG_UNREADABLE` when the file is broken or has another owner
 */
export function readTrust(stateDirectory: string): WorkspaceTrust {
  const file = trustFile(stateDirectory)
  let bytes: Uint8Array
  try {
    const problem = ownershipProblem(file, lstatSync(file), 'file', 'obeyed')
    if (problem !== null) throw ConfigError.unreadable(file, problem.problem, problem.remedy)
    bytes = readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const { version, workspaces } = parseStrictJson(text) as { version: unknown; workspaces: Record<string, unknown> }
    const entries = Object.entries(workspaces)
    if (version === 1 && entries.every(([, digest]) => typeof digest === 'string' && /^[\da-f]{64}$/.test(digest))) {
      return new Map(entries as [string, string][])
    }
  } catch (error) {
    throw ConfigError.unreadable(file, 'is broken', 'Remove it, and trust workspaces again.', error)
  }
  throw ConfigError.unreadable(file, 'has another form', 'Remove it, and trust workspaces again.')
}

/** Whether a workspace's file is the very one that was trusted. */
export function isTrusted(trust: WorkspaceTrust, workspace: string, bytes: Uint8Array): boolean {
  const digest = trust.get(workspace)
  return digest !== undefined && digest === digestOf(bytes)
}

/** Trusts a workspace's file with this content, or with `null` trusts it no more. Replaces the file at once. */
export function changeTrust(stateDirectory: string, workspace: string, bytes: Uint8Array | null): void {
  const trust = new Map(readTrust(stateDirectory))
  if (bytes === null) trust.delete(workspace)
  else trust.set(workspace, digestOf(bytes))
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 })
  const text = JSON.stringify({ version: 1, workspaces: Object.fromEntries(trust) }, null, 2)
  replaceOwnFile(trustFile(stateDirectory), `${text}\n`)
}

function digestOf(bytes: Uint8Array): string {
  // Loaded when there is something to compare: every command reads the configuration, few trust a workspace.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
}
