import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/printing/print.test.ts', 'test/hostile.test.ts', 'test/differential/**')

export default mergeConfig(packageTests, longOnes)
