import type { LocalHost } from '@poundlock/local-host'
import type { ToolContent } from '@poundlock/spec'
import { jsonSchema, tool, type SingleToolApprovalFunction, type Tool, type ToolModelMessage } from 'ai'
import { answerContent } from '../answer-content.ts'
import { guardTool, type GuardAnswer, type GuardOptions } from '../tool-guard.ts'
import { modelOutput } from './model-output.ts'

/** A `tool-approval-request` of the AI SDK, from the content of a result. */
export interface AiSdkRequest {
  /** What the answer names the request by. */
  readonly approvalId: string
  /** The call that waits, as the model made it. */
  readonly toolCall: { readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
}

/** What the AI SDK is given: tools, the approval of calls, and the way to answer. */
export interface AiSdkGuard {
  /** For `generateText`, `streamText` and agents: `tools`. */
  readonly tools: Record<string, Tool<unknown, readonly ToolContent[]>>
  /** For the same: `toolApproval`. Without it, calls that need approval do not run. */
  readonly toolApproval: Record<string, SingleToolApprovalFunction<unknown, unknown, unknown>>
  /** Answers for a person whom the application has authenticated; returns the message to append to the messages. */
  readonly answer: (request: AiSdkRequest, answer: GuardAnswer) => Promise<ToolModelMessage>
  /** Ends the calls that wait. None of them runs. */
  close(): void
}

/**
 * Guards tools of a host for the AI SDK. A `tool-approval-response` in the history runs nothing by itself: the call has
 * to be approved by `answer`, in the process that runs it.
 *
 * @throws TypeError when the host has no tool of such a name
 */
export function guardAiSdk(host: LocalHost, names: readonly string[], options?: GuardOptions): AiSdkGuard {
  const guarded = new Map(names.map((name) => [name, guardTool(host, name, options)]))
  const tools: AiSdkGuard['tools'] = {}
  const toolApproval: AiSdkGuard['toolApproval'] = {}
  for (const [name, guard] of guarded) {
    tools[name] = tool({
      description: guard.spec.description,
      inputSchema: jsonSchema(guard.spec.inputSchema),
      execute: async (input, { toolCallId: id, abortSignal }) =>
        answerContent(await guard.run({ id, input }, abortSignal)),
      toModelOutput: ({ output }) => modelOutput(output),
    })
    toolApproval[name] = async (input, { toolCallId: id }) => {
      const decided = await guard.decide({ id, input })
      if (decided.decision === 'allow') return 'not-applicable'
      return decided.decision === 'deny' ? { type: 'denied', reason: decided.message } : 'user-approval'
    }
  }
  return {
    tools,
    toolApproval,
    async answer({ approvalId, toolCall: { toolCallId: id, toolName, input } }, answer) {
      const decided = await guarded.get(toolName)?.answer({ id, input }, answer)
      const approved = answer.approved && decided !== undefined && decided.decision !== 'deny'
      const reason = answer.reason !== undefined && { reason: answer.reason }
      return { role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved, ...reason }] }
    },
    close: () => guarded.forEach((guard) => guard.close()),
  }
}
