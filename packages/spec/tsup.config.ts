import { library } from '@poundlock/tooling/tsup'

export default library([
  'src/index.ts',
  'src/validation/index.ts',
  'src/tools/index.ts',
  'src/patterns/index.ts',
  'src/schema/index.ts',
])
