import { join } from 'node:path'
import { ApprovalsError } from '@poundlock/approvals'
import { socketToken } from '@poundlock/approvals/node'
import { type McpHttpServing, type McpPassThrough, type McpServed, serveHttp } from '@poundlock/mcp'
import { UsageError } from '../usage-error.ts'
import { mcpFolder } from './mcp-folder.ts'
import type { ServeFlags } from './serve-flags.ts'

const ADDRESS = '127.0.0.1'
const PORT = 4747
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Where clients come, and who may. */
export interface HttpListener {
  readonly address: string
  readonly port: number
  readonly token: string
  readonly tokenFile: string
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
}

/**
 * Reads the address and the allowed clients, and makes the token where there is none yet. @throws UsageError,
 * ApprovalsError
 */
export function readListening(state: string, flags: ServeFlags): HttpListener {
  const address = flags.host ?? ADDRESS
  const file = flags.tokenFile ?? join(mcpFolder(state), 'serve-token')
  const port = portOf(flags.port)
  const token = flags.tokenFile === undefined ? socketToken(file, { make: true }) : namedToken(file)
  if (token === null || !/^[\w.~+/=-]{16,}$/.test(token)) {
    throw new UsageError(
      `the token file ${JSON.stringify(file)} ${token === null ? 'is missing or empty' : 'holds no token'}`,
      { remedy: HOW_TOKENS_LOOK },
    )
  }
  return {
    address,
    port,
    token,
    tokenFile: file,
    hosts: [...OWN_NAMES, hostName(address), ...(flags.allowHost ?? []).map((host) => host.toLowerCase())],
    origins: flags.allowOrigin ?? [],
  }
}

const HOW_TOKENS_LOOK =
  'A token is at least 16 letters, digits and any of - . _ ~ + / =, for example of: openssl rand -hex 24.'

/** The token of a file that the user names, who can mend it; one of ours is state. @throws UsageError */
function namedToken(file: string): string | null {
  try {
    return socketToken(file, { make: false })
  } catch (error) {
    if (!(error instanceof ApprovalsError)) throw error
    throw new UsageError(`--token-file ${error.message}`, {
      remedy: `Name a regular file that only you can read and write (chmod 600). ${HOW_TOKENS_LOOK}`,
    })
  }
}

/** Serves clients over HTTP, and says on standard error where, and where the token lies. */
export async function serveOverHttp(
  served: McpServed | McpPassThrough,
  { tokenFile, ...listening }: HttpListener,
): Promise<McpHttpServing> {
  try {
    const serving = await serveHttp(served, listening)
    process.stderr.write(`poundlock: serving at ${serving.url}; the token is in ${tokenFile}\n`)
    return serving
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && code !== 'EADDRNOTAVAIL' && code !== 'EACCES' && code !== 'ENOTFOUND') throw error
    throw new UsageError(`cannot serve there: ${(error as Error).message}`, {
      remedy: 'Choose another --host or --port.',
    })
  }
}

function portOf(text: string | undefined): number {
  const port = text === undefined ? PORT : /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw new UsageError(`--port ${JSON.stringify(text)} is not a port`, {
    remedy: 'Between 1 and 65535; 0 for any that is free.',
  })
}

/** As it stands in a Host header. */
const hostName = (address: string) => (address.includes(':') ? `[${address.toLowerCase()}]` : address.toLowerCase())
