import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts', 'src/client/index.ts', 'src/node/index.ts'])
