import { readFileSync } from 'node:fs'
import { planCommand } from '@poundlock/plan'
import { createPolicy, type PlannedEffect, type PolicyDocument } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { expect, test } from 'vitest'

/** What coding agents run: the same lines that the benchmark asks about. */
const lines = readFileSync(new URL('../../../bench/corpus/agent-one-liners.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command)

const CWD = '/w'
const HOME = '/home/u'
const findExecutable = (name: string) =>
  name.startsWith('/') ? name : name.includes('/') ? `${CWD}/${name}` : `/usr/bin/${name}`
const plans = lines.map((line) => planCommand(line, { cwd: CWD, home: HOME, findExecutable }).plan)
const CONTAINED = { active: true, network: 'off', workspaceOnly: true } as const

function decideAll(document: PolicyDocument, containment?: typeof CONTAINED) {
  const policy = createPolicy(document, { home: HOME, commands: commandEvaluator })
  const context = { agent: 'main', session: 'main', cwd: CWD, workspace: CWD, home: HOME, interactive: true }
  return plans.map((plan) => {
    const request = { tool: 'exec', requiredPermission: 'danger-full-access', plan, context } as const
    return policy.decide(containment ? { ...request, containment } : request).decision
  })
}

const far = ({ kind, path }: PlannedEffect) =>
  (kind === 'file-write' || kind === 'file-delete') && !/^\/w(?:\/|$)|^\/dev\/(?:null|std\w+|tty)$/.test(path ?? '')
const leaves = (effect: PlannedEffect) => far(effect) || effect.kind === 'network'

/** What of a line would write outside the workspace or contact somebody. */
function beyond(index: number): boolean {
  const { commands, effects } = plans[index]!
  return effects.some(leaves) || commands.some(({ profile }) => profile?.effects.some(leaves) === true)
}

test('by default, less than one line in ten is asked for', () => {
  expect(lines.length).toBeGreaterThanOrEqual(400)
  const asked = decideAll({}, CONTAINED).filter((decision) => decision !== 'allow')
  expect(asked.length / lines.length).toBeLessThan(0.1)
})

test('what is silent by default runs where nothing outside the workspace can be written and nobody reached', () => {
  const open = [
    { ...CONTAINED, network: 'on' },
    { ...CONTAINED, workspaceOnly: false },
    { ...CONTAINED, active: false },
  ]
  for (const containment of open) {
    const decisions = decideAll({}, containment as typeof CONTAINED)
    const silent = lines.filter((_line, index) => decisions[index] === 'allow' && beyond(index))
    expect(silent).toEqual([])
  }
})

test('with rules for all that looks, builds and tests, what is silent on a host stays in the workspace', () => {
  const allow = [
    'git',
    'ls',
    'cat',
    'rg',
    'grep',
    'sed',
    'awk',
    'find',
    'head',
    'tail',
    'sort',
    'tee',
    'cp',
    'mv',
    'mkdir',
  ]
  const decisions = decideAll({
    tools: {
      exec: { host: 'gateway', security: 'allowlist', allow: [...allow, 'npm test', 'make test'] },
    },
  })
  const silent = lines.filter((_line, index) => decisions[index] === 'allow' && beyond(index))
  // A rule for all of git means that it fetches and pushes.
  expect(
    silent.filter((line) => !/\bgit (?:-C \S+ )?(?:fetch|pull|push|clone|ls-remote|remote|submodule)\b/.test(line)),
  ).toEqual([])
})
