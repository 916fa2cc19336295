import { createPolicy, type Grant } from '@poundlock/policy'
import { commandEvaluator, deriveExactGrant } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'
import { planCommand } from '../src/index.ts'

const CONTAINED = { active: true, network: 'off', workspaceOnly: true } as const
const planOf = (line: string) =>
  planCommand(line, {
    cwd: '/w',
    home: '/home/u',
    findExecutable: (name) => (name.includes('/') ? null : `/usr/bin/${name}`),
  }).plan

/** Under rules that allow what is used here, on the host or contained. */
function decide(line: string, contained = false, grants: readonly Grant[] = []): string {
  const allow =
    'curl,wget,cp,mv,tee,echo,touch,rm,jq,prettier,git checkout,git restore,npm test,pnpm test,make,pytest,eslint'
  const policy = createPolicy(
    contained
      ? { tools: { exec: { host: 'sandbox' } } }
      : { tools: { exec: { host: 'gateway', security: 'allowlist', allow: allow.split(',') } } },
    { home: '/home/u', commands: commandEvaluator },
  )
  return policy.decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan: planOf(line),
    grants,
    ...(contained && { containment: CONTAINED }),
    context: { agent: 'main', session: 'main', cwd: '/w', workspace: '/w', home: '/home/u', interactive: true },
  }).decision
}

test.each([
  'curl -o package.json https://x.example',
  'curl https://x.example > package.json',
  'wget -O Makefile https://x.example',
  'cp a package.json',
  'cp a sub/package.json',
  'mv a Makefile',
  'echo x | tee conftest.py',
  'echo x >> Makefile',
  'echo x > PACKAGE.json',
  'touch justfile',
  'rm -f package.json',
  'jq . a > package.json',
  'prettier --write package.json',
  'echo x > .cargo/config',
])('what a command runs that is often allowed is asked for the one who changes it: %s', (line) => {
  expect(decide(line)).toBe('ask')
  expect(decide(line, true)).toBe('ask')
})

test.each([
  'cp package.json a',
  'jq . package.json',
  'echo x > notes.json',
  'git checkout package.json',
  'git restore Makefile',
])('reading it, and what git has of it, are as before: %s', (line) => {
  expect(decide(line)).toBe('allow')
  expect(decide(line, true)).toBe('allow')
})

test('who allows such a command for good means the file that it names', () => {
  const line = 'sed -i s/a/b/ package.json'
  expect(decide(line)).toBe('ask')
  const offer = deriveExactGrant(planOf(line).commands[0]!, '/w')
  expect(decide(line, false, [offer.grant!])).toBe('allow')
  expect(decide('sed -i s/a/b/ Makefile', false, [offer.grant!])).toBe('ask')
})

test.each([
  'npm --prefix=.git test',
  'npm --prefix .git/hooks test',
  'npm test --prefix .GIT',
  'npm -C ./.git test',
  'npm --prefix .vscode test',
  'npm --prefix .github/workflows test',
  'pnpm --dir .git test',
  'cd .git && npm test',
  'cd .git/hooks && make',
  'make -C .git',
  'pytest .git',
  'eslint .git/hooks',
])('a rule for tests does not mean those of what is protected: %s', (line) => {
  expect(decide(line)).toBe('ask')
})

test.each([
  'npm --prefix sub test',
  'npm --prefix ./sub test',
  'pnpm --dir packages/a test',
  'cd sub && npm test',
  'pytest sub',
  'eslint .',
])('it means those of the workspace: %s', (line) => {
  expect(decide(line)).toBe('allow')
})
