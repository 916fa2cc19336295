import { readFileSync } from 'node:fs'
import { createExecutableFinder, planCommand, SYSTEM_PATH } from '@poundlock/plan'
import { type PolicyDocument, type PolicyRequest, type ToolInputs, createPolicy, toolRequest } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import type { RequiredPermission } from '@poundlock/spec'
import { describe, expect, test } from 'vitest'

interface Row {
  readonly must: 'allow' | 'ask' | 'deny'
  readonly policy: PolicyDocument
  readonly input: unknown
  readonly inputs?: ToolInputs
  readonly requiredPermission?: RequiredPermission
  readonly why: string
}

const rows = readFileSync(new URL('../corpus/commands-in-inputs.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)

const HOME = '/home/u'
const findExecutable = createExecutableFinder(SYSTEM_PATH)

const requestOf = ({ input, inputs, requiredPermission = 'workspace-write' }: Row): PolicyRequest =>
  toolRequest({
    tool: 'mcp__shell__run',
    input,
    requiredPermission,
    served: { server: 'shell', tool: 'run' },
    ...(inputs && { inputs }),
    context: { cwd: '/w', workspace: '/w', home: HOME },
    planLine: (line, cwd) => planCommand(line, { cwd, home: HOME, findExecutable }).plan,
  })

describe('rules reach the commands in the inputs of other tools', () => {
  test.each(rows.map((row, at) => [`${at} ${JSON.stringify(row.input)}`, row] as const))('%s', (_text, row) => {
    const policy = createPolicy(row.policy, { home: HOME, commands: commandEvaluator })
    expect(policy.decide(requestOf(row)).decision, row.why).toBe(row.must)
  })

  test('a line that nobody reads may be covered by any rule', () => {
    const policy = createPolicy({ tools: { exec: { deny: ['git push'] } } }, { home: HOME, commands: commandEvaluator })
    const decided = (input: object) =>
      policy.decide(
        toolRequest({ tool: 'mcp__shell__run', input, requiredPermission: 'read-only', context: { workspace: '/w' } }),
      ).decision
    expect(decided({ command: 'ls' })).toBe('ask')
    expect(decided({ text: 'ls' })).toBe('allow')
  })
})
