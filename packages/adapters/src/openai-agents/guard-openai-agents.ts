import { tool, type RunToolApprovalItem } from '@openai/agents'
import type { LocalHost } from '@poundlock/local-host'
import { answerContent } from '../answer-content.ts'
import { guardTool, type GuardedToolCall, type GuardOptions } from '../tool-guard.ts'
import type { OpenAiAgentsGuard } from './openai-agents-guard.ts'
import { structuredOutput } from './structured-output.ts'

/**
 * Guards tools of a host for the OpenAI Agents SDK. What is denied is rejected by an input guardrail, with the reason.
 *
 * @throws TypeError when the host has no tool of such a name
 */
export function guardOpenAiAgents(
  host: LocalHost,
  names: readonly string[],
  options?: GuardOptions,
): OpenAiAgentsGuard {
  const guarded = new Map(names.map((name) => [name, guardTool(host, name, options)]))
  const tools = [...guarded].map(([name, guard]) =>
    tool({
      name,
      description: guard.spec.description,
      // The runtime checks the input; the SDK only shows this to the model.
      parameters: guard.spec.inputSchema as never,
      strict: false,
      needsApproval: async (_context, input, id = '') => (await guard.decide({ id, input })).decision === 'ask',
      inputGuardrails: [
        {
          name: 'poundlock',
          run: async ({ toolCall }) => {
            const decided = await guard.decide(callOf(toolCall))
            if (decided.decision !== 'deny') return { behavior: { type: 'allow' } }
            return { behavior: { type: 'rejectContent', message: decided.message } }
          },
        },
      ],
      execute: async (input, _context, { toolCall, signal } = {}) =>
        structuredOutput(answerContent(await guard.run({ id: toolCall?.callId ?? '', input }, signal))),
    }),
  )
  return {
    tools,
    async answer(state, interruption, answer) {
      const decided = await guarded.get(interruption.name ?? '')?.answer(callOf(interruption.rawItem), answer)
      if (answer.approved && decided?.decision === 'ask') state.approve(interruption)
      else state.reject(interruption, { message: answer.reason ?? 'A person declined this call.' })
    },
    close: () => guarded.forEach((guard) => guard.close()),
  }
}

function callOf(item: RunToolApprovalItem['rawItem']): GuardedToolCall {
  if (item.type !== 'function_call')
    throw new TypeError(`guardOpenAiAgents: expected a function_call, not ${item.type}`)
  return { id: item.callId, input: JSON.parse(item.arguments) }
}
