import {
  errorBody,
  GatewayError,
  isMethodName,
  METHODS,
  readParams,
  type Method,
  type MethodName,
  type RequestFrame,
  type ResponseFrame,
} from '@poundlock/protocol'
import { StateFileError } from '@poundlock/state-files/node'
import { newId } from '../identity/secrets.ts'
import type { Caller } from './caller.ts'
import type { Handler, Handlers } from './handler.ts'
import type { Services } from './services.ts'

/** Answers a request: at once where its handler does, later otherwise. It never rejects. */
export type Dispatch = (request: RequestFrame, caller: Caller) => ResponseFrame | Promise<ResponseFrame>

/**
 * Serves the methods of the table with the handlers of all areas. Role and scope are checked before the parameters are
 * looked at, so that nobody learns anything from a method that they cannot call.
 *
 * @throws Error when two areas serve one method, or one serves what is not the gateway's
 */
export function createDispatch(areas: readonly Handlers[], services: Services): Dispatch {
  const handlers = combine(areas)
  return (request, caller) => {
    try {
      const result = call(request, caller, handlers, services)
      if (!(result instanceof Promise)) return { type: 'response', id: request.id, ok: true, result }
      return result.then(
        (value): ResponseFrame => ({ type: 'response', id: request.id, ok: true, result: value }),
        (error: unknown) => failure(request, error, services),
      )
    } catch (error) {
      return failure(request, error, services)
    }
  }
}

function combine(areas: readonly Handlers[]): ReadonlyMap<string, Handler<MethodName>> {
  const all = new Map<string, Handler<MethodName>>()
  for (const [name, handler] of areas.flatMap((handlers) => Object.entries(handlers))) {
    if (!isMethodName(name) || METHODS[name].to !== 'gateway') throw new Error(`${name} is no method of the gateway`)
    if (all.has(name)) throw new Error(`two areas serve ${name}`)
    all.set(name, handler)
  }
  return all
}

function call(
  request: RequestFrame,
  caller: Caller,
  handlers: ReadonlyMap<string, Handler<MethodName>>,
  services: Services,
): object | Promise<object> {
  const { method: name, id, idempotencyKey, traceparent } = request
  const handler = handlers.get(name)
  if (handler === undefined || !isMethodName(name)) {
    throw new GatewayError('There is no such method.', { code: 'UNKNOWN_METHOD', path: '/method' })
  }
  const method: Method = METHODS[name]
  checkAccess(method, caller)
  if (method.access === 'write' && services.state() === 'draining') {
    throw new GatewayError('The gateway is about to stop.', { code: 'DRAINING', retryAfterMs: retryAfterDrain() })
  }
  const problem = method.access === 'write' && !WITHOUT_BUS.has(name) ? (services.cluster?.problem ?? null) : null
  if (problem !== null) throw services.cluster!.refusal(problem)
  checkKey(method, idempotencyKey)
  const context = {
    id,
    method: name,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(traceparent !== undefined && { traceparent }),
  }
  return handler(readParams(name, request.params), caller, services, context)
}

/**
 * What changes something also where the other gateways cannot be reached: what takes something away, and what a node tells
 * of runs that were sent to it before.
 */
const WITHOUT_BUS: ReadonlySet<MethodName> = new Set([
  'devices.revoke',
  'devices.reject',
  'gateway.reload',
  'push.unsubscribe',
  'run.finished',
  'run.output',
  'run.started',
  'sessions.abort',
  'tools.cancel',
])

function checkAccess({ roles, scope }: Method, caller: Caller): void {
  if (!roles.includes(caller.role)) {
    throw new GatewayError(`The method is not for the role ${caller.role}.`, {
      code: 'FORBIDDEN',
      details: { reason: 'role' },
    })
  }
  if (!caller.scopes.has(scope)) {
    throw new GatewayError(`The connection lacks the scope ${scope}.`, {
      code: 'FORBIDDEN',
      details: { reason: 'scope', scope },
    })
  }
}

function checkKey({ idempotency }: Method, key: string | undefined): void {
  if (idempotency === 'required' && key === undefined) {
    throw new GatewayError('The request needs an idempotencyKey.', {
      code: 'INVALID_PARAMS',
      path: '/idempotencyKey',
      expected: 'a key of 8 to 128 letters, digits, -, ., _ or ~',
    })
  }
  if (idempotency === 'none' && key !== undefined) {
    throw new GatewayError('The method takes no idempotencyKey.', {
      code: 'INVALID_PARAMS',
      path: '/idempotencyKey',
      expected: 'no idempotencyKey',
    })
  }
}

function failure(request: RequestFrame, error: unknown, { log }: Services): ResponseFrame {
  return { type: 'response', id: request.id, ok: false, error: errorBody(asGatewayError(request, error, log)) }
}

function asGatewayError(request: RequestFrame, error: unknown, log: Services['log']): GatewayError {
  if (error instanceof GatewayError) return error
  if (error instanceof StateFileError) {
    log('record-failed', { method: request.method, code: error.code, errno: error.details['errno'] })
    return new GatewayError('It could not be written down, so nothing was done.', {
      code: 'RECORD_FAILED',
      cause: error,
    })
  }
  // What a fault says may hold anything; the log has it, and the client what to look for there.
  const incident = newId()
  log('fault', {
    method: request.method,
    incident,
    error: error instanceof Error ? (error.stack ?? error.message) : String(error),
  })
  return new GatewayError('A fault of the gateway; its log has it.', { code: 'INTERNAL', details: { incident } })
}

/** Spread, so that those who wait do not all come back in one moment. */
const retryAfterDrain = (): number => 1000 + Math.floor(Math.random() * 4000)
