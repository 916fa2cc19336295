import {
  type ExecLayer,
  type PathRules,
  type PlannedEffect,
  type PolicyLayer,
  type PolicyRequest,
  toolRequest,
} from '@poundlock/policy'
import { describe, expect, test } from 'vitest'
import { createWholePolicy as createPolicy } from '../src/create-whole-policy.ts'
import { type RecordedCall, lintPolicy, replayHistory, runCases, suggestRules } from '../src/index.ts'
import { HOME, ON_GATEWAY, command, plan, request, user, workspace } from './make-request.ts'

const OPTIONS = { home: HOME }
const found = (exec: ExecLayer, more = {}) =>
  lintPolicy([user(exec, more)], OPTIONS).map(({ code, rule }) => `${code} ${rule}`)

describe('what is odd about a policy is found', () => {
  test.each<[string, ExecLayer, readonly string[]]>([
    ['nothing', { allowRules: ['git log', 'git diff'], denyRules: ['git push'] }, []],
    ['a longer rule beside a shorter', { allowRules: ['ls -l', 'ls'] }, ['shadowed ls -l']],
    ['a rule that stands there twice', { denyRules: ['rm', 'rm'] }, ['shadowed rm']],
    ['an allow rule under a deny rule', { allowRules: ['rm -r'], denyRules: ['rm'] }, ['unreachable rm -r']],
    ['an allow rule under an ask rule', { allowRules: ['rm -r'], askRules: ['rm'] }, ['unreachable rm -r']],
    ['the same rule twice', { allowRules: ['rm'], denyRules: ['rm'] }, ['contradictory rm']],
    [
      'a program by path under its name',
      { allowRules: ['/usr/bin/rm'], denyRules: ['rm'] },
      ['unreachable /usr/bin/rm'],
    ],
    ['every command', { allowRules: ['*'] }, ['over-broad *']],
    ['a whole folder of programs', { allowRules: ['/usr/bin/*'] }, ['over-broad /usr/bin/*']],
    ['every subcommand', { allowRules: ['git'] }, ['over-broad git']],
    ['an interpreter', { allowRules: ['python3'] }, ['runs-code python3']],
    ['a wrapper', { allowRules: ['env'] }, ['runs-code env']],
    ['a rule whose arguments are bound', { allowRules: [{ command: 'git', args: 'log.*' }] }, []],
    ['files anywhere', { allowRules: ['fs.write'] }, ['over-broad fs.write']],
  ])('%s', (_, exec, expected) => {
    expect(found(exec)).toEqual(expected)
  })

  test('what a repository allows itself', () => {
    expect(lintPolicy([workspace({ allowRules: ['ls'] })], OPTIONS)).toMatchObject([{ code: 'ignored' }])
  })

  test('tools that are allowed and denied, and modes that ask for nothing', () => {
    expect(found({}, { tools: { allow: ['read'], deny: ['read'] } })).toEqual(['contradictory read'])
    expect(found({ host: 'gateway' }, { mode: 'allow' })).toEqual(['over-broad allow'])
  })

  test('rules that nothing was ever covered by', () => {
    const layers = [user({ allowRules: ['ls', 'rg'] })]
    const findings = lintPolicy(layers, OPTIONS, [request('ls -l'), request('cat x')])
    expect(findings).toMatchObject([{ code: 'unused', rule: 'rg' }])
  })

  describe('rules that no recorded call was covered by', () => {
    const context = { cwd: '/w', workspace: '/w', home: HOME }
    const read = (path: string) => toolRequest({ tool: 'read_file', input: { path }, context })
    const fetch = (url: string) => toolRequest({ tool: 'WebFetch', input: { url }, context })
    const of = (agent: string, one: PolicyRequest) => ({ ...one, context: { ...one.context, agent } })
    const known = { known: true, code: null, message: null, words: null } as const
    const does = (effect: PlannedEffect) => request([{ ...command('x'), profile: { ...known, effects: [effect] } }])
    const unusedIn = (layer: PolicyLayer, history: readonly PolicyRequest[]) =>
      lintPolicy([layer], OPTIONS, history).flatMap(({ code, rule }) => (code === 'unused' ? [rule] : []))

    test.each<[string, PolicyLayer, readonly PolicyRequest[], readonly string[]]>([
      ['no record', user({ denyRules: ['rm', 'fs.delete'] }, { tools: { deny: ['Agent'] } }), [], []],
      ['tools', user({}, { tools: { deny: ['Agent', 'read', 'mcp__a__*'] } }), [read('x')], ['Agent', 'mcp__a__*']],
      ['tools that somebody adds', user({}, { tools: { allow: ['own_*'] } }), [read('x')], []],
      ['tools, where only commands are recorded', user({}, { tools: { deny: ['Agent'] } }), [request('ls')], []],
      ['rules on commands, where none is recorded', user({ denyRules: ['rm'] }), [read('x')], []],
      ['files', user({}, { files: { read: { deny: ['SECRET', 'keys'] } } }), [read('secret/a')], ['keys']],
      [
        'files that a command touched',
        user({}, { files: { write: { ask: ['docs/**', 'src'] } } }),
        [does({ kind: 'file-delete', path: '/w/docs/a' })],
        ['src'],
      ],
      ['files, where none was changed', user({}, { files: { write: { deny: ['src'] } } }), [read('x')], []],
      [
        'files, where one was only known at run time',
        user({}, { files: { read: { deny: ['src'], allow: ['/opt'] } } }),
        [does({ kind: 'file-read', path: null })],
        ['/opt'],
      ],
      [
        'effects',
        user({ denyRules: ['fs.delete', 'net.egress:a.io', 'net.egress:b.io'] }),
        [does({ kind: 'network', path: 'x.a.io' })],
        ['fs.delete', 'net.egress:b.io'],
      ],
      ['effects, where not all is known', user({ denyRules: ['fs.delete'] }), [request('x')], []],
      [
        'lists of a provider that called',
        user({}, { tools: { byProvider: { openai: { allow: ['read', 'Agent'] }, 'openai/o9': { deny: ['Agent'] } } } }),
        [{ ...read('x'), provider: 'OpenAI', model: 'gpt' }],
        ['Agent', 'openai/o9'],
      ],
      [
        'lists of providers, where a call does not tell which',
        user({}, { tools: { byProvider: { openai: { deny: ['Agent'] } } } }),
        [read('x')],
        [],
      ],
      [
        'lists of a provider that may have called',
        user({}, { tools: { byProvider: { openai: { deny: ['read'] } } } }),
        [{ ...read('x'), model: 'gpt' }],
        [],
      ],
      [
        'lists of a provider, where only commands are recorded of it',
        user({}, { tools: { byProvider: { openai: { deny: ['Agent'] } } } }),
        [read('x'), { ...request('ls'), provider: 'openai' }],
        [],
      ],
      [
        'domains',
        user({}, { web: { allowDomains: ['a.io', '*.a.io', 'b.io'], denyDomains: ['c.a.io', 'x.io'] } }),
        [fetch('https://www.c.a.io/'), fetch('https://A.io:8443/x')],
        ['b.io', 'x.io'],
      ],
      [
        'domains, where no address could be read',
        user({}, { web: { denyDomains: ['a.io'] } }),
        [fetch('http://10.0.0.1/'), read('x')],
        [],
      ],
      [
        'what is said for one agent',
        user(
          { denyRules: ['rm'] },
          {
            agents: {
              list: [
                { id: 'builder', exec: { denyRules: ['ls', 'cp'] }, tools: { deny: ['Agent', 'exec'] } },
                { id: 'away', exec: { denyRules: ['ls'] } },
              ],
            },
          },
        ),
        [of('builder', request('cp')), of('builder', read('x')), of('main', request('ls'))],
        ['rm', 'ls', 'Agent'],
      ],
      ['what a repository allows itself', workspace({}, { files: { read: { allow: ['/opt'] } } }), [read('x')], []],
    ])('%s', (_, layer, history, expected) => {
      expect(unusedIn(layer, history)).toEqual(expected)
    })

    test('each is told once, with where it stands', () => {
      const locate = (pointer: string) => `org.json ${pointer}`
      const layer: PolicyLayer = { ...user({}, { files: { read: { deny: ['keys'] } } }), binding: true, locate }
      expect(lintPolicy([layer], OPTIONS, [read('x')])).toEqual([
        {
          code: 'unused',
          severity: 'note',
          message: 'tools.fs.read.deny "keys" covers none of the 1 files that are recorded as read',
          rule: 'keys',
          source: 'org.json /tools/fs/read/deny/0',
        },
      ])
    })
  })
})

test('cases are held against a policy, with what was expected and what came', () => {
  const policy = createPolicy([user({ ...ON_GATEWAY, allowRules: ['ls'], denyRules: ['rm'] })], OPTIONS)
  const results = runCases(
    policy,
    [
      { command: 'ls', expect: 'allow' },
      { command: 'rm x', expect: 'deny', code: 'RULE_DENY' },
      { command: 'rm x', expect: 'deny', code: 'HOST_DENY' },
      { command: 'make', expect: 'allow' },
      { tool: 'read_file', input: { path: 'x' }, expect: 'allow' },
    ],
    ({ command: text, tool = 'exec', input }) =>
      toolRequest({
        tool,
        input,
        ...(text && { plan: plan(text) }),
        context: { cwd: '/w', workspace: '/w', home: HOME },
      }),
  )
  expect(results.map(({ passed }) => passed)).toEqual([true, true, false, false, true])
  expect(results[3]?.problem).toMatch(/^expected allow, got ask: /)
})

const call = (text: string, decision: RecordedCall['decision'], answer?: RecordedCall['answer']): RecordedCall => ({
  decision,
  ...(answer && { answer }),
  request: request(text),
})

test('a history is decided again, and the difference counted', () => {
  const policy = createPolicy([user({ ...ON_GATEWAY, allowRules: ['ls'], denyRules: ['rm'] })], OPTIONS)
  const replay = replayHistory(
    [call('ls', 'ask'), call('rm x', 'ask'), call('make', 'allow'), call('make', 'ask')],
    policy,
  )
  expect(replay).toMatchObject({ total: 4, promptsBefore: 3, promptsAfter: 2 })
  expect([replay.newlyAllowed, replay.newlyAsking, replay.newlyDenied].map((list) => list.length)).toEqual([1, 1, 1])
})

describe('rules are suggested from what was approved', () => {
  const layers = [user(ON_GATEWAY)]
  const runs = (text: string): RecordedCall => {
    const words = text.split(' ')
    const effects: PlannedEffect[] = [{ kind: 'execute', path: null, origin: 'workspace' }]
    const profile = { known: true, code: null, message: null, words, effects, options: [] }
    return { decision: 'ask', answer: 'allow', request: request(plan(command(text, { profile }))) }
  }
  const options = { ...OPTIONS, requestOf: (line: string) => runs(line).request }

  test('the fewest that silence the most, the longer where both do', () => {
    const history = [
      ...['cargo test', 'cargo test --all', 'cargo test x'].map(runs),
      call('cargo publish', 'ask', 'deny'),
      call('rm x', 'ask', 'allow'),
    ]
    const { rules, promptsBefore, promptsAfter } = suggestRules(history, layers, options)
    expect(rules.map(({ rule }) => rule)).toEqual(['cargo test', { command: 'rm', args: 'x' }])
    expect([promptsBefore, promptsAfter]).toEqual([5, 1])
  })

  test('none wider than what was approved and its like', () => {
    const history = ['rm -rf a', 'rm -rf b', 'rm c', 'mytool deploy x'].map((text) => call(text, 'ask', 'allow'))
    const { rules } = suggestRules(history, layers, options)
    expect(rules.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([
        { command: 'rm', args: '-rf a' },
        { command: 'rm', args: '-rf b' },
        { command: 'rm', args: 'c' },
        { command: 'mytool', args: 'deploy x' },
      ]),
    )
    expect(rules).toHaveLength(4)
  })

  test('never what runs other code, and nothing from what nobody approved', () => {
    const history = [call('python3 x.py', 'ask', 'allow'), call('ls', 'ask', 'deny'), call('rg x', 'ask')]
    expect(suggestRules(history, layers, options).rules).toEqual([])
  })

  test('nothing that would do what was never approved in kind', () => {
    const does = (text: string, kind: 'file-read' | 'network', answer?: 'allow'): RecordedCall => ({
      decision: 'ask',
      ...(answer && { answer }),
      request: request(
        plan(
          command(text, {
            profile: { known: true, code: null, message: null, words: null, effects: [{ kind, path: '/w/x' }] },
          }),
        ),
      ),
    })
    const history = [does('gh api', 'file-read', 'allow'), does('gh api --remote', 'network')]
    const exactly = { command: 'gh', args: 'api' }
    expect(suggestRules(history, layers, options).rules).toMatchObject([{ rule: exactly }])
    expect(suggestRules(history.slice(0, 1), layers, options).rules).toMatchObject([{ rule: exactly }])
  })
})

describe('calls of tools that run no commands', () => {
  const asked = (tool: string, input: object, answer?: RecordedCall['answer']): RecordedCall => ({
    decision: 'ask',
    ...(answer && { answer }),
    request: toolRequest({ tool, input, context: { cwd: '/w', workspace: '/w', home: HOME } }),
  })
  const read = (path: string, answer?: RecordedCall['answer']) => asked('read_file', { path }, answer)
  const fetched = (url: string, answer?: RecordedCall['answer']) => asked('WebFetch', { url }, answer)

  test('are decided again like commands', () => {
    const policy = createPolicy([user({}, { tools: { deny: ['write'] }, files: { readScope: 'all' } })], OPTIONS)
    const replay = replayHistory(
      [read('/etc/hosts'), asked('write_file', { path: 'x' }), read('~/.poundlock/x')],
      policy,
    )
    expect(replay).toMatchObject({ total: 3, promptsBefore: 3, promptsAfter: 0 })
    expect([replay.newlyAllowed.length, replay.newlyDenied.length]).toEqual([1, 2])
  })

  const options = { ...OPTIONS, requestOf: () => read('x').request }

  test('lead to the very files and hosts that were approved, and to no secrets', () => {
    const layers = [user({}, { web: { allowDomains: ['a.io'] } })]
    const history = [
      read('/etc/hosts', 'allow'),
      read('/etc/hosts', 'allow'),
      read('~/.ssh/config', 'allow'),
      read('~/.ssh/id_rsa'),
      fetched('https://b.io/x', 'allow'),
      fetched('https://c.io/', 'deny'),
      asked('write_file', { path: '/etc/x' }, 'allow'),
    ]
    const { rules, promptsBefore, promptsAfter } = suggestRules(history, layers, options)
    expect(rules.map(({ key, rule }) => [key, rule])).toEqual([
      ['tools.fs.read.allow', '/etc/hosts'],
      ['tools.web.allowDomains', 'b.io'],
    ])
    expect([promptsBefore, promptsAfter]).toEqual([7, 4])
  })

  test('lead to nothing that no rule answers', () => {
    const history = [read('~/a*b', 'allow'), fetched('http://localhost/', 'allow'), read('/etc/[a]', 'allow')]
    expect(suggestRules(history, [user()], options).rules.map(({ rule }) => rule)).toEqual(['/etc/[a]'])
  })
})

describe('rules on tools, files and effects that do not do what they seem to', () => {
  const oddities = (layer: Partial<PolicyLayer>) =>
    lintPolicy([user({}, layer)], OPTIONS).map(({ code, rule }) => `${code} ${rule}`)
  const files = (read: PathRules) => oddities({ files: { read } })
  test.each<[PathRules, readonly string[]]>([
    [{ allow: ['/etc/x'], deny: ['/etc/**'] }, ['unreachable /etc/x']],
    [{ ask: ['/etc/x'], deny: ['/etc'] }, ['unreachable /etc/x']],
    [{ allow: ['docs'], ask: ['docs'] }, ['contradictory docs']],
    [{ deny: ['a', 'a/b', 'a/**'] }, ['shadowed a/b', 'shadowed a/**']],
    [{ deny: ['a', 'a'] }, ['shadowed a']],
    [{ allow: ['/**'] }, ['over-broad /**']],
    [{ allow: ['~/**'] }, ['over-broad ~/**']],
    [{ allow: ['/etc/**'], deny: ['/etc/shadow'] }, ['over-broad /etc/**']],
    [{ allow: ['src'], deny: ['**/*.pem', 'srcs'] }, []],
  ])('files %j: %j', (rules, wanted) => expect(files(rules)).toEqual(wanted))

  test.each<[PolicyLayer['tools'], readonly string[]]>([
    [{ allow: ['read'], deny: ['read_file'] }, ['contradictory read']],
    [{ allow: ['read'], deny: ['group:fs'] }, ['contradictory read']],
    [{ allow: ['mcp__a__b'], deny: ['mcp__a__*'] }, ['contradictory mcp__a__b']],
    [{ allow: ['own'], deny: ['OWN'] }, ['contradictory own']],
    [{ allow: ['group:fs'], deny: ['write'] }, []],
  ])('tools %j: %j', (tools, wanted) => expect(oddities({ tools: tools! })).toEqual(wanted))

  test.each<[Partial<PolicyLayer>, readonly string[]]>([
    [{ tools: { deny: ['exec'] } }, ['runs-code exec']],
    [{ tools: { deny: ['Bash'] } }, ['runs-code Bash']],
    [{ agents: { list: [{ id: 'a', tools: { deny: ['ex*'] } }] } }, ['runs-code ex*']],
    [{ tools: { deny: ['exec', 'REPL'] } }, []],
    [{ tools: { deny: ['group:runtime'] } }, []],
    [{ tools: { allow: ['read'], deny: ['exec'] } }, []],
    [{ tools: { profile: 'minimal', deny: ['exec'] } }, []],
    [{ tools: { allow: ['read'] } }, []],
    [{ tools: { deny: ['REPL'] } }, []],
  ])('commands that are denied by one name of two, %j: %j', (layer, wanted) => expect(oddities(layer)).toEqual(wanted))

  test('an effect that is allowed and denied', () => {
    const findings = lintPolicy([user({ allowRules: ['fs.write:/tmp/x'], denyRules: ['fs.write:/tmp/x'] })], OPTIONS)
    expect(findings).toMatchObject([{ code: 'contradictory', rule: 'fs.write:/tmp/x' }])
  })
})
