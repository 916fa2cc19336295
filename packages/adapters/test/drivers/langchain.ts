import { deserialize, serialize } from 'node:v8'
import { Command, MemorySaver } from '@langchain/langgraph'
import { createAgent, FakeToolCallingModel } from 'langchain'
import { guardLangChain, type LangChainRequest } from '../../src/langchain/index.ts'
import { DECLINED, OWNER, type Driver, type OpenDriver } from './driver.ts'

const THREAD = { configurable: { thread_id: 'thread' } }

export const openDriver: OpenDriver = (host): Driver => {
  const guard = guardLangChain(host, ['exec'])
  /** @param index how many times the model has answered already */
  const agentFor = (input: object, index: number, checkpointer: MemorySaver) =>
    createAgent({
      model: new FakeToolCallingModel({ toolCalls: [[{ name: 'exec', args: input, id: 'call_1' }], []], index }),
      tools: guard.tools,
      middleware: [guard.middleware],
      checkpointer,
    })
  const turn = async (agent: ReturnType<typeof agentFor>, { storage, writes }: MemorySaver) => {
    const { tasks, values } = await agent.graph.getState(THREAD)
    return {
      waits: tasks.some(({ interrupts }) => interrupts.length > 0),
      read: JSON.stringify(values),
      saved: serialize({ storage, writes }).toString('base64'),
    }
  }
  return {
    async start(input) {
      const checkpointer = new MemorySaver()
      const agent = agentFor(input, 0, checkpointer)
      await agent.invoke({ messages: [{ role: 'user', content: 'do it' }] }, THREAD)
      return turn(agent, checkpointer)
    },
    async resume(saved, answer, input) {
      const checkpointer = Object.assign(new MemorySaver(), deserialize(Buffer.from(saved, 'base64')))
      const agent = agentFor(input, 1, checkpointer)
      const { tasks } = await agent.graph.getState(THREAD)
      const request = tasks[0]!.interrupts[0]!.value as LangChainRequest
      const resume =
        answer === 'forged' ? { approved: true } : await guard.answer(request, answer === 'approved' ? OWNER : DECLINED)
      await agent.invoke(new Command({ resume }), THREAD)
      return turn(agent, checkpointer)
    },
    close: () => guard.close(),
  }
}
