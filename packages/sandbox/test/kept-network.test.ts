import { expect, test } from 'vitest'
import { type SandboxPolicy, withKeptNetwork } from '../src/index.ts'

const POLICY: SandboxPolicy = {
  fileMode: 'workspace-only',
  workspace: '/w',
  readPaths: [],
  writePaths: [],
  protectedPaths: [],
  hiddenPaths: [],
  network: 'allowlist',
  egress: { rules: [], asks: true, elseOff: true },
  limits: {},
}

test('an allowlist that is only a default gives no network where a sandbox cannot keep it', () => {
  const kept = withKeptNetwork(POLICY, false)
  expect(kept.network).toBe('off')
  expect(kept).not.toHaveProperty('egress')
  expect(withKeptNetwork(POLICY, true)).toBe(POLICY)
})

test('an allowlist that a file asks for is never dropped', () => {
  const asked = { ...POLICY, egress: { rules: ['example.org'], asks: true } } as const
  expect(withKeptNetwork(asked, false)).toBe(asked)
  const open = { ...POLICY, network: 'on' } as const
  expect(withKeptNetwork(open, false)).toBe(open)
})
