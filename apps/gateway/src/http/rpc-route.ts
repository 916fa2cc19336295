import type { IncomingMessage, ServerResponse } from 'node:http'
import { GatewayError, isMethodName, METHODS, type Method, type ResponseFrame } from '@poundlock/protocol'
import type { ConnectionHost } from '../connection/connection-host.ts'
import { newId } from '../identity/secrets.ts'
import type { HttpRoute } from '../listen/door.ts'
import type { HttpAccess } from './http-access.ts'
import { noSubscription } from './http-caller.ts'
import type { HttpExchange } from './http-exchange.ts'
import { readJsonBody, saysJson } from './read-body.ts'
import { writeError, writeResult } from './rpc-answer.ts'
import { idOf, readRpcRequest, type RpcRequest } from './rpc-request.ts'

/** What no body of JSON answers: the text cannot be read (JSON-RPC 2.0, 5.1). */
const PARSE_ERROR = -32_700

/** `POST /rpc`: one request of a script, dispatched as those of a WebSocket are. */
export function rpcRoute(host: ConnectionHost, access: HttpAccess): HttpRoute {
  return (request, response, peer) => {
    if (request.method !== 'POST') return refuse(response, 405, 'expected POST', { allow: 'POST' })
    if (!saysJson(request)) return refuse(response, 415, 'expected the content type application/json')
    const exchange = access.enter(request, response, peer)
    if (exchange !== null) void answer(host, exchange, request, response)
  }
}

async function answer(
  host: ConnectionHost,
  exchange: HttpExchange,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const read = await readRequest(host, exchange, request, response)
    if (read === null) return
    const answered = await host.dispatch(read.frame, exchange.caller)
    writeAnswer(response, answered, read)
  } catch (error) {
    if (error instanceof GatewayError) return writeError(response, error, exchange.requestId)
    // The client has gone while it sent its request.
    if (exchange.caller.signal.aborted) return
    const incident = newId()
    host.log('fault', { incident, error: error instanceof Error ? error.stack : String(error) })
    const fault = new GatewayError('A fault of the gateway; its log has it.', {
      code: 'INTERNAL',
      details: { incident },
    })
    writeError(response, fault, exchange.requestId)
  }
}

/** @returns `null` when the body was answered with an error */
async function readRequest(
  { bounds }: ConnectionHost,
  exchange: HttpExchange,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<RpcRequest | null> {
  let body: unknown
  try {
    body = await readJsonBody(request, bounds.framesAfter)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    response.setHeader('connection', 'close')
    writeError(response, error, null, error.code === 'BAD_FRAME' ? PARSE_ERROR : undefined)
    return null
  }
  exchange.requestId = idOf(body)
  const read = readRpcRequest(body, request)
  const method: Method | undefined = isMethodName(read.frame.method) ? METHODS[read.frame.method] : undefined
  if (method?.access === 'read' && method.events !== undefined) throw noSubscription()
  return read
}

function writeAnswer(response: ServerResponse, answered: ResponseFrame, { id }: RpcRequest): void {
  if (answered.ok) writeResult(response, id, answered.result)
  else writeError(response, answered.error, id)
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...headers })
  response.end(`${message}\n`)
}
