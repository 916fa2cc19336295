import type { IncomingMessage } from 'node:http'
import type { MessageId } from '@poundlock/jsonrpc'
import { isStateless, isValues, unsupportedRevision } from '../client-request.ts'
import { STATELESS_ERRORS, STATELESS_REVISION } from '../stateless.ts'

/** A request that needs no session. */
export interface StatelessRequest {
  readonly id: MessageId
  readonly method: string
  readonly params?: unknown
}

/** One that says so in its body or in its header, without a handshake before. */
export function isOfStateless({ headers }: IncomingMessage, message: object): boolean {
  if (isStateless((message as { params?: never }).params)) return true
  return headers['mcp-session-id'] === undefined && headers['mcp-protocol-version'] === STATELESS_REVISION
}

/** The parameter that the header repeats. Source: the same as below. */
const NAMED: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

/**
 * A value that a request repeats in a header must be the same. Source: Model Context Protocol, 2026-07-28, Streamable
 * HTTP, Request Metadata.
 */
export function findMismatch(
  { headers }: IncomingMessage,
  { method, params }: StatelessRequest,
  supported: readonly string[],
): { readonly code: number; readonly message: string; readonly data?: unknown } | null {
  const values = isValues(params) ? params : {}
  const meta = isValues(values['_meta']) ? values['_meta'] : {}
  const revision = meta['io.modelcontextprotocol/protocolVersion']
  if (revision === undefined) {
    return { code: -32_602, message: 'Invalid params: _meta: io.modelcontextprotocol/protocolVersion is missing' }
  }
  const named = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined
  const differs = (name: string, expected: unknown) =>
    headers[name] === expected
      ? null
      : { code: STATELESS_ERRORS.headerMismatch, message: `Header mismatch: ${name} is not what the body says` }
  const mismatch = differs('mcp-protocol-version', revision)
  if (mismatch) return mismatch
  if (revision !== STATELESS_REVISION)
    return unsupportedRevision(headers['mcp-protocol-version'] as string, supported).error
  return differs('mcp-method', method) ?? (named === undefined ? null : differsName(headers['mcp-name'], values[named]))
}

/** Names that are no plain text come in Base64. Source: the same, Value Encoding. */
function differsName(header: string | string[] | undefined, name: unknown) {
  const [, encoded] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(String(header)) ?? []
  const given = encoded === undefined ? header : Buffer.from(encoded, 'base64').toString()
  if (given === name) return null
  return { code: STATELESS_ERRORS.headerMismatch, message: 'Header mismatch: mcp-name is not what the body says' }
}

/** The status of HTTP for an answer. */
export function statelessStatus({ error }: { readonly error?: { readonly code: number } }): number {
  if (!error) return 200
  return error.code === -32_601 ? 404 : error.code === -32_603 ? 500 : 400
}
