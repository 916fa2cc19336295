import { isolatedTests, leftToThoroughRuns } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns(
  'test/everyday/**',
  'test/conformance/{bubblewrap,landlock}-*',
  'test/conformance/escapes-{from,with,for}-*',
  'test/backend/{availability,killed,lifetime,limits,many}.test.ts',
  'test/renderers/bubblewrap/backend.test.ts',
  'test/renderers/choice.test.ts',
  'test/renderers/**/nested*',
  'test/pool/**',
  'test/try/**',
)

export default mergeConfig(isolatedTests, longOnes)
