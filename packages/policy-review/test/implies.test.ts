import { type ExecLayer, type Policy, type PolicyLayer, type PolicyRequest, withFallback } from '@poundlock/policy'
import { EXEC_ASKS, PERMISSION_MODES } from '@poundlock/spec'
import * as fc from '@poundlock/tooling/properties'
import { tries } from '@poundlock/tooling/tries'
import { expect, test } from 'vitest'
import { createWholePolicy as createPolicy } from '../src/create-whole-policy.ts'
import { implies } from '../src/index.ts'
import { CONTEXT, HOME, command, plan, user } from './make-request.ts'

const OPTIONS = { home: HOME, workspace: '/w' }
const ask = (first: readonly PolicyLayer[], second: readonly PolicyLayer[]) => implies(first, second, OPTIONS)
const gateway = (exec: ExecLayer = {}) => user({ host: 'gateway', security: 'allowlist', ...exec })

test.each<[string, PolicyLayer, PolicyLayer, 'yes' | 'no']>([
  ['itself', gateway({ allowRules: ['git'] }), gateway({ allowRules: ['git'] }), 'yes'],
  ['one rule by two', gateway({ allowRules: ['git push'] }), gateway({ allowRules: ['git', 'git push'] }), 'yes'],
  // What runs code is only meant by a rule that names the code.
  [
    'a rule that names code by one that does not',
    gateway({ allowRules: ['npm test'] }),
    gateway({ allowRules: ['npm'] }),
    'no',
  ],
  ['a shorter rule by a longer', gateway({ allowRules: ['git'] }), gateway({ allowRules: ['git push'] }), 'no'],
  [
    'a rule with one that denies',
    gateway({ allowRules: ['git'], denyRules: ['git push'] }),
    gateway({ allowRules: ['git'] }),
    'yes',
  ],
  [
    'a rule by one that denies',
    gateway({ allowRules: ['git'] }),
    gateway({ allowRules: ['git'], denyRules: ['git push'] }),
    'no',
  ],
  ['a program by its folder', gateway({ allowRules: ['/usr/bin/rg'] }), gateway({ allowRules: ['/usr/bin/*'] }), 'yes'],
  ['a folder by a program', gateway({ allowRules: ['/usr/bin/*'] }), gateway({ allowRules: ['/usr/bin/rg'] }), 'no'],
  [
    'a regular expression by its rule',
    gateway({ allowRules: [{ command: 'git', args: 'log .*' }] }),
    gateway({ allowRules: ['git'] }),
    'yes',
  ],
  ['a mode that asks by one that allows', user({}, { mode: 'prompt' }), user({}, { mode: 'allow' }), 'yes'],
  ['a mode that allows by one that asks', user({}, { mode: 'allow' }), user({}, { mode: 'prompt' }), 'no'],
  ['fewer tools by more', user({}, { tools: { allow: ['read'] } }), user({}, { tools: { profile: 'coding' } }), 'yes'],
  ['more tools by fewer', user({}, { tools: { profile: 'coding' } }), user({}, { tools: { allow: ['read'] } }), 'no'],
  [
    'a server by one of its tools',
    user({}, { mode: 'allow', tools: { allow: ['mcp__a__*'] } }),
    user({}, { mode: 'allow', tools: { allow: ['mcp__a__b'] } }),
    'no',
  ],
  ['a read scope', user({}, { files: { readScope: 'workspace' } }), user({}, { files: { readScope: 'all' } }), 'yes'],
  [
    'a wider read scope',
    user({}, { files: { readScope: 'all' } }),
    user({}, { files: { readScope: 'workspace' } }),
    'no',
  ],
  ['a file that is denied', user({}), user({}, { files: { read: { deny: ['secrets'] } } }), 'no'],
  [
    'an effect that is denied',
    user({}, { mode: 'allow' }),
    user({ denyRules: ['net.egress'] }, { mode: 'allow' }),
    'no',
  ],
  ['a tool that starts commands', user({}), user({}, { tools: { deny: ['process'] } }), 'no'],
  ['a tool that runs code', user({}, { mode: 'allow' }), user({}, { mode: 'allow', tools: { deny: ['REPL'] } }), 'no'],
  [
    'commands of a provider by those of one of its models',
    user({}, { mode: 'allow', tools: { byProvider: { 'openai/gpt-5': { deny: ['exec'] } } } }),
    user({}, { mode: 'allow', tools: { byProvider: { openai: { deny: ['exec'] } } } }),
    'no',
  ],
  [
    'commands of one model by those of its provider',
    user({}, { mode: 'allow', tools: { byProvider: { openai: { deny: ['exec'] } } } }),
    user({}, { mode: 'allow', tools: { byProvider: { 'openai/gpt-5': { deny: ['exec'] } } } }),
    'yes',
  ],
  [
    'commands of a provider where only rules let them through',
    gateway({ allowRules: ['git'] }),
    user(
      { host: 'gateway', security: 'allowlist', allowRules: ['git'] },
      { tools: { byProvider: { openai: { deny: ['exec'] } } } },
    ),
    'no',
  ],
  ['what runs where nobody can be asked', gateway({ askFallback: 'full' }), gateway({ askFallback: 'deny' }), 'yes'],
  [
    'what runs where nobody can be asked and security allows it',
    gateway({ security: 'full', ask: 'always', askFallback: 'full' }),
    gateway({ security: 'full', ask: 'always', askFallback: 'deny' }),
    'no',
  ],
  [
    'what a provider may run where nobody can be asked',
    user(
      { host: 'gateway', security: 'allowlist', ask: 'off', allowRules: ['git'], askFallback: 'allowlist' },
      { mode: 'prompt' },
    ),
    user(
      { host: 'gateway', security: 'allowlist', ask: 'off', allowRules: ['git'], askFallback: 'allowlist' },
      { mode: 'prompt', tools: { byProvider: { openai: { deny: ['exec'] } } } },
    ),
    'no',
  ],
  ['what an agent may more', user({}), user({}, { agents: { list: [{ id: 'x', tools: { deny: ['read'] } }] } }), 'no'],
  [
    'domains',
    user({}, { web: { allowDomains: ['a.io'] } }),
    user({}, { web: { allowDomains: ['*.io', 'a.io'] } }),
    'yes',
  ],
])('%s', (_, first, second, answer) => {
  const found = ask([first], [second])
  expect(found.answer).toBe(answer)
})

test('a regular expression that could be anything leaves the answer open', () => {
  const first = gateway({ allowRules: [{ command: 'git', args: 'log .*' }] })
  const second = gateway({ allowRules: [{ command: 'git', args: 'log.*' }] })
  expect(ask([first], [second])).toEqual({ answer: 'unknown', gaps: ['regular expressions on arguments'] })
})

const WORDS = ['push', '--force', 'x'] as const
const rule = fc.constantFrom(
  'git',
  'git push',
  'git push --force',
  'git --force',
  'rm',
  'rm x',
  '*',
  '/usr/bin/git',
  '/usr/bin/*',
)
const rules = fc.array(rule, { maxLength: 2 })
const layer: fc.Arbitrary<PolicyLayer> = fc
  .record({
    mode: fc.constantFrom(...PERMISSION_MODES, 'allow', 'danger-full-access'),
    host: fc.constantFrom('gateway', 'gateway', 'sandbox'),
    security: fc.constantFrom('allowlist', 'full', 'full'),
    asks: fc.constantFrom(...EXEC_ASKS),
    allowRules: rules,
    askRules: fc.array(rule, { maxLength: 1 }),
    denyRules: fc.array(fc.oneof({ weight: 4, arbitrary: rule }, fc.constantFrom('fs.delete', 'net.egress:a.io')), {
      maxLength: 1,
    }),
    tools: fc.constantFrom(
      {},
      {},
      {},
      { deny: ['read'] },
      { deny: ['process'] },
      { allow: ['group:fs', 'exec'] },
      { profile: 'coding' as const },
      { byProvider: { openai: { deny: ['exec'] } } },
      { byProvider: { 'openai/gpt-5': { deny: ['group:runtime'] } } },
    ),
    askFallback: fc.constantFrom('deny', 'deny', 'deny', 'allowlist', 'full'),
    environment: fc.constantFrom([], [], ['FOO']),
    files: fc.constantFrom(
      {},
      {},
      { read: { deny: ['secrets'] } },
      { read: { ask: ['secrets/**'] }, write: { deny: ['docs/*'] } },
      { read: { allow: ['/etc/hosts'] } },
      { readScope: 'all' as const },
    ),
    web: fc.constantFrom({}, {}, { denyDomains: ['a.io'] }, { allowDomains: ['*.a.io'] }, { allowDomains: ['a.io'] }),
  })
  .map(({ mode, host, security, asks, tools, files, web, ...exec }) =>
    user({ host, security, ask: asks, ...exec }, { mode, tools, files, web }),
  )

const anyFile = fc.record({
  access: fc.constantFrom('read' as const, 'write' as const, 'delete' as const),
  path: fc.constantFrom('x', 'secrets', 'secrets/x', 'docs/x', '/etc/hosts', '/etc/passwd', '.git/hooks/x'),
})

const anyCommand = fc
  .tuple(
    fc.constantFrom('git', 'rm', 'other', './git', 'GIT', '/usr/bin/git', '/opt/git'),
    fc.array(fc.constantFrom<string | null>(...WORDS, 'other', null), { maxLength: 4 }),
    fc.boolean(),
    fc.constantFrom([], [], [], ['FOO'], ['BAR']),
  )
  .map(([name, words, found, environment]) => {
    const resolved = name.startsWith('./') ? `/w/${name.slice(2)}` : name.startsWith('/') ? name : `/usr/bin/${name}`
    return { ...command(name), argv: [name, ...words], resolved: found ? resolved : null, environment }
  })

const anyCaller = fc.constantFrom(
  {},
  {},
  { provider: 'openai' },
  { provider: 'openai', model: 'gpt-5' },
  { provider: 'openai', model: 'gpt-4' },
  { provider: 'other', model: 'gpt-5' },
)

const anyRequest: fc.Arbitrary<PolicyRequest> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        caller: anyCaller,
        commands: fc.array(anyCommand, { minLength: 1, maxLength: 3 }),
        containment: fc.constantFrom(undefined, undefined, {
          active: true,
          network: 'off' as const,
          workspaceOnly: true,
        }),
      })
      .map(({ commands, containment, caller }) => ({
        tool: 'exec',
        ...caller,
        requiredPermission: 'danger-full-access' as const,
        plan: plan(commands),
        ...(containment && { containment }),
        context: CONTEXT,
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        tool: fc.constantFrom(['read_file', 'read-only'], ['edit_file', 'workspace-write']),
        files: fc.array(anyFile, { minLength: 1, maxLength: 2 }),
      })
      .map(({ tool: [tool, requiredPermission], files }) => ({ tool, requiredPermission, files, context: CONTEXT })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('https://a.io/', 'https://b.a.io/x', 'https://b.io/', 'http://10.0.0.1/').map((url) => ({
      tool: 'WebFetch',
      requiredPermission: 'read-only' as const,
      urls: [url],
      context: CONTEXT,
    })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        ['read_file', 'read-only'],
        ['write_file', 'workspace-write'],
        ['process', 'danger-full-access'],
        ['mcp__a__b', 'danger-full-access'],
      )
      .map(([tool, requiredPermission]) => ({ tool, requiredPermission, context: CONTEXT })),
  },
)

/** Also where nobody can be asked, so that the fallback decides. */
const askedOrNot = fc
  .tuple(anyRequest, fc.boolean())
  .map(([request, interactive]): PolicyRequest => ({ ...request, context: { ...CONTEXT, interactive } }))

// All 10,000 take minutes: POUNDLOCK_POLICY_PAIRS=10000.
const PAIRS = Number(process.env['POUNDLOCK_POLICY_PAIRS'] ?? tries(250))
const seed = Number(process.env['POUNDLOCK_POLICY_SEED'] ?? fc.readConfigureGlobal().seed ?? Date.now() % 2 ** 31)

test(`it agrees with brute force on ${PAIRS} random pairs of policies (seed ${seed})`, { timeout: 7_200_000 }, () => {
  const counts = { yes: 0, no: 0, unknown: 0 }
  fc.assert(
    fc.property(layer, layer, fc.array(askedOrNot, { minLength: 30, maxLength: 30 }), (first, second, requests) => {
      const found = ask([first], [second])
      counts[found.answer]++
      const policies = [createPolicy([first], OPTIONS), createPolicy([second], OPTIONS)] as const
      const decides = (policy: Policy, request: PolicyRequest) => {
        const decision = policy.decide(request)
        return (request.context.interactive ? decision : withFallback(decision)).decision
      }
      const differs = (request: PolicyRequest) =>
        decides(policies[0], request) === 'allow' && decides(policies[1], request) !== 'allow'
      if (found.answer === 'no') expect(differs(found.request)).toBe(true)
      else expect(requests.filter(differs)).toEqual([])
    }),
    { numRuns: PAIRS, seed },
  )
  console.log(`${JSON.stringify(counts)} of ${PAIRS} pairs, seed ${seed}`)
  expect(counts.unknown).toBe(0)
  expect(Math.min(counts.yes, counts.no)).toBeGreaterThan(PAIRS / 50)
})
