import { library } from '@poundlock/tooling/tsup'

export default library(['src/index.ts', 'src/jobs/index.ts'], { platform: 'node', removeNodeProtocol: false })
