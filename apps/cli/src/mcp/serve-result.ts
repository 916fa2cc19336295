import type { ServedResult } from '@poundlock/mcp'
import type { CallOutcome } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'

/** UTF-16 units of a command's output that a result shows: clients refuse or cut what is much longer. */
const MOST_OUTPUT = 40_000

/** What a client is told of a call. What was refused is an error whose text says why, and how to mend it. */
export function servedResult(
  outcome: CallOutcome,
  { isForeign, remedy }: { readonly isForeign: boolean; readonly remedy?: string },
): ServedResult {
  const { status, message, output, run, job, notes, withheld } = outcome
  const said = notes.map((note) => text(visibleText(note, { newlines: 'keep' })))
  if (status !== 'ran' || withheld !== null) {
    return { content: [...said, text(remedy === undefined ? message : `${message}\n${remedy}`)], isError: true }
  }
  if (job !== null) return { content: [...said, text(message)], isError: false }
  if (run !== null) return { content: [...said, text(runText(run, message))], isError: run.exitCode !== 0 }
  const { content = [], structured, error } = output ?? {}
  return {
    content: [...said, ...content],
    // Clients show what is structured instead of the content, and only tools of servers say the same in both.
    ...(isForeign && isObject(structured) && { structured }),
    isError: error !== undefined,
  }
}

function runText(
  { stdout, stderr, truncated, spillFile, reason, exitCode }: NonNullable<CallOutcome['run']>,
  message: string,
): string {
  const whole = [stdout, stderr === '' ? '' : `stderr:\n${stderr}`].filter((part) => part !== '').join('\n')
  const shown = shortened(whole)
  const kept =
    (truncated || shown !== whole) && spillFile !== undefined ? [`(the whole output is in ${spillFile})`] : []
  const end = reason === 'exit' && exitCode === 0 ? [] : [message]
  const lines = [shown.replace(/\n$/, ''), ...kept, ...end].filter((line) => line !== '')
  return lines.join('\n') || '(no output)'
}

/** The beginning and the end: what went wrong is mostly said last. */
function shortened(whole: string): string {
  if (whole.length <= MOST_OUTPUT) return whole
  const half = MOST_OUTPUT / 2
  const head = whole.slice(0, half).replace(/[\uD800-\uDBFF]$/, '')
  const tail = whole.slice(-half).replace(/^[\uDC00-\uDFFF]/, '')
  return `${head}\n… (${whole.length - head.length - tail.length} characters are left out)\n${tail}`
}

const text = (value: string) => ({ type: 'text' as const, text: value })

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
