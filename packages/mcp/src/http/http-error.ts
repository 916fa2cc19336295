import {
  OAuthError,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { quoteServer } from '../connection/quote-server.ts'
import { McpError, type McpErrorCode } from '../mcp-error.ts'

/** Whether the server requires authorization. */
export const isUnauthorized = (error: unknown): boolean =>
  UnauthorizedError.isInstance(error) || (SdkHttpError.isInstance(error) && [401, 403].includes(error.status))

/** Whether a connection broke that was made before. */
export const isDropped = (error: unknown): boolean => DROPPED.has(systemCodeOf(error) ?? '')

const DROPPED: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** The answers of servers with the older transport to a message at the address of their stream. */
const isRefusedPost = (error: unknown): boolean =>
  SdkHttpError.isInstance(error) && [400, 404, 405].includes(error.status)

const OLDER_WAY =
  'Check its address. Where it speaks the older way over HTTP, with two addresses, say so: "type": "sse".'

const OF_SDK: Readonly<Record<string, McpErrorCode>> = {
  [SdkErrorCode.RequestTimeout]: 'MCP_TIMEOUT',
  [SdkErrorCode.ConnectionClosed]: 'MCP_CLOSED',
  [SdkErrorCode.NotConnected]: 'MCP_CLOSED',
  [SdkErrorCode.SendFailed]: 'MCP_CLOSED',
  [SdkErrorCode.InvalidResult]: 'MCP_RESULT',
}

/** What went wrong over HTTP, in our words. */
export function httpError(server: string, method: string, error: unknown, otherwise?: McpErrorCode): McpError {
  if (error instanceof McpError) return error
  const { message, name } = asError(error)
  const system = systemCodeOf(error)
  const known = codeOf(error, name)
  const code = known === 'MCP_AUTHORIZATION' || known === 'MCP_CANCELLED' ? known : (otherwise ?? known)
  return new McpError(
    `The server ${JSON.stringify(server)}, asked for ${method}: ${quoteServer(message)}${system === null ? '' : ` (${system})`}`,
    {
      code,
      cause: error,
      details: { server, method },
      ...(code === 'MCP_AUTHORIZATION' && {
        remedy: `Say who asks: poundlock mcp login ${server}, or set its headers.`,
      }),
      ...(code === 'MCP_START' && isRefusedPost(error) && { remedy: OLDER_WAY }),
    },
  )
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

function codeOf(error: unknown, name: string): McpErrorCode {
  if (isUnauthorized(error) || OAuthError.isInstance(error)) return 'MCP_AUTHORIZATION'
  if (name === 'AbortError') return 'MCP_CANCELLED'
  if (ProtocolError.isInstance(error)) return 'MCP_REMOTE'
  if (SdkHttpError.isInstance(error)) return error.status === 404 ? 'MCP_CLOSED' : 'MCP_REMOTE'
  if (SdkError.isInstance(error)) return OF_SDK[error.code] ?? 'MCP_REMOTE'
  // What `fetch` throws: the server cannot be reached.
  return error instanceof TypeError ? 'MCP_CLOSED' : 'MCP_REMOTE'
}

/** `fetch failed` alone says nothing: what the system said lies below it. */
function systemCodeOf(error: unknown): string | null {
  const visited = new Set<unknown>()
  for (let at = error; typeof at === 'object' && at !== null && !visited.has(at);) {
    visited.add(at)
    const { cause, data, code, syscall } = at as Record<string, unknown>
    if (typeof code === 'string' && (typeof syscall === 'string' || code.startsWith('UND_ERR'))) return code
    if (at instanceof AggregateError && at.errors.length > 0) at = at.errors[0]
    else at = cause ?? (data as { readonly cause?: unknown } | undefined)?.cause
  }
  return null
}
