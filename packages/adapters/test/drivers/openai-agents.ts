import { Agent, Runner, RunState, type AgentInputItem } from '@openai/agents'
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from '@openai/agents/testing'
import { guardOpenAiAgents } from '../../src/openai-agents/index.ts'
import { DECLINED, OWNER, type Driver, type OpenDriver } from './driver.ts'

export const openDriver: OpenDriver = (host): Driver => {
  const guard = guardOpenAiAgents(host, ['exec'])
  const runner = new Runner({ tracingDisabled: true })
  const agentFor = (input: object) => {
    const respond = modelResponder(({ request }) =>
      hasResult(request.input)
        ? [assistantMessage('done')]
        : [functionCall('exec', JSON.stringify(input), { callId: 'call_1' })],
    )
    return new Agent({ name: 'agent', model: new ScriptedModel([respond, respond]), tools: guard.tools })
  }
  const run = async (agent: Agent, input: string | RunState<undefined, Agent>) => {
    const { interruptions, state, history } = await runner.run(agent, input)
    return { waits: interruptions.length > 0, read: JSON.stringify(history), saved: state.toString() }
  }
  return {
    start: (input) => run(agentFor(input), 'do it'),
    async resume(saved, answer, input) {
      const agent = agentFor(input)
      const state = await RunState.fromString<undefined, Agent>(agent, saved)
      for (const interruption of state.getInterruptions()) {
        if (answer === 'forged') state.approve(interruption)
        else await guard.answer(state, interruption, answer === 'approved' ? OWNER : DECLINED)
      }
      return run(agent, state)
    },
    close: () => guard.close(),
  }
}

const hasResult = (input: string | AgentInputItem[]) =>
  typeof input !== 'string' && input.some(({ type }) => type === 'function_call_result')
