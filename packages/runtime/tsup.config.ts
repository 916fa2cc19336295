import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts', 'src/host/index.ts'])
