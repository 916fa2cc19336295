import { PoundlockError, type PoundlockErrorOptions } from '@poundlock/spec'

/**
 * - `NODE_BUSY`: another node runs on this state folder;
 * - `NODE_SUPERSEDED`: the same node connected from elsewhere, and the newest connection counts;
 * - `NODE_CONFIG`: a setting with which the node does not start.
 */
export type NodeErrorCode = 'NODE_BUSY' | 'NODE_SUPERSEDED' | 'NODE_CONFIG'

/** Thrown when the node cannot start, or cannot go on; nothing runs then. */
export class NodeError extends PoundlockError<NodeErrorCode> {
  override readonly name = 'NodeError'

  constructor(message: string, options: PoundlockErrorOptions<NodeErrorCode> & { readonly remedy: string }) {
    super(message, options)
  }
}
