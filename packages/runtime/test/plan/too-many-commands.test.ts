import { planCommand } from '@poundlock/plan'
import { createPolicy, type PolicyLayer } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'
import { openRuntime } from '../open-runtime.ts'

/** More than are looked at. */
const HARMLESS = 'ls;'.repeat(2500)
const BAD = 'rm -rf x'
const planned = (line: string) =>
  planCommand(line, { cwd: '/w', home: '/home/u', findExecutable: (name) => `/usr/bin/${name}` }).plan

test('a line whose end nobody has seen is unread, with what was seen of it for the rules that deny', () => {
  const plan = planned(`rm first;${HARMLESS}${BAD}`)
  expect(plan).toMatchObject({ complete: false, refusal: { code: 'TOO_MANY_COMMANDS' } })
  expect(plan.commands[0]?.argv).toEqual(['rm', 'first'])
})

test.each<readonly [string, Partial<PolicyLayer>]>([
  ['nothing but the mode', { mode: 'allow' }],
  ['full security without questions', { mode: 'allow', exec: { security: 'full', ask: 'off' } }],
  ['a rule that denies the last one', { mode: 'allow', exec: { denyRules: ['rm'] } }],
  ['a rule that asks for it', { mode: 'allow', exec: { askRules: ['rm'] } }],
  ['a rule that allows the others', { mode: 'allow', exec: { security: 'allowlist', allowRules: ['ls'] } }],
  ['rules that allow all of them', { mode: 'allow', exec: { security: 'allowlist', allowRules: ['ls', 'rm'] } }],
])('it is not run under %s', async (_, layer) => {
  const { exec } = openRuntime(layer)
  expect((await exec('ls;ls')).decision?.decision).toBe('allow')
  expect((await exec(HARMLESS + BAD)).decision?.decision).not.toBe('allow')
})

test('it is asked for even where it would be contained', () => {
  const policy = createPolicy([{ name: 'user', mayLoosen: true, mode: 'allow' }], {
    home: '/home/u',
    commands: commandEvaluator,
  })
  const decide = (line: string) =>
    policy.decide({
      tool: 'exec',
      requiredPermission: 'danger-full-access',
      plan: planned(line),
      environment: [],
      context: { agent: 'main', session: 'main', cwd: '/w', workspace: '/w', home: '/home/u', interactive: true },
      containment: { active: true, network: 'off', workspaceOnly: true },
    }).decision
  expect(decide('$x')).toBe('allow')
  expect(decide(HARMLESS + BAD)).toBe('ask')
})

test('what is denied among those that were seen is denied, not asked for', async () => {
  const { exec } = openRuntime({ mode: 'allow', exec: { denyRules: ['rm'] } })
  expect((await exec(`${BAD};${HARMLESS}`)).decision?.decision).toBe('deny')
  expect((await exec(`/approve x allow-once;${HARMLESS}`)).decision?.decision).toBe('deny')
})
