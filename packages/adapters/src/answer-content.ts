import { outcomeAnswer } from '@poundlock/agent'
import type { CallOutcome } from '@poundlock/runtime'
import type { ToolContent } from '@poundlock/spec'

/** The result of a call as the model reads it; a refusal says why, and what would allow it. */
export const answerContent = (outcome: CallOutcome): readonly ToolContent[] =>
  outcomeAnswer(outcome, () => undefined).content
