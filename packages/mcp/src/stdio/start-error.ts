import { PoundlockError, type ProcessHandle } from '@poundlock/spec'
import { McpError } from '../mcp-error.ts'

/** Why a program could not be started, once it is known. */
export async function startError(server: string, handle: ProcessHandle): Promise<McpError> {
  let cause: unknown
  try {
    await handle.exited
  } catch (error) {
    cause = error
  }
  const { message = 'it could not be started', remedy } = PoundlockError.isInstance(cause)
    ? cause
    : { message: (cause as Error | undefined)?.message, remedy: undefined }
  return new McpError(`The server ${JSON.stringify(server)} could not be started: ${message}`, {
    code: 'MCP_START',
    cause,
    details: { server },
    remedy: remedy ?? 'Correct its command, and try: poundlock mcp doctor.',
  })
}
