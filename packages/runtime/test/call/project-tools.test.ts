import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createExecutableFinder, inspectRepository, planCommand } from '@poundlock/plan'
import { createPolicy } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { afterAll, expect, test } from 'vitest'
import { offerGrants } from '../../src/host/index.ts'

/** A project with tools of its own, one of them by the name of a tool of the system, and what starts them on PATH. */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'poundlock-tools-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const workspace = join(root, 'w')
const bin = join(root, 'bin')
const program = (path: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), '#!/bin/sh\n')
  chmodSync(join(root, path), 0o755)
}
for (const name of ['npx', 'npm', 'pnpm', 'yarn', 'bunx', 'uv', 'poetry']) program(`bin/${name}`)
for (const path of ['typescript/bin/tsc', '.bin/vitest', '.bin/ls', '.bin/mytool', '.bin/tsx']) {
  program(`w/node_modules/${path}`)
}
symlinkSync('../typescript/bin/tsc', join(workspace, 'node_modules/.bin/tsc'))
program('w/.venv/bin/pytest')
mkdirSync(join(workspace, 'sub'))
writeFileSync(join(workspace, 'a.ts'), '')

const request = (line: string) => {
  const path = [bin, '/usr/bin', '/bin']
  const findExecutable = createExecutableFinder(path)
  const { plan } = planCommand(line, { cwd: workspace, home: root, findExecutable, inspectRepository, path })
  const context = { agent: 'main', session: 'main', cwd: workspace, workspace, home: root, interactive: true }
  return { tool: 'exec', requiredPermission: 'danger-full-access', plan, context } as const
}
const policyOf = (...allow: string[]) =>
  createPolicy(
    { tools: { exec: { host: 'gateway', security: 'allowlist', allow } } },
    { home: root, commands: commandEvaluator },
  )
const decide = (line: string, ...allow: string[]) => policyOf(...allow).decide(request(line)).decision

test.each([
  ['npx tsc', 'npx tsc --noEmit'],
  ['npx tsc', 'npx --no-install tsc --noEmit'],
  ['npx tsc', 'cd sub && npx tsc --noEmit'],
  ['npm exec tsc', 'npm exec -- tsc --noEmit'],
  ['pnpm exec vitest', 'pnpm exec vitest run'],
  ['yarn exec vitest', 'yarn exec vitest run'],
  ['bunx vitest', 'bunx vitest run'],
  ['uv run pytest', 'uv run pytest -q'],
  ['poetry run pytest', 'poetry run pytest -q'],
])('a rule for %s is for the tool of the project: %s', (rule, line) => {
  expect(decide(line, rule)).toBe('allow')
})

test.each([
  ['what is not there, and would be fetched', 'npx prettier .', ['npx prettier']],
  ['what is fetched in any case', 'npx -y vitest run', ['npx vitest']],
  ['another version', 'npx vitest@1 run', ['npx vitest']],
  ['another package', 'npx -p evil vitest run', ['npx vitest']],
  ['a tool of the project that has the name of one that a rule allows', 'npx ls', ['ls']],
  ['the same started otherwise', 'pnpm exec ls', ['ls', 'pnpm exec']],
  ['what another tool would run', 'npx tsx a.ts', ['npx vitest']],
  ['a shell', 'npx sh -c id', ['npx sh']],
])('%s is asked for: %s', (_what, line, allow) => {
  expect(decide(line, ...allow)).toBe('ask')
})

test('a rule that denies the starter or the tool holds', () => {
  for (const denied of ['npx', 'tsc', 'npx tsc']) {
    const policy = createPolicy(
      { tools: { exec: { host: 'gateway', deny: [denied], allow: ['*'] } } },
      { home: root, commands: commandEvaluator },
    )
    expect(policy.decide(request('npx tsc --noEmit')).decision, denied).toBe('deny')
  }
})

test('what would allow a tool of the project is said', () => {
  const fixes = policyOf().decide(request('npx tsc --noEmit')).fix ?? []
  expect(JSON.stringify(fixes)).toContain('npx tsc')
})

/** What is decided of other lines once a line was allowed for good. */
function allowedBy(line: string) {
  const offers = offerGrants(policyOf(), request(line), workspace)
  const grants = offers.map(({ grant }) => grant)
  const allows = (next: string) => policyOf().decide({ ...request(next), grants }).decision === 'allow'
  return { covers: offers.map(({ covers }) => covers), allows }
}

test.each<[line: string, covers: string, like: string[], others: string[]]>([
  [
    'npx tsc --noEmit',
    'tsc with no other options than --noEmit, below <w>, while tsc stays as it is',
    ['npx tsc --noEmit', 'npx --no-install tsc --noEmit', 'pnpm exec tsc --noEmit', 'cd sub && npx tsc --noEmit'],
    [
      'npx tsc',
      'npx tsc --noEmit --outDir /tmp/x',
      'npx -y tsc --noEmit',
      'npx tsc@1 --noEmit',
      'npx -p evil tsc --noEmit',
      'tsc --noEmit',
      'npx vitest',
      'npm run build && npx tsc --noEmit',
      'NODE_OPTIONS=-r./x npx tsc --noEmit',
      'cd .. && npx tsc --noEmit',
    ],
  ],
  [
    'npx mytool a',
    'exactly mytool a, in <w>, while mytool stays as it is',
    ['npx mytool a'],
    ['npx mytool b', 'npx mytool', 'cd sub && npx mytool a'],
  ],
  [
    'npx tsx a.ts',
    'exactly tsx a.ts, in <w>, while a.ts and tsx stay as they are; it covers what node loads besides (modules that are installed, and files that its code opens)',
    ['npx tsx a.ts'],
    ['npx tsx b.ts', 'npx tsx -e x'],
  ],
  ['npx ls', 'ls without options, below <w>, while ls stays as it is', ['npx ls', 'npx ls sub'], ['npx ls -l']],
  [
    'CI=1 npx vitest run',
    'CI=1 vitest without options, below <w>, while vitest stays as it is; it covers what the tests do, and what they load',
    ['CI=1 npx vitest run'],
    ['npx vitest run', 'CI=2 npx vitest run', 'CI=1 npx vitest run --config /etc/x'],
  ],
])('allowing %s for good covers the tool that is there: %s', (line, covers, like, others) => {
  const granted = allowedBy(line)
  expect(granted.covers.map((text) => text.replace(workspace, '<w>'))).toEqual([covers])
  expect(like.filter((next) => !granted.allows(next))).toEqual([])
  expect(others.filter(granted.allows)).toEqual([])
})

test.each([
  'npx prettier .',
  'npx -y vitest',
  'npx vitest@1',
  'npx -c "tsc"',
  'npx sh -c id',
  'npm run build && npx tsc',
])('nothing is offered for what may be fetched, or be any code: %s', (line) => {
  expect(allowedBy(line).covers).toEqual([])
})

test('once the tool is gone, the grant holds for nothing in its place', () => {
  program('w/node_modules/.bin/gone')
  const granted = allowedBy('npx gone')
  expect(granted.allows('npx gone')).toBe(true)
  rmSync(join(workspace, 'node_modules/.bin/gone'))
  expect(granted.allows('npx gone')).toBe(false)
  symlinkSync('/bin/sh', join(workspace, 'node_modules/.bin/gone'))
  expect(granted.allows('npx gone')).toBe(false)
})
