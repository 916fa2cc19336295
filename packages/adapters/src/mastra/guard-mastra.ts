import type { LocalHost } from '@poundlock/local-host'
import type { ToolContent } from '@poundlock/spec'
import { answerContent } from '../answer-content.ts'
import { resumeAnswer, resumedRefusal } from '../resume-answer.ts'
import { guardTool, type GuardOptions } from '../tool-guard.ts'
import { mediaParts, type MastraGuard, type MastraToolOptions } from './mastra-guard.ts'

/**
 * Guards tools of a host for agents of Mastra. A call that needs approval suspends itself with the request, so the
 * agent needs a storage. `requireToolApproval` is not used: it is not told which call it is asked about.
 *
 * @param createTool the function of `@mastra/core/tools`
 * @throws TypeError when the host has no tool of such a name
 */
export function guardMastra<Tool>(
  host: LocalHost,
  names: readonly string[],
  createTool: (options: MastraToolOptions) => Tool,
  options?: GuardOptions,
): MastraGuard<Tool> {
  const guarded = new Map(names.map((name) => [name, guardTool(host, name, options)]))
  const tools = [...guarded].map(([name, guard]) => {
    const tool = createTool({
      id: name,
      description: guard.spec.description,
      inputSchema: guard.spec.inputSchema,
      // With these Mastra runs the calls of one step after each other, and keeps each that waits.
      suspendSchema: { type: 'object' },
      resumeSchema: { type: 'object' },
      async execute(input, { abortSignal, agent }) {
        const call = { id: agent?.toolCallId ?? '', input }
        const isResumed = agent?.resumeData != null
        const refusal = isResumed ? resumedRefusal(agent.resumeData) : null
        if (refusal !== null) return [{ type: 'text', text: refusal }]
        const decided = agent && !isResumed ? await guard.decide(call) : null
        if (agent === undefined || decided?.decision !== 'ask') return answerContent(await guard.run(call, abortSignal))
        const { command, decision } = decided.request
        const reasons = decision.reasons.map(({ message }) => message)
        return agent.suspend({ tool: name, ...call, command, reasons })
      },
      toModelOutput: (output) => ({ type: 'content', value: mediaParts(output as readonly ToolContent[]) }),
    })
    return [name, tool] as const
  })
  return {
    tools: Object.fromEntries(tools),
    answer: ({ tool, id, input }, answer) => resumeAnswer(guarded.get(tool), { id, input }, answer),
    close: () => guarded.forEach((guard) => guard.close()),
  }
}
