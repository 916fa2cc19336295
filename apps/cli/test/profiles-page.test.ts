import { planCommand } from '@poundlock/plan'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator, deriveGrant } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'

const CWD = '/w'
const HOME = '/home/u'
const CONTEXT = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }

// #region decide
const plan = (line: string) =>
  planCommand(line, { cwd: CWD, home: HOME, findExecutable: (name) => `/usr/bin/${name}` }).plan
const policy = createPolicy(
  {
    tools: {
      exec: { host: 'gateway', security: 'allowlist', allow: ['git diff', 'sort', 'find', 'make test', 'npm test'] },
    },
  },
  { home: HOME, commands: commandEvaluator },
)
const decide = (line: string) =>
  policy.decide({ tool: 'exec', requiredPermission: 'danger-full-access', plan: plan(line), context: CONTEXT }).decision
// #endregion

test('the examples of docs/profiles.md hold', () => {
  // #region examples
  expect(decide('git diff --stat')).toBe('allow')
  expect(decide('git diff --output=x')).toBe('ask') // writes a file, which a rule for a look does not say
  expect(decide('git -c diff.external=./x diff')).toBe('ask') // runs a program that the arguments name
  expect(decide('sort --outp=x y')).toBe('ask') // an abbreviation is the option
  expect(decide('sort ../secret')).toBe('ask') // outside the workspace
  expect(decide("find . -name '*.ts' | sort")).toBe('allow')
  expect(decide('find . -delete')).toBe('ask')
  expect(decide('timeout 60 npm test')).toBe('allow') // the wrapper starts what a rule covers
  expect(decide('timeout 60 npm publish')).toBe('ask')
  expect(decide('make test deploy')).toBe('ask') // a goal that the rule does not name
  expect(decide('head -n 5')).toBe('allow') // a safe bin, without a rule
  expect(decide('head -n 5 notes.txt')).toBe('ask') // a safe bin reads only what is piped to it
  // #endregion
})

test('a grant says what it covers', () => {
  // #region grant
  const offer = (line: string) => deriveGrant(plan(line).commands[0]!, CWD)
  expect(offer('git log --oneline')).toMatchObject({ covers: 'git log with no other options than --oneline, below /w' })
  expect(offer('curl https://example.com')).toMatchObject({ covers: 'exactly curl https://example.com, in /w' })
  expect(offer('bash -c ls')).toMatchObject({ grant: null })
  // #endregion
})
