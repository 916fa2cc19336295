import type { ServerResponse } from 'node:http'
import { encodeJson, errorBody, GatewayError, HTTP_ERRORS, isErrorCode, type ErrorBody } from '@poundlock/protocol'

/** The id of a request of JSON-RPC. */
export type RpcId = string | number

/** @throws GatewayError `INTERNAL` for what no reader takes */
export function writeResult(response: ServerResponse, id: RpcId, result: object): void {
  write(response, 200, encodeJson({ jsonrpc: '2.0', id, result }, 'response'))
}

/** Writes an error, with the status of HTTP that belongs to it. @param rpc instead of the usual code of JSON-RPC */
export function writeError(
  response: ServerResponse,
  error: GatewayError | ErrorBody,
  id: RpcId | null = null,
  rpc?: number,
): void {
  const data = error instanceof GatewayError ? errorBody(error) : error
  const known = HTTP_ERRORS[isErrorCode(data.code) ? data.code : 'INTERNAL']
  const body = { jsonrpc: '2.0', id, error: { code: rpc ?? known.rpc, message: data.message, data } }
  if (known.status === 401) response.setHeader('WWW-Authenticate', 'Bearer')
  if (data.retryAfterMs !== undefined) response.setHeader('Retry-After', Math.ceil(data.retryAfterMs / 1000))
  write(response, known.status, JSON.stringify(body))
}

function write(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) return
  const body = `${text}\n`
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}
