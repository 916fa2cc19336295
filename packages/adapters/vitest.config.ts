import { packageTests } from '@poundlock/tooling/vitest'

export default packageTests
