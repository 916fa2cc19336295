import { PoundlockError } from '@poundlock/spec'
import {
  type SendUserMessageInput,
  type StructuredOutputInput,
  SEND_USER_MESSAGE_TOOL,
  STRUCTURED_OUTPUT_TOOL,
} from '@poundlock/spec/tools'
import type { ValidationIssue } from '@poundlock/spec/validation'
import type { ToolContext, ToolHandler } from '../tool-handler.ts'
import { failedOutput, successOutput } from './failed-output.ts'

/**
 * Serves `StructuredOutput`.
 *
 * @param check the problems of an answer, where a schema was given
 */
export function createStructuredOutputHandler(
  check: (output: unknown) => readonly ValidationIssue[] = () => [],
): ToolHandler<StructuredOutputInput> {
  return {
    spec: STRUCTURED_OUTPUT_TOOL,
    async run({ output }) {
      const issues = check(output)
      if (issues.length === 0) return successOutput('the answer is taken', { output })
      return failedOutput(
        new PoundlockError('the answer does not have the shape that was asked for', {
          code: 'OUTPUT_SHAPE',
          remedy: issues.map(({ pointer, message }) => `output${pointer}: ${message}`).join('\n'),
        }),
      )
    },
  }
}

/** A message for the user. */
export interface UserMessage {
  /** As the agent wrote it: not escaped. */
  readonly text: string
  /** True where it was not asked for. */
  readonly isProactive: boolean
  /** Id of the agent that sends it. */
  readonly agent: string
  /** Key of its session. */
  readonly session: string
}

/**
 * Serves `SendUserMessage`.
 *
 * @param deliver brings it to the user; rejects with a `PoundlockError` where it could not
 */
export function createSendUserMessageHandler(
  deliver: (message: UserMessage) => Promise<unknown>,
): ToolHandler<SendUserMessageInput> {
  return {
    spec: SEND_USER_MESSAGE_TOOL,
    async run({ message, status }, { agent, session }: ToolContext) {
      try {
        await deliver({ text: message, isProactive: status === 'proactive', agent, session })
        return successOutput('the message was shown', { message })
      } catch (error) {
        return failedOutput(error)
      }
    },
  }
}
