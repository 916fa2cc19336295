import type { IncomingMessage } from 'node:http'
import { GatewayError, RequestFrame } from '@poundlock/protocol'
import { isObject, quotedText } from '@poundlock/spec'
import { createValidator } from '@poundlock/spec/validation'
import { newId } from '../identity/secrets.ts'
import type { RpcId } from './rpc-answer.ts'

/** A request of JSON-RPC, as the gateway dispatches requests. */
export interface RpcRequest {
  readonly id: RpcId
  readonly frame: RequestFrame
}

const FIELDS: ReadonlySet<string> = new Set(['jsonrpc', 'id', 'method', 'params'])
const LONGEST_ID = 200
const findIssues = createValidator(RequestFrame)

/** The id in a body; `null` where it has none that can be answered. */
export function idOf(body: unknown): RpcId | null {
  const id = isObject(body) ? body['id'] : undefined
  return Number.isSafeInteger(id) || (typeof id === 'string' && id.length <= LONGEST_ID) ? (id as RpcId) : null
}

/**
 * Reads the one request of a body (JSON-RPC 2.0, 4). Batches and notifications are refused: each request has its own
 * idempotency key, and its outcome is always told.
 *
 * @throws GatewayError `BAD_FRAME`
 */
export function readRpcRequest(body: unknown, { headers }: IncomingMessage): RpcRequest {
  if (Array.isArray(body)) throw bad('', 'one request, no batch')
  if (!isObject(body)) throw bad('', 'an object')
  const unknown = Object.keys(body).find((key) => !FIELDS.has(key))
  if (unknown !== undefined) throw bad('', `no ${quotedText(unknown)}; known here: ${[...FIELDS].join(', ')}`)
  const { jsonrpc, method, params = {} } = body
  if (jsonrpc !== '2.0') throw bad('/jsonrpc', '"2.0"')
  const id = idOf(body)
  if (id === null) throw bad('/id', `a whole number, or a text of at most ${LONGEST_ID} characters`)
  const { 'idempotency-key': idempotencyKey, traceparent } = headers
  const frame = {
    type: 'request',
    id: newId(),
    method,
    params,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(traceparent !== undefined && { traceparent }),
  }
  const [issue] = findIssues(frame)
  if (issue !== undefined) throw bad(issue.pointer, issue.message)
  return { id, frame: frame as RequestFrame }
}

const bad = (path: string, expected: string) =>
  new GatewayError(`${path === '' ? 'The body' : path}: ${expected}.`, { code: 'BAD_FRAME', path, expected })
