import { RPC_ERROR_CODES, type ErrorObject, type MessageId } from '../messages/message.ts'
import { RpcFailure } from './rpc-error.ts'

export const NOT_JSON: ErrorObject = {
  code: RPC_ERROR_CODES.internalError,
  message: 'Internal error: the answer cannot be JSON',
}

/** The text of an answer that is an error, also where what goes with it cannot be JSON. */
export function errorText(id: MessageId | null, error: ErrorObject): string {
  try {
    return JSON.stringify({ jsonrpc: '2.0', id, error })
  } catch {
    return JSON.stringify({ jsonrpc: '2.0', id, error: NOT_JSON })
  }
}

/** What a handler threw, as it is answered. */
export function errorOf(error: unknown): ErrorObject {
  if (error instanceof RpcFailure) return error.error
  const message = error instanceof Error ? error.message : String(error)
  return { code: RPC_ERROR_CODES.internalError, message: `Internal error: ${message}` }
}
