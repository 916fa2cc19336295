import type { CallOutcome } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import { paint, printLine } from './print.ts'

/** Prints the outcome of a tool's call: its text on standard output, the rest on standard error. */
export async function explainOutcome(outcome: CallOutcome): Promise<void> {
  const { status, message, output, run, job, notes, withheld } = outcome
  const { bad } = paint(process.stderr)
  for (const part of output?.content ?? []) {
    await printLine(part.type === 'text' ? visibleText(part.text, { newlines: 'keep' }) : `(${part.mediaType})`)
  }
  for (const note of notes) process.stderr.write(`poundlock: ${visibleText(note, { newlines: 'keep' })}\n`)
  if (status === 'ran' && job !== null) return printLine(job.id)
  const isShown = status === 'ran' && (output !== null || (run?.reason === 'exit' && withheld === null))
  if (!isShown) process.stderr.write(`${bad('poundlock:')} ${visibleText(message, { newlines: 'keep' })}\n`)
}
