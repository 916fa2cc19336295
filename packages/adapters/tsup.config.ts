import { library } from '@poundlock/tooling/tsup'

export default library([
  'src/index.ts',
  'src/ai-sdk/index.ts',
  'src/claude-agent-sdk/index.ts',
  'src/langchain/index.ts',
  'src/mastra/index.ts',
  'src/openai-agents/index.ts',
  'src/pi/index.ts',
])
