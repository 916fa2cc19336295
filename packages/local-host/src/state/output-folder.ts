import { randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PolicyLayer } from '@poundlock/policy'
import { pruneFolder } from './prune-folder.ts'

/** Limits for the kept output; the oldest file is removed first. */
const MAX_FILES = 100
const MAX_BYTES = 4 * 1024 ** 3

/** Where output is kept that was too long for a result. */
export function outputFolder(state: string): string {
  return join(state, 'output')
}

/**
 * Allows calls to read kept output: a model that got a cut result can read the rest. File names are random and the
 * folder cannot be listed, so that no agent finds the output of another. Ask and deny rules of the configuration still
 * apply.
 */
export function keptOutputLayer(state: string): PolicyLayer {
  // In a pattern, these stand for other names, too.
  const allow = /[*?[\]{}\\]/.test(state) ? [] : [join(outputFolder(state), 'output-*.log')]
  return { name: 'kept output', mayLoosen: true, files: { read: { allow } } }
}

/**
 * Keeps output that is too long for a result, where calls can read it.
 *
 * @param output a text, or the file that holds it, such as the log of a job
 * @returns the file; `undefined` where it cannot be kept
 */
export function keepOutput(
  state: string,
  output: { readonly text: string } | { readonly file: string },
): string | undefined {
  const folder = outputFolder(state)
  if ('file' in output && dirname(output.file) === folder) return output.file
  const file = join(folder, `output-${randomUUID()}.log`)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if ('text' in output) writeFileSync(file, output.text, { flag: 'wx', mode: 0o600 })
    else linkSync(output.file, file)
    return file
  } catch {
    // The disk is full: the result says what it leaves out.
    return undefined
  }
}

/**
 * Removes old files from the folder of kept output. Files that were just written stay, also those of other processes.
 */
export const pruneOutputFolder = (folder: string): void =>
  pruneFolder(folder, { maxFiles: MAX_FILES, maxBytes: MAX_BYTES, names: /^output-[\w-]+\.log$/ })
