import { join } from 'node:path'
import { createPolicy, type ExecLayer, type Grant } from '@poundlock/policy'
import { commandEvaluator } from '@poundlock/policy/commands'
import { planCommand, type PlanOptions } from '../../src/index.ts'
import type { HostileLine } from './hostile-lines.ts'

const HOME = '/home/u'

/** Where a line is decided. */
export interface Place {
  readonly cwd?: string
  readonly rules?: ExecLayer['allowRules']
  readonly grants?: readonly Grant[]
  readonly plan?: Partial<PlanOptions>
  /** What undo keeps. */
  readonly recoverable?: readonly string[]
}

const policies = new Map<string, ReturnType<typeof createPolicy>>()

function policyOf(allowRules: NonNullable<ExecLayer['allowRules']>) {
  const key = JSON.stringify(allowRules)
  let policy = policies.get(key)
  if (policy === undefined) {
    const exec: ExecLayer = { host: 'gateway', security: 'allowlist', ask: 'on-miss', proven: 'write', allowRules }
    policy = createPolicy([{ name: 'user', mayLoosen: true, exec }], { home: HOME, commands: commandEvaluator })
    policies.set(key, policy)
  }
  return policy
}

export function planOf(line: string, { cwd = '/w', plan = {} }: Place) {
  const findExecutable = (name: string) => (name.includes('/') ? join(cwd, name) : `/usr/bin/${name}`)
  return planCommand(line, { cwd, home: HOME, findExecutable, ...plan }).plan
}

/** The decision on a host without a sandbox, where proven work needs no rule. */
export function answerTo(line: string, place: Place = {}) {
  const { cwd = '/w', rules = [], grants = [], recoverable = [] } = place
  return policyOf(rules).decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    context: { agent: 'main', session: 'main', home: HOME, interactive: true, workspace: cwd, cwd, recoverable },
    plan: planOf(line, place),
    grants,
  }).decision
}

/** The lines that pass without an answer, by their classes. */
export const letThrough = (lines: readonly HostileLine[], place?: Place) =>
  lines.filter(({ line }) => answerTo(line, place) === 'allow')
