import { METHODS } from '../../connection/protocol.ts'
import { readToolCall, type Values } from '../client-request.ts'

/** The input that is decided: for a call the tool's input, else all parameters but those about the request itself. */
export function inputOf(method: string, params: Values): Values {
  if (method === METHODS.callTool) return readToolCall(params).input as Values
  const { _meta, requestState, inputResponses, ...input } = params
  return input
}

/** The request with the input that was decided about. */
export function withInput(method: string, params: Values, input: Values): Values {
  if (method === METHODS.callTool) return { ...params, arguments: input }
  const { _meta, requestState, inputResponses } = params
  const rest = Object.entries({ _meta, requestState, inputResponses }).filter(([, value]) => value !== undefined)
  return { ...input, ...Object.fromEntries(rest) }
}

/** The client information of a request without a handshake, for another request of the same client. */
export function restOf({ _meta }: Values): Values {
  if (typeof _meta !== 'object' || _meta === null) return {}
  const { progressToken: _own, ...meta } = _meta as Values
  return Object.keys(meta).length === 0 ? {} : { _meta: meta }
}
