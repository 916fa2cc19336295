import { isolatedTests, leftToThoroughRuns } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns('test/conformance/**', 'test/podman/**')

export default mergeConfig(isolatedTests, longOnes)
