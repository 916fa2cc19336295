import type { CallOutcome } from '@poundlock/runtime'

/** UTF-16 units of a result: clients and models refuse or cut longer ones. */
export const MOST_OUTPUT = 40_000

/** Keeps a longer output where a call can read it. @returns the file, if it could be kept */
export type KeepResult = (output: { readonly text: string } | { readonly file: string }) => string | undefined

/** The output of a command for a model: its beginning and its end, and where the rest is. */
export function runText(
  { stdout, stderr, truncated, spillFile, reason, exitCode }: NonNullable<CallOutcome['run']>,
  message: string,
  keep: KeepResult,
): string {
  const whole = [stdout, stderr === '' ? '' : `stderr:\n${stderr}`].filter((part) => part !== '').join('\n')
  const shown = shortened(whole)
  const isCut = truncated || shown !== whole
  const output = spillFile === undefined ? (truncated ? undefined : { text: whole }) : { file: spillFile }
  const file = isCut && output !== undefined ? keep(output) : undefined
  const kept = file === undefined ? [] : [restIn(file)]
  const end = reason === 'exit' && exitCode === 0 ? [] : [message]
  const lines = [shown.replace(/\n$/, ''), ...kept, ...end].filter((line) => line !== '')
  return lines.join('\n') || '(no output)'
}

/** How a model gets the rest of a text. */
export const restIn = (file: string): string => `(the whole output is in ${file}; read_file shows it, from any offset)`

/** The beginning and the end: what went wrong is mostly said last. */
export function shortened(whole: string, most: number = MOST_OUTPUT): string {
  if (whole.length <= most) return whole
  const half = Math.floor(most / 2)
  const head = whole.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')
  const tail = whole.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')
  return `${head}\n… (${whole.length - head.length - tail.length} characters are left out)\n${tail}`
}
