import { expect, test } from 'vitest'
import { commandEvaluator } from '../../src/commands.ts'
import { createPolicy, type PolicyDocument } from '../../src/index.ts'
import { BudgetSpent, spend, withBudget } from '../../src/model/budget.ts'
import { command, HOME, plan, request } from '../make-request.ts'

const spent = () => 'spent'

test('work ends when its steps are used up', () => {
  expect(withBudget(10, () => (spend(10), 'done'), spent)).toBe('done')
  expect(withBudget(10, () => (spend(11), 'done'), spent)).toBe('spent')
})

test('work within other work has no more than that has left, and counts for it', () => {
  const inner = () => withBudget(100, () => (spend(8), 'done'), spent)
  expect(withBudget(10, inner, spent)).toBe('done')
  expect(withBudget(5, inner, spent)).toBe('spent')
  expect(
    withBudget(
      10,
      () => [inner(), inner()].join(),
      () => 'outer',
    ),
  ).toBe('outer')
})

test('other errors pass, and nothing is counted afterwards', () => {
  expect(() =>
    withBudget(
      10,
      () => {
        throw new TypeError('x')
      },
      spent,
    ),
  ).toThrow(TypeError)
  expect(() => spend(1e15)).not.toThrow(BudgetSpent)
})

test('a decision that takes too many steps is a deny that says so, with the settings and how to go on', () => {
  const document: PolicyDocument = {
    tools: {
      exec: { host: 'gateway', security: 'full', deny: many(2000, (at) => ({ command: 'ls', args: `.*x${at}` })) },
    },
  }
  const policy = createPolicy(document, { home: HOME, commands: commandEvaluator })
  const commands = many(2000, () => command('ls a'))
  const asked = request('ls a', { plan: { ...plan('ls a'), commands } })
  const decision = policy.decide(asked)
  expect(decision).toMatchObject({
    decision: 'deny',
    reasons: [{ code: 'DECISION_TOO_COSTLY', layer: 'rules' }],
    fix: [{ message: expect.stringContaining('smaller calls') }],
    exec: { host: { value: 'gateway' } },
  })
  // The same call gets the same answer, and a small one is decided as ever.
  expect(policy.decide(asked).decision).toBe('deny')
  expect(
    policy.decide(request('ls a', { plan: { ...plan('ls a'), commands: commands.slice(0, 10) } })).reasons[0]?.code,
  ).not.toBe('DECISION_TOO_COSTLY')
})

test('an ordinary policy and line are far from the limit', () => {
  const document: PolicyDocument = {
    tools: {
      exec: { deny: many(1000, (at) => `tool${at} push`) },
      fs: {
        write: { deny: many(200, (at) => `src/**/generated-${at}/*.ts`) },
        read: { deny: many(200, (at) => `**/*.key${at}`) },
      },
    },
  }
  const policy = createPolicy(document, { home: HOME, commands: commandEvaluator })
  const commands = many(100, () => command('cat a b c d e f'))
  const files = many(200, (at) => ({ access: 'write' as const, path: `src/a/b/c/${at}.ts` }))
  const decision = policy.decide(request('cat a', { plan: { ...plan('cat a'), commands }, files }))
  expect(decision.trace.map(({ code }) => code)).not.toContain('DECISION_TOO_COSTLY')
})

function many<Value>(count: number, make: (at: number) => Value): Value[] {
  return Array.from({ length: count }, (_, at) => make(at))
}
