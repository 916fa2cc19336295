import { PoundlockError } from '@poundlock/spec'
import type { ToolOutput } from '../tool-handler.ts'
import { FileToolError } from './file-tool-error.ts'
import { showPath } from './show-path.ts'
import { systemFailure } from './system-failure.ts'

/**
 * Serves a call of a file tool: errors for the caller become its output.
 *
 * @param path as the call names it
 */
export async function serveFileCall(path: string, serve: () => Promise<ToolOutput>): Promise<ToolOutput> {
  try {
    return await serve()
  } catch (error) {
    const reported = PoundlockError.isInstance(error) ? error : (stopped(error) ?? systemFailure(error, showPath(path)))
    if (reported === null) throw error
    return failedOutput(reported)
  }
}

function stopped(error: unknown): FileToolError | null {
  if (!(error instanceof Error) || error.name !== 'AbortError') return null
  return new FileToolError('the call was given up before it was done', {
    code: 'FILE_STOPPED',
    remedy: 'Nothing was changed.',
  })
}

/** An output that says what went wrong and what to do about it. */
export function failedOutput(error: PoundlockError): ToolOutput {
  const text = error.remedy === undefined ? error.message : `${sentence(error.message)} ${error.remedy}`
  return { content: [{ type: 'text', text }], error }
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
