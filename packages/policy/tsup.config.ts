import { library } from '@poundlock/tooling/tsup'

export default library([
  'src/index.ts',
  'src/calls/index.ts',
  'src/commands/index.ts',
  'src/files/index.ts',
  'src/session/index.ts',
  'src/review/index.ts',
])
