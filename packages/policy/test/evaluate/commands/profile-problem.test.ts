import { describe, expect, it } from 'vitest'
import { deriveGrant } from '../../../src/commands.ts'
import { type CommandProfile, type PlannedCommand, type PlannedEffect } from '../../../src/index.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { command, plan, request } from '../../make-request.ts'

const profile = (effects: PlannedEffect[], more: Partial<CommandProfile> = {}): CommandProfile => ({
  known: true,
  code: null,
  message: null,
  words: null,
  effects,
  ...more,
})
const unknown = (code: string): CommandProfile => profile([], { known: false, code, message: 'not known' })

function decide(allow: string[], commands: PlannedCommand[], readScope: 'workspace' | 'all' = 'workspace') {
  const exec = { host: 'gateway', security: 'allowlist', allowRules: allow } as const
  const policy = createPolicy([{ name: 'user', mayLoosen: true, exec, files: { readScope } }], { home: '/home/u' })
  return policy.decide(request(plan(commands))).decision
}

const read = (path: string | null): PlannedEffect => ({ kind: 'file-read', path })
const write = (path: string | null): PlannedEffect => ({ kind: 'file-write', path })

describe('an allow rule means what the command is for, and no more', () => {
  it.each<[string, string, CommandProfile, 'allow' | 'ask']>([
    ['cat', 'cat', profile([read('/w/a')]), 'allow'],
    ['cat', 'cat', profile([read('/etc/shadow')]), 'ask'],
    ['cat', 'cat', profile([read(null)]), 'ask'],
    ['sort', 'sort -o out', profile([write('/w/out')]), 'ask'],
    ['sort -o', 'sort -o out', profile([write('/w/out')]), 'allow'],
    ['touch', 'touch a', profile([write('/w/a')]), 'allow'],
    ['touch', 'touch /etc/a', profile([write('/etc/a')]), 'ask'],
    ['touch', 'touch .git/hooks/a', profile([write('/w/.git/hooks/a')]), 'ask'],
    ['git add', 'git add a', profile([{ ...write('/w'), repository: true }], { words: ['git', 'add', 'a'] }), 'allow'],
    ['git diff', 'git diff', profile([write('/w/x')], { words: ['git', 'diff'] }), 'ask'],
    ['curl', 'curl x', profile([{ kind: 'network', path: 'x' }]), 'allow'],
    ['curl', 'curl -T a x', profile([{ kind: 'network', path: 'x', sends: true }]), 'ask'],
    ['curl -s', 'curl -s -T a x', profile([{ kind: 'network', path: 'x', sends: true }]), 'ask'],
    ['rsync -a', 'rsync -a a h:', profile([{ kind: 'network', path: 'h', sends: true }]), 'ask'],
    ['scp a h:', 'scp a h:', profile([{ kind: 'network', path: 'h', sends: true }]), 'allow'],
    ['curl -T', 'curl -T a x', profile([{ kind: 'network', path: 'x', sends: true }]), 'allow'],
    [
      'git commit',
      'git commit -S',
      profile([{ kind: 'execute', path: 'gpg', origin: 'helper' }], { words: ['git', 'commit'] }),
      'ask',
    ],
    ['terraform', 'terraform plan', profile([{ kind: 'process', path: null }]), 'ask'],
    ['terraform plan', 'terraform plan', profile([{ kind: 'process', path: null }]), 'allow'],
    ['find', 'find .', profile([{ kind: 'network', path: 'x' }]), 'ask'],
    ['npm test', 'npm test', profile([{ kind: 'execute', path: 'test', origin: 'workspace' }]), 'allow'],
    ['rg', 'rg --pre=sh x', profile([{ kind: 'execute', path: 'sh', origin: 'argument' }]), 'ask'],
    ['rg', 'rg -z x', profile([{ kind: 'execute', path: 'gzip', origin: 'helper' }]), 'ask'],
    ['npx', 'npx x', profile([{ kind: 'execute', path: 'x', origin: 'download' }]), 'ask'],
    ['awk', 'awk x', profile([{ kind: 'environment', path: 'TOKEN' }]), 'ask'],
    ['kill', 'kill 1', profile([{ kind: 'process', path: null }]), 'allow'],
    ['mount', 'mount x', profile([{ kind: 'privilege', path: null }]), 'ask'],
    ['mytool', 'mytool x', unknown('UNKNOWN_COMMAND'), 'allow'],
    ['mytool', 'mytool -s x', unknown('UNKNOWN_COMMAND'), 'ask'],
    ['mytool -s', 'mytool -s x', unknown('UNKNOWN_COMMAND'), 'allow'],
    ['mytool *', 'mytool -s x', unknown('UNKNOWN_COMMAND'), 'allow'],
    ['mytool', 'mytool .git/hooks/pre-commit', unknown('UNKNOWN_COMMAND'), 'ask'],
    ['mytool', 'mytool --output=.GIT/config', unknown('UNKNOWN_COMMAND'), 'ask'],
    ['mytool --output=.git/config', 'mytool --output=.git/config', unknown('UNKNOWN_COMMAND'), 'ask'],
    ['mytool *', 'mytool --to .git/config', unknown('UNKNOWN_COMMAND'), 'ask'],
    ['mytool', 'mytool ?', { ...unknown('UNKNOWN_COMMAND'), hidesOption: true }, 'ask'],
    ['mytool *', 'mytool ?', { ...unknown('UNKNOWN_COMMAND'), hidesOption: true }, 'allow'],
    ['node *', 'node x.js', unknown('EXECUTES_CODE'), 'ask'],
    ['git diff', 'git diff --odd', unknown('UNKNOWN_OPTION'), 'ask'],
    ['git diff', 'git diff x', unknown('DYNAMIC_ARGUMENT'), 'ask'],
    ['python3', 'python3 a.py', unknown('EXECUTES_CODE'), 'ask'],
    ['python3 a.py', 'python3 a.py', unknown('EXECUTES_CODE'), 'allow'],
    ['osascript', 'osascript -e 1', unknown('UNKNOWN_COMMAND'), 'ask'],
  ])('"%s" for `%s` (%j): %s', (rule, line, known, expected) => {
    expect(decide([rule], [{ ...command(line), profile: known }])).toBe(expected)
  })
})

it('a rule for a command holds for it without the options before its subcommand', () => {
  const asked = { ...command('git -C sub diff'), profile: profile([read('/w/sub')], { words: ['git', 'diff'] }) }
  expect(decide(['git diff'], [asked])).toBe('allow')
  expect(decide(['git'], [{ ...asked, profile: unknown('UNKNOWN_OPTION') }])).toBe('ask')
})

it('what is passive needs no rule, unless it does something after all', () => {
  const inner = { ...command('ls'), profile: profile([read('/w')]) }
  expect(decide(['ls'], [{ ...command('timeout 5 ls'), passive: true, profile: profile([]) }, inner])).toBe('allow')
  expect(
    decide(['ls'], [{ ...command('time -o x ls'), passive: true, profile: profile([write('/w/x')]) }, inner]),
  ).toBe('ask')
})

it('names that a command of the line has found may be read, others may not', () => {
  const finds = {
    ...command('git ls-files'),
    profile: profile([read('/w')], { names: 'finds' as const, words: ['git', 'ls-files'] }),
  }
  const takes = { ...command('cat'), argv: ['cat', null], profile: profile([read(null)], { names: 'takes' as const }) }
  const says = { ...command('echo /etc/shadow'), profile: profile([]) }
  const rules = ['git ls-files', 'cat', 'echo']
  expect(decide(rules, [finds, takes])).toBe('allow')
  expect(decide(rules, [takes])).toBe('ask')
  expect(decide(rules, [says, takes])).toBe('ask')
  expect(decide(rules, [finds, says, takes])).toBe('ask')
})

it('a program that PATH finds in the workspace is not the one that a bare name means', () => {
  expect(decide(['ls'], [{ ...command('ls'), resolved: '/w/node_modules/.bin/ls' }])).toBe('ask')
})

it('a safe tool on a pipe needs no rule, one that reads a file does', () => {
  const head = { ...command('head -3'), readsPipe: true, profile: profile([]) }
  const echo = { ...command('echo a'), profile: profile([]) }
  expect(decide(['echo'], [echo, head])).toBe('allow')
  expect(decide(['echo'], [echo, { ...head, profile: profile([read('/w/a')]) }])).toBe('ask')
  expect(decide(['echo'], [echo, { ...head, resolved: '/tmp/evil/head' }])).toBe('ask')
  expect(decide(['echo'], [echo, { ...command('sort'), profile: profile([]) }])).toBe('ask')
})

describe('a grant holds for the program that was seen', () => {
  const tool = { ...command('tool a'), resolved: '/usr/local/bin/tool', profile: profile([read('/w/a')]) }
  const { grant } = deriveGrant(tool, '/w')
  const policy = createPolicy(
    [{ name: 'user', mayLoosen: true, exec: { host: 'gateway', security: 'allowlist', allowRules: [] } }],
    { home: '/home/u' },
  )
  const decideLinked = (real?: string) =>
    policy.decide({ ...request(plan([{ ...tool, ...(real !== undefined && { real }) }])), grants: [grant!] }).decision

  it('also through a link that stays where it is', () => {
    expect(decideLinked()).toBe('allow')
    expect(decideLinked('/usr/lib/tool/tool')).toBe('allow')
  })

  it('not once a link leads from the system into the workspace', () => {
    expect(decideLinked('/w/tool')).toBe('ask')
  })
})

it('says which word it is that a rule would have to name, and what was not found', () => {
  const exec = { host: 'gateway', security: 'allowlist', allowRules: ['mytool'] } as const
  const policy = createPolicy([{ name: 'user', mayLoosen: true, exec }], { home: '/home/u' })
  const why = (made: PlannedCommand) => JSON.stringify(policy.decide(request(plan([made]))).reasons)
  expect(why({ ...command('mytool -s x'), profile: unknown('UNKNOWN_COMMAND') })).toContain(
    'nothing is known about mytool: with -s it may run or change something that the rule does not name',
  )
  expect(why({ ...command('nosuch x'), resolved: null })).toContain('nosuch (no program of that name was found)')
})
