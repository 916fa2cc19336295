import { expect, test } from 'vitest'
import { findGrant } from '../../../src/evaluate/commands/find-grant.ts'
import { DEFAULT_SAFE_BINS } from '../../../src/rules/programs/safe-bins.ts'
import { createPolicy } from '../../create-whole-policy.ts'
import { command, CONTEXT, HOME, plan, request } from '../../make-request.ts'

const PROFILE = { known: true, code: null, message: null, words: ['wc'], effects: [] } as const

/** Whether `wc` needs a rule, as it was found on a machine with such a workspace. */
function isAsked(workspace: string, found: { readonly resolved: string; readonly real?: string }): boolean {
  const wc = command('wc', { ...found, profile: PROFILE })
  const scope = {
    context: { ...CONTEXT, workspace, cwd: workspace },
    readScope: 'workspace',
    protectedPaths: [],
  } as const
  const safeBins = { names: DEFAULT_SAFE_BINS, profiles: new Map() }
  return typeof findGrant(wc, plan(wc), [], { scope, safeBins, proven: 'off' }) === 'string'
}

test.each([
  ['/w', { resolved: '/usr/bin/wc' }],
  ['/w', { resolved: '/usr/bin/wc', real: '/usr/bin/busybox' }],
  ['/usr/src/app', { resolved: '/usr/bin/wc', real: '/usr/lib/coreutils/wc' }],
])('in %s a safe bin of the system needs no rule: %o', (workspace, found) => {
  expect(isAsked(workspace, found)).toBe(false)
})

test.each([
  ['/usr/local', { resolved: '/usr/local/bin/wc' }],
  ['/usr/src/app', { resolved: '/usr/local/bin/wc', real: '/usr/src/app/bin/wc.js' }],
  ['/opt/homebrew', { resolved: '/opt/homebrew/bin/wc', real: '/opt/homebrew/Cellar/coreutils/bin/gwc' }],
  ['/w', { resolved: '/usr/local/bin/wc', real: '/w/wc' }],
  ['/w', { resolved: '/usr/local/bin/wc', real: '/home/u/wc' }],
  ['/w', { resolved: '/usr/bin/../../tmp/wc' }],
  ['/w', { resolved: '/tmp/wc' }],
])('in %s it is none where the agent, or anybody, may have written it: %o', (workspace, found) => {
  expect(isAsked(workspace, found)).toBe(true)
})

test('a rule that is called like an approval is a rule', () => {
  const granted = command('granted before')
  const { commands } = createPolicy(
    [{ name: 'user', mayLoosen: true, exec: { host: 'gateway', allowRules: ['granted before'] } }],
    { home: HOME },
  ).decide(request(granted))
  expect(commands).toMatchObject([{ rule: 'granted before', decision: 'allow' }])
  expect(commands[0]).not.toHaveProperty('granted')
})
