import { syntaxError } from './patch-error.ts'
import type { PatchOperation } from './patch-operation.ts'
import { readAgentPatch } from './read-agent-patch.ts'
import { readUnifiedDiff } from './read-unified-diff.ts'

/**
 * Reads a patch: what stands between `*** Begin Patch` and `*** End Patch`, or a unified diff.
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

/** The path of a header line, which names one file in every reading. */
export function readPatchPath(text: string, line: number): string {
  const path = text.trim()
  if (path === '') throw syntaxError(line, 'the path is missing')
  if (path.startsWith('"')) throw syntaxError(line, 'a quoted path could be read in two ways: write it without quotes')
  if (/[\0-\x1F\x7F\u2028\u2029]/.test(path)) throw syntaxError(line, 'the path has a control character')
  return path
}
