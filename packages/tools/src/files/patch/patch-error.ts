import { FileToolError } from '../file-tool-error.ts'

const FORMAT =
  'Write "*** Begin Patch", then per file "*** Update File: path", "*** Add File: path" or "*** Delete File: path" with lines that begin with a blank, + or -, then "*** End Patch"; or a unified diff.'

/** @param line of the patch, from 1 */
export function syntaxError(line: number, problem: string): FileToolError {
  const message = `line ${String(line)} of the patch: ${problem}; nothing was changed`
  return new FileToolError(message, { code: 'PATCH_SYNTAX', remedy: FORMAT, details: { line } })
}
