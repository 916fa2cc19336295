import { hash } from 'node:crypto'
import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import { recordingFile } from './open-recording.ts'

/** The lines of a recording; or why there are none: `gone`, or `changed` where it is not what was recorded. */
export type ReadRecording =
  | { readonly kind: 'lines'; readonly lines: readonly string[] }
  | { readonly kind: 'gone'; readonly file: string }
  | { readonly kind: 'changed'; readonly file: string }

/**
 * Reads the recording of a run: the header, then an event a line.
 *
 * @param sha256 of the file, as its record has it
 */
export function readRecording(state: string, { runId, sha256 }: { runId: string; sha256: string }): ReadRecording {
  const file = recordingFile(state, runId)
  const bytes = readOwn(file)
  if (bytes === null) return { kind: 'gone', file }
  if (hash('sha256', bytes, 'hex') !== sha256) return { kind: 'changed', file }
  const lines = bytes.toString().split('\n')
  return { kind: 'lines', lines: lines.filter((line) => line !== '') }
}

function readOwn(file: string): Buffer | null {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch {
    return null
  }
  try {
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
