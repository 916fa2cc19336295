import {
  GatewayError,
  isMethodName,
  METHODS,
  readParams,
  type MethodsOf,
  type NodeCommand,
  type ParamsOf,
  type RequestFrame,
  type ResultOf,
} from '@poundlock/protocol'
import type { ServeRequest } from '@poundlock/protocol/client'

/** One for each method that nodes serve. */
export type NodeHandlers = {
  readonly [Name in MethodsOf<'node'>]: (params: ParamsOf<Name>) => Promise<ResultOf<Name>> | ResultOf<Name>
}

/**
 * Serves the methods of a node from the table: parameters are closed schemas, so that no field reaches a handler that the
 * table does not have, and what the owner does not offer is refused whatever the gateway approved.
 */
export function serveMethods(
  handlers: NodeHandlers,
  offered: readonly NodeCommand[],
  log: (event: string, fields?: Readonly<Record<string, unknown>>) => void,
): ServeRequest {
  return async (request) => {
    const name = methodOf(request, offered)
    // The table pairs each name with its own parameters.
    const handler = handlers[name] as (params: unknown) => Promise<object> | object
    try {
      return await handler(readParams(name, request.params))
    } catch (error) {
      if (!(error instanceof GatewayError)) log('fault', { method: name, error: String(error) })
      throw error
    }
  }
}

function methodOf(
  { method: name, idempotencyKey, params }: RequestFrame,
  offered: readonly NodeCommand[],
): MethodsOf<'node'> {
  if (!isMethodName(name) || METHODS[name].to !== 'node') {
    throw new GatewayError('A node has no such method.', { code: 'UNKNOWN_METHOD', path: '/method' })
  }
  const method = METHODS[name]
  if ('approved' in method && !offered.includes(method.approved)) {
    throw new GatewayError(`The owner of the node does not offer ${method.approved}.`, {
      code: 'FORBIDDEN',
      details: { reason: 'not-offered' },
    })
  }
  const { run } = params as { readonly run?: unknown }
  if (method.idempotency === 'required' && (idempotencyKey === undefined || idempotencyKey !== run)) {
    throw new GatewayError('The key of a run is its id.', { code: 'INVALID_PARAMS', path: '/idempotencyKey' })
  }
  return name as MethodsOf<'node'>
}
