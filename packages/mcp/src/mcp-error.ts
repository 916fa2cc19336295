import { PoundlockError } from '@poundlock/spec'

/**
 * Why something with a server did not work:
 * - `MCP_DEFINITION`: what is written about the server cannot be used, for example a variable that is not set;
 * - `MCP_START`: it could not be started or reached, or did not introduce itself;
 * - `MCP_DOWN`: it failed too often and is left alone until somebody looks at it;
 * - `MCP_CLOSED`: it ended before it answered: whether the call was carried out is unknown;
 * - `MCP_TIMEOUT`: it did not answer in time;
 * - `MCP_CANCELLED`: the caller gave up;
 * - `MCP_REMOTE`: it answered with an error;
 * - `MCP_RESULT`: it answered with something that is not a result;
 * - `MCP_TOOL_UNKNOWN`: it has no such tool, or the tool is filtered out;
 * - `MCP_TOOL_HELD`: the tool changed after it was accepted, or its description cannot be used;
 * - `MCP_INPUT`: the input does not fit the tool's schema; nothing was sent;
 * - `MCP_AUTHORIZATION`: the server wants to know who asks, and nobody has told it;
 * - `MCP_STATE`: a file that says what was accepted, or holds what an authorization server gave, is broken.
 */
export type McpErrorCode =
  | 'MCP_DEFINITION'
  | 'MCP_START'
  | 'MCP_DOWN'
  | 'MCP_CLOSED'
  | 'MCP_TIMEOUT'
  | 'MCP_CANCELLED'
  | 'MCP_REMOTE'
  | 'MCP_RESULT'
  | 'MCP_TOOL_UNKNOWN'
  | 'MCP_TOOL_HELD'
  | 'MCP_INPUT'
  | 'MCP_AUTHORIZATION'
  | 'MCP_STATE'

/** Thrown when something with a server did not work. */
export class McpError extends PoundlockError<McpErrorCode> {
  override readonly name = 'McpError'
}
