import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts', 'src/ai-sdk/index.ts'])
