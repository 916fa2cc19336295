import { PoundlockError } from '@poundlock/spec'
import type { ToolOutput } from '../tool-handler.ts'

/** The output for an error that the caller can mend; throws other errors. */
export function failedOutput(error: unknown): ToolOutput {
  if (!PoundlockError.isInstance(error)) throw error
  const text = error.remedy === undefined ? error.message : `${error.message}\n${error.remedy}`
  return { content: [{ type: 'text', text }], error }
}

/** An answer of text, with the same as data. */
export const successOutput = (text: string, structured: unknown): ToolOutput => ({
  content: [{ type: 'text', text }],
  structured,
})
