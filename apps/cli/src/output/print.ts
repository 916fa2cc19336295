import { writeOutput } from './write-output.ts'

/** Writes a line to standard output, waiting for a slow reader. */
export async function printLine(text: string): Promise<void> {
  await writeOutput(process.stdout, `${text}\n`)
}

/** The version of all that is printed as JSON: docs/json.md says what a new one means. */
export const JSON_VERSION = 1

/** One JSON document on one line, which begins with its version. */
export async function printJson(value: object): Promise<void> {
  await printLine(JSON.stringify({ version: JSON_VERSION, ...value }))
}

const enabled = (stream: NodeJS.WriteStream) =>
  process.env['FORCE_COLOR'] !== undefined
    ? process.env['FORCE_COLOR'] !== '0'
    : stream.isTTY && process.env['NO_COLOR'] === undefined && process.env['TERM'] !== 'dumb'

/** Colours for a person at a terminal; nothing elsewhere. */
export function paint(stream: NodeJS.WriteStream = process.stdout) {
  const wrap = (code: number) => (text: string) => (enabled(stream) ? `\u001B[${code}m${text}\u001B[0m` : text)
  const decisions = { allow: wrap(32), ask: wrap(33), deny: wrap(31) }
  return { bold: wrap(1), dim: wrap(2), good: wrap(32), bad: wrap(31), decisions }
}
