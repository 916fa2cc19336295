import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts', 'src/nats/index.ts', 'src/conformance/index.ts'])
