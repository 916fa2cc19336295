import type { IncomingMessage } from 'node:http'
import { GatewayError } from '@poundlock/protocol'

/** Names the workspace of the sessions of a client of MCP: a path, percent-encoded where it is not ASCII. */
export const WORKSPACE_HEADER = 'poundlock-workspace'

const MOST_CHARACTERS = 4096

/**
 * The workspace that a client names; `undefined` for the first one of the gateway.
 *
 * @throws GatewayError `INVALID_PARAMS`
 */
export function wantedWorkspace({ headersDistinct }: IncomingMessage): string | undefined {
  const values = headersDistinct[WORKSPACE_HEADER]
  if (values === undefined) return undefined
  const [value = ''] = values
  try {
    const path = decodeURIComponent(value)
    if (values.length === 1 && path.startsWith('/') && path.length <= MOST_CHARACTERS && !/\p{Cc}/u.test(path))
      return path
  } catch {
    // No percent-encoding of UTF-8.
  }
  throw new GatewayError(`The header ${WORKSPACE_HEADER} is not one absolute path.`, {
    code: 'INVALID_PARAMS',
    expected: 'an absolute path, percent-encoded where it is not ASCII',
  })
}
