import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commandEvaluator } from '../../../src/commands.ts'
import { type PolicyDocument, createPolicy } from '../../../src/index.ts'
import { type CallDescription, toolRequest } from '../../../src/inputs/tool-request.ts'

interface Row extends Pick<CallDescription, 'tool' | 'input'> {
  readonly id: string
  readonly must: 'allow' | 'ask' | 'deny'
  readonly policy: PolicyDocument
  readonly requiredPermission?: 'read-only' | 'workspace-write'
  readonly why: string
}

const rows = readFileSync(new URL('../../corpus/web-network.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

describe('web tools and commands have one network', () => {
  test.each(rows.map((row) => [row.id, row] as const))('%s', (_id, { must, policy, why, id: _own, ...call }) => {
    const policyOfRow = createPolicy(policy, { home: '/home/u', commands: commandEvaluator })
    const decision = policyOfRow.decide(
      toolRequest({ ...call, context: { workspace: '/w', cwd: '/w', home: '/home/u' } }),
    )
    expect(decision.decision, why).toBe(must)
  })
})
