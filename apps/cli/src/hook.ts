import type { InstallableAgent } from './hook/agent-format.ts'
import { answerQuestion } from './hook/answer-question.ts'

// The launcher starts this bundle only for the agents and the options of its lists.
const [agent, ...options] = process.argv.slice(3)
const mode = { prompts: !options.includes('--no-prompts'), shadow: options.includes('--shadow') }
void answerQuestion(agent as InstallableAgent, mode)
