import { library } from '@poundlock/tooling/tsup'

export default library()
