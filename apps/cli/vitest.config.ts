import { leftToThoroughRuns, packageTests } from '@poundlock/tooling/vitest'
import { mergeConfig } from 'vitest/config'

const longOnes = leftToThoroughRuns(
  'test/bad-input.test.ts',
  'test/approvals.test.ts',
  'test/asking.test.ts',
  'test/unavailable.test.ts',
  'test/hook/hook.test.ts',
  'test/normal-user.test.ts',
  'test/ending.test.ts',
  'test/mcp-serve.test.ts',
  'test/mcp-inspector.test.ts',
  'test/mcp-serve-http.test.ts',
  'test/conformance/**',
  'test/mcp-pass-through.test.ts',
  'test/code-cache.test.ts',
  'test/examples.test.ts',
  'test/terminal.test.ts',
  'test/sandbox-network.test.ts',
  'test/sandbox-modes.test.ts',
  'test/try.test.ts',
  'test/mcp.test.ts',
  'test/mcp-servers.test.ts',
  'test/mcp-files.test.ts',
  'test/mcp-clients/recorded-clients.test.ts',
  'test/policy.test.ts',
)

export default mergeConfig(packageTests, longOnes)
