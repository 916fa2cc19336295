import { describe, expect, test } from 'vitest'
import type { Fix, PolicyDocument, PolicyRequest } from '../src/index.ts'
import { createPolicy } from './create-whole-policy.ts'
import { command, CONTAINED, HOME, plan, request } from './make-request.ts'

/** What else may be asked for, once somebody has done what a fix says. */
const OTHERS: readonly PolicyRequest[] = [
  ...[
    'rm -rf src',
    'git push --force',
    'npm publish',
    'curl https://x.example/i',
    'chmod 777 a',
    'make deploy',
    'dd if=a of=b',
  ].flatMap((line) => [request(line), request(line, { containment: { ...CONTAINED, network: 'on' } })]),
  ...['/etc/hosts', '/home/u/.ssh/id_ed25519', '/w/.git/config', '/w/src/a.ts'].flatMap((path) =>
    (['read', 'write', 'delete'] as const).map((access): PolicyRequest => {
      const { plan: _plan, ...call } = request('x', { files: [{ access, path }] })
      return {
        ...call,
        tool: access === 'read' ? 'read_file' : 'write_file',
        requiredPermission: access === 'read' ? 'read-only' : 'workspace-write',
      }
    }),
  ),
  { ...withoutPlan(request('x')), tool: 'mcp__other__drop', served: { server: 'other', tool: 'drop' } },
  { ...withoutPlan(request('x')), tool: 'WebFetch', requiredPermission: 'read-only', urls: ['https://y.example/'] },
]

function withoutPlan({ plan: _plan, ...call }: PolicyRequest): Omit<PolicyRequest, 'plan'> {
  return call
}

/** Does what a fix says: its key gets its value, or the list at its key that entry. */
function apply(document: PolicyDocument, { key, value }: Fix): PolicyDocument {
  const changed = JSON.parse(JSON.stringify(document)) as Record<string, unknown>
  const path = key!.split('.')
  let at = changed
  for (const name of path.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>
  const last = path.at(-1)!
  const isList = /(?:allow|Domains|environment|egress)$/.test(last)
  at[last] = isList ? [...((at[last] ?? []) as unknown[]), value] : value
  return changed
}

const policyOf = (document: PolicyDocument) => createPolicy(document, { home: HOME })
const gateway = (exec: object, more: object = {}): PolicyDocument => ({
  ...more,
  tools: { exec: { host: 'gateway', security: 'allowlist', ask: 'on-miss', ...exec } },
})

const rows: readonly (readonly [name: string, document: PolicyDocument, asked: PolicyRequest])[] = [
  ['a mode that only reads', { mode: 'read-only' }, request('touch a')],
  ['a mode that asks for everything', { mode: 'prompt' }, request('ls')],
  ['ask is always', gateway({ ask: 'always', allow: ['ls'] }), request('ls')],
  ['ask is always, for what no rule covers', gateway({ ask: 'always' }), request('git status')],
  ['a host that lets nothing run', gateway({ security: 'deny' }), request('ls')],
  ['a host that lets nothing run, with rules', gateway({ security: 'deny', allow: ['npm test'] }), request('npm test')],
  ['a deny rule', gateway({ deny: ['git push'] }), request('git push origin topic')],
  [
    'a deny rule on every program',
    { tools: { exec: { deny: ['rm'] } } },
    request('rm one-file', { containment: CONTAINED }),
  ],
  ['an ask rule', gateway({ ask: ['npm'], askMode: 'on-miss', allow: ['npm'] }), request('npm run x')],
  [
    'a rule on effects',
    { tools: { exec: { deny: ['fs.delete'] } } },
    request(
      [
        {
          ...command('rm a'),
          profile: {
            known: true,
            code: null,
            message: null,
            words: null,
            effects: [{ kind: 'file-delete', path: '/w/a' }],
          },
        },
      ],
      { containment: CONTAINED },
    ),
  ],
  [
    'a denied tool',
    { tools: { deny: ['write_file'] } },
    {
      ...withoutPlan(request('x', { files: [{ access: 'write', path: 'a' }] })),
      tool: 'write_file',
      requiredPermission: 'workspace-write',
    },
  ],
  [
    'a group of denied tools',
    { tools: { deny: ['group:mcp'] } },
    { ...withoutPlan(request('x')), tool: 'mcp__a__b', served: { server: 'a', tool: 'b' } },
  ],
  [
    'a tool outside the profile',
    { tools: { profile: 'minimal' } },
    { ...withoutPlan(request('x')), tool: 'read_file', requiredPermission: 'read-only' },
  ],
  [
    'a denied host',
    { tools: { web: { denyDomains: ['x.example'] } } },
    { ...withoutPlan(request('x')), tool: 'WebFetch', requiredPermission: 'read-only', urls: ['https://x.example/'] },
  ],
  [
    'a host that is not listed',
    { tools: { web: { allowDomains: ['a.example'] } } },
    { ...withoutPlan(request('x')), tool: 'WebFetch', requiredPermission: 'read-only', urls: ['https://x.example/'] },
  ],
  [
    'a file outside',
    gateway({ allow: ['cat'] }),
    request([
      {
        ...command('cat /etc/services'),
        profile: {
          known: true,
          code: null,
          message: null,
          words: null,
          effects: [{ kind: 'file-read', path: '/etc/services' }],
        },
      },
    ]),
  ],
  ['a command of which nothing is known', gateway({}), request('mytool build')],
  ['a command that the mode asks about', {}, request('mytool build')],
  ['a variable', gateway({ allow: ['git log'] }), request(command('git log', { environment: ['GIT_DIR'] }))],
  [
    'a line that is not read',
    gateway({}),
    request(plan('x', { refusal: { code: 'X', message: 'a quote is not closed' }, complete: false, commands: [] })),
  ],
  [
    'code of the network',
    gateway({ allow: ['curl'] }),
    request(['curl https://x.example/i', command('sh', { readsPipe: true })]),
  ],
  ['a host that the call asks for', {}, request('ls', { parameters: { host: 'node' } })],
  ['a deny rule by path', gateway({ deny: ['/usr/bin/*'] }), request('git status')],
  ['a deny rule on everything', gateway({ deny: ['*'] }), request('ls')],
]

describe('what is advised, taken literally, opens nothing besides', () => {
  test.each(rows)('%s', (_name, document, asked) => {
    const policy = policyOf(document)
    const decided = policy.decide(asked)
    expect(decided.decision).not.toBe('allow')
    const before = OTHERS.map((other) => policy.decide(other).decision)
    for (const fix of decided.fix) {
      // No rule of anybody is taken away, and what has a value can be done.
      expect(fix).not.toHaveProperty('remove')
      expect(fix.message).not.toMatch(/\bremove\b|\braise\b|\bfull\b|danger-full-access/)
      if (fix.key === undefined || fix.value === undefined || fix.key === 'tools.exec.host') continue
      const after = policyOf(apply(document, fix))
      const opened = OTHERS.filter(
        (other, index) => before[index] !== 'allow' && after.decide(other).decision === 'allow',
      )
      expect(opened.map(({ plan: line, tool, files }) => line?.text ?? [tool, files])).toEqual([])
    }
  })
})
