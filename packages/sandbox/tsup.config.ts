import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts', 'src/conformance/index.ts', 'src/try/index.ts'])
