import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts', 'src/vocabulary.ts', 'src/tools/index.ts', 'src/providers/index.ts'])
