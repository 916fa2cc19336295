import type { ServerResponse } from 'node:http'
import type { MessageId } from '@poundlock/jsonrpc'

/** Answers a request with an error. */
export function fail(
  response: ServerResponse,
  status: number,
  message: string,
  options: {
    readonly headers?: Readonly<Record<string, string>>
    readonly code?: number
    readonly id?: MessageId | null
    readonly data?: unknown
  } = {},
): void {
  const { headers = {}, code = -32_600, id = null, data } = options
  const error = { code, message, ...(data !== undefined && { data }) }
  response
    .writeHead(status, { 'Content-Type': 'application/json', ...headers })
    .end(JSON.stringify({ jsonrpc: '2.0', id, error }))
}
