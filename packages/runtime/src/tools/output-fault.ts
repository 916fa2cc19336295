import { PoundlockError } from '@poundlock/spec'
import type { ToolOutput } from '@poundlock/tools'

/**
 * What is wrong with the output of a handler; `null` where it is right. Anyone can write a handler: a broken output
 * must not break recording, redaction or display.
 */
export function outputFault(tool: string, output: ToolOutput | undefined): PoundlockError | null {
  const { content, error } = (output ?? {}) as Partial<ToolOutput>
  const isOutput = Array.isArray(content) && content.every(isPart) && (error === undefined || isError(error))
  if (isOutput) return null
  return new PoundlockError(`the handler of ${tool} did not return an output`, {
    code: 'TOOL_OUTPUT',
    remedy: 'A handler answers `content`, a list of texts and images, and a PoundlockError as `error` where it failed.',
  })
}

function isPart(part: unknown): boolean {
  const { type, text, data } = (part ?? {}) as Readonly<Record<string, unknown>>
  return type === 'text' ? typeof text === 'string' : typeof data === 'string'
}

const isError = (error: unknown) => PoundlockError.isInstance(error) && typeof error.message === 'string'
