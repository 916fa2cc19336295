import { library } from '../../tooling/tsup.ts'

export default library(['src/index.ts', 'src/node/index.ts'])
