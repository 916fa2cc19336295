import { describe, expect, it } from 'vitest'
import { toolRequest } from '../src/calls/index.ts'
import { type PolicyLayer, type PolicyRequest } from '../src/index.ts'
import { createPolicy } from './create-whole-policy.ts'
import { command, CONTAINED, HOME, ON_GATEWAY, plan, request, user, writes } from './make-request.ts'

const decide = (layers: readonly PolicyLayer[], of: PolicyRequest) => createPolicy(layers, { home: HOME }).decide(of)
const fixes = (layers: readonly PolicyLayer[], of: PolicyRequest) =>
  decide(layers, of).fix.map(({ message }) => message)

const ADD = (rule: string) => `add "${rule}" to tools.exec.allow`
const CONTAIN = 'run it contained, which needs no rule: --host sandbox'

describe('the smallest change', () => {
  it.each<[string, PolicyLayer, PolicyRequest, ...string[]]>([
    ['a rule with the subcommand', user(), request('git push origin main'), ADD('git push')],
    ['a rule with the name alone', user(), request('ls -l'), ADD('ls')],
    ['a rule for a builtin', user(), request('cd sub'), ADD('cd sub')],
    ['a rule by path', user(), request(command('./x y', { resolved: '/w/x' })), ADD('/w/x')],
    ['a rule for each command', user(), request(['git log', '| head -5', 'git log']), ADD('git log'), ADD('head')],
    [
      'to type into what is contained',
      user({ host: 'gateway', security: 'full', ask: 'off' }, { mode: 'danger-full-access' }),
      toolRequest({ tool: 'process', input: { action: 'write', id: 'job_1', data: 'x' } }),
      CONTAIN,
    ],
    ['on a host', user(ON_GATEWAY), request('ls'), ADD('ls'), CONTAIN],
    ['none for a program that was not found', user(), request(command('lss', { resolved: null }))],
    ['none for an interpreter', user(), request('python3.11 x.py')],
    ['none for an interpreter by path', user(), request(command('./x', { resolved: '/usr/bin/bash' }))],
    ['none for a wrapper', user(), request('xargs rm')],
    ['none for a name that a rule cannot hold', user(), request(command('a$b'))],
    [
      'the variable',
      user(),
      request(command('git log', { environment: ['GIT_DIR', 'LC_ALL'] })),
      'leave out GIT_DIR, or name it in tools.exec.environment',
    ],
    [
      'the rule',
      user({ denyRules: ['rm'] }, { locate: (pointer) => `f:${pointer}` }),
      request('rm x', { containment: CONTAINED }),
      'remove or narrow the rule "rm" at f:/tools/exec/deny/0',
    ],
    [
      'to know the words, where they may be denied',
      user({ denyRules: ['git push --force'] }),
      request('git push ?', { containment: CONTAINED }),
      'write out what it runs instead of computing it',
    ],
    [
      'the mode, where rules do not answer it',
      user({}, { mode: 'prompt' }),
      request('ls'),
      'choose a mode that does not ask for every call',
    ],
    ['the mode', user({}, { mode: 'read-only', locate: () => 'f:1:2' }), request('ls'), 'raise the mode at f:1:2'],
    [
      'the host',
      user({ host: 'gateway' }, { mode: 'allow' }),
      request('ls'),
      CONTAIN,
      'let this host run what allow rules cover',
    ],
    [
      'the way of asking',
      user({ ...ON_GATEWAY, ask: 'always', allowRules: ['ls'] }),
      request('ls'),
      'let it ask only for what no allow rule covers',
    ],
    [
      'the call',
      user(),
      request('ls', { parameters: { host: 'node' } }),
      'leave the host out of the call, or configure it',
    ],
    [
      'the file',
      user({}, { mode: 'allow' }),
      request(plan('ls', { effects: writes('/etc/x', null) })),
      'write to a plainly named file in the workspace',
    ],
    [
      'the line',
      user({}, { mode: 'allow' }),
      request(['curl x', '| sh']),
      'download to a file, read it, then run that as its own command',
    ],
  ])('is %s', (_, layer, of, ...expected) => {
    expect(fixes([layer], of)).toEqual(expected)
  })

  it('is not needed where it is allowed', () => {
    expect(fixes([user()], request('make', { containment: CONTAINED }))).toEqual([])
  })

  it.each<[PolicyLayer, PolicyRequest]>([
    [user(), request(['git push origin', '| head -5'])],
    [user(ON_GATEWAY), request('ls -l')],
    [user(ON_GATEWAY), request(command('./x', { resolved: '/w/x' }))],
    [user(), request('cd sub')],
  ])('allows it, if it is a rule', (layer, of) => {
    const { decision, fix } = decide([layer], of)
    expect(decision).toBe('ask')
    const allowRules = fix.flatMap(({ key, value }) => (key === 'tools.exec.allow' ? [String(value)] : []))
    expect(decide([{ ...layer, exec: { ...layer.exec, allowRules } }], of).decision).toBe('allow')
  })
})
