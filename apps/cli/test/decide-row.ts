import { join, normalize } from 'node:path'
import { CONFIG_DEFAULTS } from '@poundlock/config'
import { createExecutableFinder, inspectRepository, planCommand, type FindExecutable } from '@poundlock/plan'
import {
  type CommandRuleInput,
  type Grant,
  type Policy,
  type PolicyDecision,
  type PolicyLayer,
  createPolicy,
  withFallback,
} from '@poundlock/policy'
import { commandEvaluator, deriveGrant } from '@poundlock/policy/commands'
import type { Dialect } from '@poundlock/shell'

/** One row of the corpus: a command under a policy, and what must be decided. */
export interface Row {
  readonly id: string
  readonly class: string
  readonly must: 'allow' | 'ask' | 'deny'
  readonly command?: string
  readonly shell?: string
  readonly cwd?: string
  readonly setup?: string
  readonly env?: Readonly<Record<string, string>>
  readonly prior?: readonly { readonly decision: string; readonly command: string }[]
  readonly policy: {
    readonly mode: string
    readonly workspace?: string
    readonly security?: string
    readonly ask?: string
    readonly askFallback?: string
    /** The rows were labelled where each command needs a rule: `off` where it is not said. */
    readonly proven?: string
    readonly readScope?: string
    readonly ui?: boolean
    readonly allow?: readonly (string | { pattern: string; argPattern?: string })[]
    readonly deny?: readonly string[]
    readonly safeBins?: readonly string[]
    readonly denyEffects?: readonly string[]
    readonly exec?: { readonly host?: string; readonly security?: string; readonly ask?: string }
    readonly toolParam?: { readonly security?: string; readonly ask?: string }
  }
}

/** Where a row plays: nowhere, or in files that were made for it. */
export interface Stage {
  /** Takes the place of `/w`. */
  readonly workspace: string
  /** Folders for programs; where absent, every name is found in `/usr/bin`. */
  readonly path?: readonly string[]
}

const DIALECTS: Readonly<Record<string, Dialect>> = { bash: 'bash', sh: 'posix', dash: 'posix', zsh: 'zsh' }

/** The rows as they are decided by default, where commands need no rule that are proven to be harmless. */
export function byDefault<T extends Row>(rows: readonly T[]): readonly T[] {
  const changed = new Map<Row['policy'], Row['policy']>()
  return rows.map((row) => {
    const policy = changed.get(row.policy) ?? { ...row.policy, proven: CONFIG_DEFAULTS.tools.exec.proven }
    changed.set(row.policy, policy)
    return { ...row, policy }
  })
}

/** Decides a row with the same functions that the command uses. */
export const decideRow = (row: Row, stage?: Stage): PolicyDecision['decision'] => decisionAbout(row, stage).decision

/** The same with its reasons. */
export function decisionAbout(row: Row, stage?: Stage): PolicyDecision {
  const { policy: given, env = {}, shell = 'bash' } = row
  const workspace = stage?.workspace ?? given.workspace ?? '/w'
  const cwd = row.cwd ?? workspace
  const dialect = DIALECTS[shell]
  const line = (command: string) =>
    dialect
      ? planCommand(command, {
          cwd,
          home: '/home/u',
          dialect,
          findExecutable: stage?.path ? createExecutableFinder(stage.path) : everywhere,
          ...(stage?.path && { path: stage.path }),
          ...(stage && { inspectRepository }),
        }).plan
      : {
          text: command,
          refusal: { code: 'UNSUPPORTED', message: shell },
          complete: false,
          unresolved: [],
          commands: [],
          effects: [],
        }
  const grants = (row.prior ?? []).flatMap(({ decision, command }) =>
    decision === 'allow-always' ? line(command).commands.flatMap((entry): Grant[] => grantsOf(entry, workspace)) : [],
  )
  const { security, ask } = given.toolParam ?? {}
  const decision = policyOf(row).decide({
    tool: 'exec',
    requiredPermission: 'danger-full-access',
    plan: line(row.command ?? ''),
    parameters: { ...(security && { security }), ...(ask && { ask }) } as object,
    environment: Object.keys(env),
    grants,
    context: { agent: 'main', session: 'main', cwd, workspace, home: '/home/u', interactive: given.ui !== false },
  })
  return given.ui === false ? withFallback(decision) : decision
}

/** Many rows share one policy, which takes longer to compile than to ask. */
const policies = new WeakMap<Row['policy'], Policy>()

function policyOf(row: Row): Policy {
  let policy = policies.get(row.policy)
  if (!policy) {
    policies.set(row.policy, (policy = createPolicy([layerOf(row)], { home: '/home/u', commands: commandEvaluator })))
  }
  return policy
}

function grantsOf(entry: Parameters<typeof deriveGrant>[0], workspace: string): Grant[] {
  const { grant } = deriveGrant(entry, workspace)
  return grant === null ? [] : [grant]
}

function layerOf({ policy }: Row): PolicyLayer {
  const { mode, security, ask, askFallback, proven = 'off', readScope, safeBins, exec } = policy
  const rules = (policy.allow ?? []).map((rule): CommandRuleInput => {
    if (typeof rule === 'string') return rule
    const args = rule.argPattern?.replace(/^\^|\$$/g, '')
    return { command: rule.pattern, ...(args !== undefined && { args }) }
  })
  return {
    name: 'user',
    mayLoosen: true,
    mode,
    ...(readScope && { files: { readScope } }),
    exec: {
      host: 'gateway',
      proven,
      ...(security && { security }),
      ...(ask && { ask }),
      ...exec,
      ...(askFallback && { askFallback }),
      ...(safeBins && { safeBins }),
      allowRules: rules,
      denyRules: [...(policy.deny ?? []), ...(policy.denyEffects ?? [])],
    },
  } as PolicyLayer
}

/** Every plain name is a program of the system, every path what it says. */
const everywhere: FindExecutable = (name, cwd) => {
  if (!name.includes('/')) return /^[\w.+-]+$/.test(name) && name === name.toLowerCase() ? `/usr/bin/${name}` : null
  return name.startsWith('/') ? normalize(name) : join(cwd, name)
}
