import { runText, type KeepResult } from '@poundlock/agent'
import type { ServedResult } from '@poundlock/mcp'
import { type CallOutcome, refusalMessage } from '@poundlock/runtime'
import { isObject, visibleText } from '@poundlock/spec'
import type { ClientCall, ClientEnd } from './serve-asking.ts'

/** The result of a call for a client. A refusal is an error with the reason and the remedy. */
export function servedResult(outcome: CallOutcome, options: ResultOptions): ServedResult {
  const { content, ...rest } = resultOf(outcome, options)
  const { events = [] } = options
  return { content: events.length === 0 ? content : [...content, text(events.join('\n'))], ...rest }
}

interface ResultOptions extends RequestProgress {
  /** Keeps a longer output where a call can read it. @returns the file, if it could be kept */
  readonly keep: KeepResult
  readonly isForeign: boolean
  /** Events of the session: background commands that have ended, each in a line or with its output. */
  readonly events?: readonly string[]
}

function resultOf(outcome: CallOutcome, { isForeign, keep, ...progress }: ResultOptions): ServedResult {
  const { status, message, output, run, job, notes, withheld } = outcome
  const noteLines = [...notes, ...approvedElsewhere(outcome, progress)].map((note) =>
    text(visibleText(note, { newlines: 'keep' })),
  )
  if (status !== 'ran' || withheld !== null) {
    return { content: [...noteLines, text(refusedText(outcome, progress))], isError: true }
  }
  if (job !== null) return { content: [...noteLines, text(message)], isError: false }
  if (run !== null) return { content: [...noteLines, text(runText(run, message, keep))], isError: run.exitCode !== 0 }
  const { content = [], structured, error } = output ?? {}
  return {
    content: [...noteLines, ...content],
    // Clients show structured content instead of the text, and only for tools of servers both say the same.
    ...(isForeign && isObject(structured) && { structured }),
    isError: error !== undefined,
  }
}

/** How it went with the approval of a call. */
export interface RequestProgress {
  /** With the client itself, where it could be asked. */
  readonly client: ClientCall['end']
  /** How a person still answers. */
  readonly remedy: string | undefined
}

/** Why a call did not run, and how to mend that, a line each: also where a client or a person only said no. */
export function refusedText(outcome: CallOutcome, { client, remedy }: RequestProgress): string {
  const { status, message, decision, approval } = outcome
  const lines = [message]
  // What the fallback refused says so itself.
  if (status === 'unapproved' && decision !== null && approval !== null && approval.kind !== 'fallback') {
    // The message of a refusal by a person already holds the fix.
    const isChosen = approval.kind === 'person' && client?.end !== 'declined'
    lines.push(refusalMessage(isChosen ? { ...decision, fix: [] } : decision))
  }
  const about = client && NOT_ANSWERED[client.end]
  if (about !== undefined) lines.push(about(visibleText(client!.client)))
  if (remedy !== undefined) lines.push(remedy)
  return lines.join('\n')
}

const NOT_ANSWERED: Readonly<Partial<Record<ClientEnd, (client: string) => string>>> = {
  'too-long': (client) => `It was not asked about in ${client}, which would not show all of it.`,
  dismissed: (client) => `The question was dismissed in ${client} without an answer.`,
  unanswered: (client) => `The question was put to ${client}, which did not answer it.`,
}

/** The model learns that a person was asked, and where, unless that was in front of it. */
function approvedElsewhere({ status, approval }: CallOutcome, { client }: RequestProgress): readonly string[] {
  if (status !== 'ran' || approval?.kind !== 'person' || client?.end === 'answered') return []
  const { by, requestId } = approval
  return [
    `It waited for an approval${requestId === undefined ? '' : `, request ${requestId.slice(0, 8)}`}: ${by} allowed it.`,
  ]
}

const text = (value: string) => ({ type: 'text' as const, text: value })
