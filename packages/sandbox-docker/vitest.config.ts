import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/conformance/**', 'test/podman/**')

export default mergeConfig(packageTests, longOnes)
