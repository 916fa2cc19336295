import { PoundlockError } from '@poundlock/spec'

/**
 * - `NODE_BUSY`: another node runs on this state folder;
 * - `NODE_SUPERSEDED`: the same node connected from elsewhere, and the newest connection counts;
 * - `NODE_CONFIG`: a setting with which the node does not start.
 */
export type NodeErrorCode = 'NODE_BUSY' | 'NODE_SUPERSEDED' | 'NODE_CONFIG'

/** Thrown when the node cannot start, or cannot go on; nothing runs then. */
export class NodeError extends PoundlockError {
  override readonly name = 'NodeError'
  declare readonly code: NodeErrorCode

  constructor(code: NodeErrorCode, message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, { code, ...options })
  }
}
