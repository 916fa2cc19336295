import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
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

// Every test starts real processes in real sandboxes: on a busy machine that takes its time.
export default mergeConfig(mergeConfig(packageTests, { test: { testTimeout: 60_000, hookTimeout: 180_000 } }), longOnes)
