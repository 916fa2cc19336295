import { expect, test } from 'vitest'
import { startedBy } from '../../../src/rules/commands/started-by-rule.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { command, plan, request } from '../../make-request.ts'

test.each([
  ['npx tsc', ['tsc']],
  ['uv run pytest -q', ['pytest -q']],
  ['python3 -m pytest', ['pytest']],
  ['bundle exec', ['rubocop', 'rspec']],
  ['bundle exec rake db', ['rake db']],
])('a rule for %s is one for %j too', (rule, expected) => {
  expect(startedBy(rule)).toEqual(expected)
})

test.each([
  'npx',
  'uv run',
  'poetry run bash',
  'npx env',
  'uv run python',
  'npx -y tsc',
  'npx ./x',
  'bundle exec sh',
  'timeout 5 ls',
  'env ls',
  'git diff',
  'sudo npx',
])('a rule for %s means nothing else', (rule) => {
  expect(startedBy(rule)).toEqual([])
})

const decide = (allow: string, ...started: string[]) => {
  const exec = { host: 'gateway', security: 'allowlist', allowRules: [allow] } as const
  const policy = createPolicy([{ name: 'user', mayLoosen: true, exec }], { home: '/home/u' })
  return policy.decide(request(plan(started.map((line) => command(line))))).decision
}

test('what the runner starts is covered with it, and nothing else that it could start', () => {
  expect(decide('npx tsc', 'npx tsc', 'tsc')).toBe('allow')
  expect(decide('npx tsc', 'npx evil', 'evil')).toBe('ask')
  expect(decide('npx tsc', 'npx tsc', 'evil')).toBe('ask')
})
