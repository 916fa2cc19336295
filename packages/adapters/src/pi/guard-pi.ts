import type { LocalHost } from '@poundlock/local-host'
import { answerContent } from '../answer-content.ts'
import { refusalOf, type AskPerson } from '../ask-person.ts'
import { guardTool, type GuardOptions } from '../tool-guard.ts'
import { piContent, type PiGuard } from './pi-guard.ts'

/**
 * Guards tools of a host for agents of pi (pi-agent-core). The hook decides and asks. A call that it has not let through
 * does not run.
 *
 * @param ask asks a person about a call
 * @throws TypeError when the host has no tool of such a name
 */
export function guardPi(host: LocalHost, names: readonly string[], ask: AskPerson, options?: GuardOptions): PiGuard {
  const guarded = new Map(names.map((name) => [name, guardTool(host, name, options)]))
  return {
    tools: [...guarded].map(([name, guard]) => ({
      name,
      label: name,
      description: guard.spec.description,
      // The runtime checks the input; pi shows this to the model.
      parameters: guard.spec.inputSchema,
      async execute(id, input, signal) {
        const outcome = await guard.run({ id, input }, signal)
        return { content: piContent(answerContent(outcome)), details: undefined, isError: outcome.status !== 'ran' }
      },
    })),
    async beforeToolCall({ toolCall: { id, name }, args: input }, signal) {
      const guard = guarded.get(name)
      const reason = guard ? await refusalOf(guard, { id, input }, ask, signal) : null
      return reason === null ? undefined : { block: true, reason }
    },
    close: () => guarded.forEach((guard) => guard.close()),
  }
}
