import { syntaxError } from './patch-error.ts'
import type { PatchOperation } from './patch-operation.ts'
import { readAgentPatch } from './read-agent-patch.ts'
import { readUnifiedDiff } from './read-unified-diff.ts'

/**
 * Reads a patch: the text between `*** Begin Patch` and `*** End Patch`, or a unified diff.
 *
 * @throws FileToolError `PATCH_SYNTAX`
 */
export function readPatch(text: string): readonly PatchOperation[] {
  const lines = text.replace(/^\uFEFF/, '').split('\n')
  // A patch that was written with CRLF throughout says nothing about the files by it.
  const whole = lines.slice(0, -1).every((line) => line.endsWith('\r'))
    ? lines.map((line) => line.replace(/\r$/, ''))
    : lines
  const first = whole.find((line) => line.trim() !== '') ?? ''
  const operations = first.trim() === '*** Begin Patch' ? readAgentPatch(whole) : readUnifiedDiff(whole)
  if (operations.length === 0) throw syntaxError(1, 'it names no file')
  return operations
}
