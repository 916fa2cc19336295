import { pureTests } from '@poundlock/tooling/vitest'

export default pureTests
