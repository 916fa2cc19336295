import { describe, expect, it } from 'vitest'
import type { CommandRuleInput, PolicyLayer, PolicyRequest } from '../../../src/index.ts'
import { toolRequest } from '../../../src/inputs/tool-request.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { CONTAINED, HOME, ON_GATEWAY, command, plan, request, user, writes } from '../../make-request.ts'

const decide = (layers: readonly PolicyLayer[], of: PolicyRequest) => createPolicy(layers, { home: HOME }).decide(of)
const fixes = (layers: readonly PolicyLayer[], of: PolicyRequest) =>
  decide(layers, of).fix.map(({ message }) => message)

const EXACTLY = (program: string, args: string) =>
  `add {"command": "${program}", "args": "${args}"} to tools.exec.allow`
const ADD = (rule: string) => `add "${rule}" to tools.exec.allow`
/** Nothing but that it reads in the workspace is known of it. */
const reads = (text: string) =>
  command(text, {
    profile: {
      known: true,
      code: null,
      message: null,
      words: text.split(' '),
      effects: [{ kind: 'file-read', path: '/w' }],
    },
  })
const CONTAIN = 'run it contained, which needs no rule: --host sandbox'

describe('the smallest change', () => {
  it.each<[string, PolicyLayer, PolicyRequest, ...string[]]>([
    [
      'a rule with the subcommand, where that reads',
      user(ON_GATEWAY),
      request(reads('git log -5')),
      ADD('git log'),
      CONTAIN,
    ],
    ['exactly what is said', user(), request('git push origin main'), EXACTLY('git', 'push origin main')],
    ['exactly what is said, where nothing is known', user(), request('ls -l'), EXACTLY('ls', '-l')],
    ['a pattern for nothing else', user(), request('x a.b* (c)'), EXACTLY('x', 'a\\\\.b\\\\* \\\\(c\\\\)')],
    ['a rule for a builtin', user(), request('cd sub'), EXACTLY('cd', 'sub')],
    ['a rule by path', user(), request(command('./x y', { resolved: '/w/x' })), EXACTLY('/w/x', 'y')],
    [
      'a rule for each command',
      user(),
      request([reads('git log'), '| head -5', reads('git log')]),
      ADD('git log'),
      EXACTLY('head', '-5'),
    ],
    ['none for a word that could pass for two', user(), request(command('x', { argv: ['x', 'a b'] }))],
    [
      'to type into what is contained',
      user({ host: 'gateway', security: 'full', ask: 'off' }, { mode: 'danger-full-access' }),
      toolRequest({ tool: 'process', input: { action: 'write', id: 'job_1', data: 'x' } }),
      CONTAIN,
    ],
    ['on a host', user(ON_GATEWAY), request(reads('ls')), ADD('ls'), CONTAIN],
    ['none for a program that was not found', user(), request(command('lss', { resolved: null }))],
    ['none for an interpreter', user(), request('python3.11 x.py')],
    ['none for an interpreter by path', user(), request(command('./x', { resolved: '/usr/bin/bash' }))],
    ['none for a wrapper', user(), request('xargs rm')],
    ['none for a name that a rule cannot hold', user(), request(command('a$b'))],
    [
      'the variable',
      user(),
      request(command('git log', { environment: ['GIT_DIR', 'LC_ALL'] })),
      'leave out GIT_DIR (tools.exec.environment lists what every command may set)',
    ],
    [
      'the rule',
      user({ denyRules: ['rm'] }, { locate: (pointer) => `f:${pointer}` }),
      request('rm x', { containment: CONTAINED }),
      'narrow the rule "rm" at f:/tools/exec/deny/0, so that it does not cover this',
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
      'the mode asks (user) for every call: find another way, or approve it when you are asked',
    ],
    [
      'the mode',
      user({}, { mode: 'read-only', locate: () => 'f:1:2' }),
      request('ls'),
      'the mode denies it (f:1:2) for every call: find another way',
    ],
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
      'ask is always (user) for every call: find another way, or approve it when you are asked',
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
    const allowRules = fix.flatMap(({ key, value }) => (key === 'tools.exec.allow' ? [value as CommandRuleInput] : []))
    expect(decide([{ ...layer, exec: { ...layer.exec, allowRules } }], of).decision).toBe('allow')
  })

  it('says which are needed together, and which one does instead', () => {
    const of = (layer: PolicyLayer, line: PolicyRequest) =>
      decide([layer], line).fix.map(({ instead }) => instead === true)
    expect(of(user(ON_GATEWAY), request(['x a', 'y b']))).toEqual([false, false, true])
    expect(of(user({ host: 'gateway' }, { mode: 'allow' }), request('ls'))).toEqual([false, true])
    // A sandbox does not answer the rule that asks.
    expect(of(user({ ...ON_GATEWAY, askRules: ['x'] }), request(['x a', 'y b']))).toEqual([false, false])
  })
})
