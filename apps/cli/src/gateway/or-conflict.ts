import { GatewayError } from '@poundlock/protocol'
import { PoundlockError } from '@poundlock/spec'

/** Errors of files and programs of this machine are answered as they are: an operator is to mend them. */
export async function orConflict<Result>(action: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (GatewayError.isInstance(error) || !PoundlockError.isInstance(error)) throw error
    throw new GatewayError(error.message.slice(0, 2000), { code: 'CONFLICT', cause: error })
  }
}
