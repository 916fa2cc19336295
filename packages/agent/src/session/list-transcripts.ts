import { PoundlockError } from '@poundlock/spec'
import { plainText } from '../loop/run-calls.ts'
import { readTranscript, transcriptIds } from './read-transcript.ts'

/** A session among others. */
export interface TranscriptSummary {
  /** By which the session is resumed. */
  readonly id: string
  /** Id of the agent. */
  readonly agent: string
  /** Absolute path of the folder that it works in. */
  readonly workspace: string
  /** The model that was chosen for it. */
  readonly model: string
  /** The first prompt. */
  readonly title: string
  /** Prompts of its user so far. */
  readonly prompts: number
  /** Answers of the model so far. */
  readonly turns: number
  /** How the work on the last prompt ended; `null` where it has not. */
  readonly ended: string | null
  /** The session that it was forked from, or that gave it its task; absent for others. */
  readonly parent?: string
}

const LONGEST = 200

/** The newest sessions in a folder. One that cannot be read is left out. */
export function listTranscripts(folder: string, limit: number): readonly TranscriptSummary[] {
  return transcriptIds(folder)
    .slice(0, limit)
    .flatMap((id) => {
      try {
        return [summaryOf(folder, id)]
      } catch (error) {
        if (!PoundlockError.isInstance(error)) throw error
        return []
      }
    })
}

function summaryOf(folder: string, id: string): TranscriptSummary {
  const { session, entries } = readTranscript(folder, id)
  const { agent, workspace, model, parent } = session
  const prompts = entries.filter((entry) => entry.type === 'prompt')
  const last = entries.at(-1)
  return {
    id,
    agent,
    workspace,
    model,
    title: prompts[0] === undefined ? '' : plainText(prompts[0].content).slice(0, LONGEST),
    prompts: prompts.length,
    turns: entries.filter((entry) => entry.type === 'answer').length,
    ended: last?.type === 'prompt-ended' ? last.reason : null,
    ...(parent !== undefined && { parent }),
  }
}
