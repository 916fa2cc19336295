import { refusalMessage, type CallOutcome } from '@poundlock/runtime'
import { visibleText, type ToolContent } from '@poundlock/spec'
import type { AgentCallAnswer } from '../loop/agent-tools.ts'
import { MOST_OUTPUT, restIn, runText, shortened, type KeepResult } from './run-text.ts'

/** Base64 characters of one image: providers take about as much. */
const MOST_IMAGE = 7 * 1024 * 1024

/** The answer that a model gets for the outcome of a call. A refusal says why, and what would allow it. */
export function outcomeAnswer(outcome: CallOutcome, keep: KeepResult): AgentCallAnswer {
  const { status, message, output, run, job, notes, withheld, runId } = outcome
  const noteParts = notes.map((note) => text(visibleText(note, { newlines: 'keep' })))
  const answer = (content: readonly ToolContent[], isError: boolean): AgentCallAnswer => ({
    status,
    content: [...noteParts, ...content],
    isError,
    runId,
  })
  if (status !== 'ran' || withheld !== null) return answer([text(refusalText(outcome))], true)
  if (job !== null) return answer([text(message)], false)
  if (run !== null) return answer([text(runText(run, message, keep))], run.exitCode !== 0)
  const { content = [], error } = output ?? {}
  return answer(bounded(content, keep), error !== undefined)
}

function refusalText({ status, message, decision, approval }: CallOutcome): string {
  if (status !== 'unapproved' || decision === null || approval === null || approval.kind === 'fallback') return message
  // A person who chose to deny does not want to be told how to allow it.
  return `${message}\n${refusalMessage(approval.kind === 'person' ? { ...decision, fix: [] } : decision)}`
}

/** Results over the budget are shown in part, and kept in a file that `read_file` can reach. */
function bounded(content: readonly ToolContent[], keep: KeepResult): readonly ToolContent[] {
  return content.flatMap((part) => {
    if (part.type === 'image') {
      return part.data.length > MOST_IMAGE ? [text(`(an image, ${part.mediaType}, is too large to be shown)`)] : [part]
    }
    if (part.text.length <= MOST_OUTPUT) return [part]
    const file = keep({ text: part.text })
    return [text(shortened(part.text)), ...(file === undefined ? [] : [text(restIn(file))])]
  })
}

const text = (value: string): ToolContent => ({ type: 'text', text: value })
