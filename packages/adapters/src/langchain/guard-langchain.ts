import type { LocalHost } from '@poundlock/local-host'
import { createMiddleware, tool, ToolMessage, type ToolRuntime } from 'langchain'
import { answerContent } from '../answer-content.ts'
import { resumeAnswer, resumedRefusal } from '../resume-answer.ts'
import { guardTool, type GuardOptions } from '../tool-guard.ts'
import { contentBlocks } from './content-blocks.ts'
import type { LangChainGuard, LangChainRequest } from './langchain-guard.ts'

/**
 * Guards tools of a host for agents of LangChain. An ask is an interrupt, so the agent needs a checkpointer.
 *
 * @throws TypeError when the host has no tool of such a name
 */
export function guardLangChain(host: LocalHost, names: readonly string[], options?: GuardOptions): LangChainGuard {
  const guarded = new Map(names.map((name) => [name, guardTool(host, name, options)]))
  const tools = [...guarded].map(([name, guard]) =>
    tool(
      async (input, { toolCallId: id, signal }: ToolRuntime) =>
        contentBlocks(answerContent(await guard.run({ id, input }, signal))),
      {
        name,
        description: guard.spec.description,
        schema: guard.spec.inputSchema,
      },
    ),
  )
  const middleware = createMiddleware({
    name: 'poundlock',
    wrapToolCall: async (request, handler) => {
      const { name, id = '', args: input } = request.toolCall
      const decided = await guarded.get(name)?.decide({ id, input })
      const refused = (content: string) => new ToolMessage({ name, content, tool_call_id: id, status: 'error' })
      if (decided?.decision === 'deny') return refused(decided.message)
      if (decided?.decision !== 'ask') return handler(request)
      const { command, decision } = decided.request
      const reasons = decision.reasons.map(({ message }) => message)
      const answer = request.runtime.interrupt?.({ tool: name, id, input, command, reasons } satisfies LangChainRequest)
      const refusal = resumedRefusal(answer)
      return refusal === null ? handler(request) : refused(refusal)
    },
  })
  return {
    tools,
    middleware,
    answer: ({ tool: name, id, input }, answer) => resumeAnswer(guarded.get(name), { id, input }, answer),
    close: () => guarded.forEach((guard) => guard.close()),
  }
}
