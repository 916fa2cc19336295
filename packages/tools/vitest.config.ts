import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

export default mergeConfig(
  packageTests,
  leftToThoroughRuns(
    'test/files/attacks.test.ts',
    'test/files/crashes.test.ts',
    'test/files/patch/interrupted.test.ts',
    'test/files/search/large-tree.test.ts',
    'test/files/search/this-repository.test.ts',
  ),
)
