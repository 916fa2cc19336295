import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConfiguredMcpServer, IgnoredMcpServer } from '@poundlock/config'
import { isTrusted, readTrust } from '@poundlock/config/node'
import { readForeignServers } from './foreign-servers.ts'

const LARGEST_FILE = 1024 * 1024

/** The file that other clients keep a project's servers in. */
export const workspaceServersFile = (workspace: string): string => join(workspace, '.mcp.json')

/** The servers of a project's file, and whether they count. */
export interface WorkspaceServers {
  readonly servers: readonly ConfiguredMcpServer[]
  readonly ignored: readonly IgnoredMcpServer[]
  /** Why the file cannot be used; it is not ours, and breaks nothing. */
  readonly problem: string | null
  readonly bytes: Uint8Array | null
}

/**
 * The servers of a project's `.mcp.json`. The author of the repository chose these programs, so they do nothing until
 * the user has trusted this exact content.
 */
export async function readWorkspaceServers(
  workspace: string,
  state: string,
  taken: ReadonlySet<string>,
): Promise<WorkspaceServers> {
  const file = workspaceServersFile(workspace)
  let bytes: Uint8Array
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (!stat) return { servers: [], ignored: [], problem: null, bytes: null }
    if (!stat.isFile() || stat.size > LARGEST_FILE) throw new Error('it is not a file, or too large')
    bytes = readFileSync(file)
    const read = await readForeignServers(new TextDecoder('utf-8', { fatal: true }).decode(bytes), file, {
      client: 'claude-code',
      workspace,
      project: workspace,
    })
    const trusted = isTrusted(readTrust(state), file, bytes)
    const all = read.servers.map(({ name, settings, origin }) => ({
      name,
      settings,
      origin,
      kind: 'workspace' as const,
    }))
    const ignoredFor = (name: string) =>
      taken.has(name) ? ('taken' as const) : trusted ? null : ('untrusted' as const)
    return {
      servers: all.filter(({ name }) => ignoredFor(name) === null),
      ignored: all.flatMap(({ name, origin, kind }) => {
        const reason = ignoredFor(name)
        return reason === null ? [] : [{ name, origin, kind, reason }]
      }),
      problem: null,
      bytes,
    }
  } catch (error) {
    return { servers: [], ignored: [], problem: `${file}: ${(error as Error).message}`, bytes: null }
  }
}
