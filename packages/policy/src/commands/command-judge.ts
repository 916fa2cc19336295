import { PoundlockError } from '@poundlock/spec/vocabulary'
import type { CommandDecision, TraceStep } from '../decision.ts'
import { isEffectRule } from '../files/effect-rule.ts'
import type { FileJudgement } from '../files/judge-files.ts'
import { answer } from '../judges/answer.ts'
import { findGrant, GRANTED, type GrantContext } from '../judges/find-grant.ts'
import { judgeEffects } from '../judges/judge-effects.ts'
import { judgePlan } from '../judges/judge-plan.ts'
import { judgeRules, type RuleSet } from '../judges/judge-rules.ts'
import { onlyReads } from '../judges/only-reads.ts'
import type { PolicyLayer } from '../layer.ts'
import { sourceAt } from '../layers/source-at.ts'
import type { CommandJudge } from '../line-judge.ts'
import type { CommandPlan, CommandRuleInput, PlannedCommand, PlannedEffect, PolicyRequest } from '../request.ts'
import { safeBinsOf } from '../settings/safe-bins-of.ts'
import { compileCommandRule, type CommandRule, type RuleAction } from './command-rule.ts'
import { effectsOf } from './effects-of.ts'
import { judgeFileRule, judgeNamed } from './judge-touched.ts'
import { suggestRuleFixes } from './rule-fixes.ts'
import { startedBy } from './started-by-rule.ts'
import { unreadNames } from './unread-names.ts'

/** Judges command lines: pass it as `commands` to `createPolicy` where calls run commands. */
export const commandJudge: CommandJudge = {
  compile(layers, home) {
    const rules: RuleSet = {
      // A repository cannot let itself through.
      allow: compileRules(
        layers.filter((layer) => layer.mayLoosen),
        'allow',
        home,
      ),
      ask: compileRules(layers, 'ask', home),
      deny: compileRules(layers, 'deny', home),
    }
    const safeBins = safeBinsOf(layers)
    return {
      effectsOf,
      judge(plan, { request, judgement, offline, hostCounts, environment }) {
        const { scope } = judgement
        const steps: TraceStep[] = []
        const own = hostCounts ? approved(request, home, steps) : []
        const all = own.length === 0 ? rules : { ...rules, allow: [...rules.allow, ...own] }
        const context: GrantContext = {
          scope: offline ? null : scope,
          safeBins,
          ...(request.grants && { grants: { list: request.grants, cwd: request.context.cwd } }),
        }
        judgePlan(plan, offline, steps)
        const { commands: judged, covered, misses } = judgeRules(plan, all, environment, context, steps)
        for (const step of judgeEffects(plan, scope, offline)) steps.push(step)
        for (const step of fileSteps(plan, judgement, judged)) steps.push(step)
        return {
          steps,
          commands: judged,
          covered,
          misses,
          onlyReads: onlyReads(plan, scope),
          ruleFixes: (commands) =>
            suggestRuleFixes(commands, plan, scope, (command, text) =>
              text === null
                ? typeof findGrant(command, plan, all.allow, { ...context, safeBins: NO_SAFE_BINS }) !== 'string'
                : wouldHelp(command, text, plan, context, home),
            ),
        }
      },
    }
  },
}

const NO_SAFE_BINS: GrantContext['safeBins'] = { names: [], profiles: new Map() }

/** Whether one more rule would let a command through, by all that rules are held against. */
function wouldHelp(
  command: PlannedCommand,
  text: string,
  plan: CommandPlan,
  context: GrantContext,
  home: string,
): boolean {
  try {
    const rules = compileWithStarted(text, 'allow', 'a suggestion', home)
    return typeof findGrant(command, plan, rules, context) !== 'string'
  } catch (error) {
    if (PoundlockError.isInstance(error)) return false
    throw error
  }
}

function compileRules(layers: readonly PolicyLayer[], action: RuleAction, home: string): readonly CommandRule[] {
  return layers.flatMap((layer) =>
    (layer.exec?.[`${action}Rules`] ?? []).flatMap((input, index) =>
      isEffectRule(input)
        ? []
        : compileWithStarted(input, action, sourceAt(layer, `/tools/exec/${action}/${index}`), home),
    ),
  )
}

/** A rule, and those that it means besides for what its program starts. */
function compileWithStarted(
  input: CommandRuleInput,
  action: RuleAction,
  source: string,
  home: string,
): readonly CommandRule[] {
  const rule = compileCommandRule(input, action, source, home)
  if (action !== 'allow' || rule.bindsArguments) return [rule]
  return [
    rule,
    ...startedBy(rule.text).map((text) => ({ ...compileCommandRule(text, action, source, home), text: rule.text })),
  ]
}

/** Rules of the host's own document. One that cannot be compiled covers nothing, which asks, and says so. */
function approved({ approvals }: PolicyRequest, home: string, steps: TraceStep[]): readonly CommandRule[] {
  if (!approvals?.allowlist) return NO_RULES
  return approvals.allowlist.flatMap((input) => {
    try {
      return compileWithStarted(input, 'allow', approvals.source, home)
    } catch (error) {
      if (!PoundlockError.isInstance(error)) throw error
      const from = { source: approvals.source }
      steps.push(answer('rules', 'allow', 'RULE_UNUSABLE', `${error.message}, so that it covers nothing`, from))
      return []
    }
  })
}

/** What the rules on files say of the files that a command line touches, each once. */
function fileSteps(
  plan: CommandPlan,
  judgement: FileJudgement,
  judged: readonly CommandDecision[],
): readonly TraceStep[] {
  const { rules, scope } = judgement
  const isRuled = rules.speaksOf('read') || rules.speaksOf('write')
  // What lies in a folder is only looked up for rules.
  const below = isRuled ? effectsOf(plan).below : undefined
  let steps: Map<string, TraceStep> | null = null
  const add = (step: TraceStep | null) => {
    if (step !== null) (steps ??= new Map()).set(step.message, step)
  }
  const addEffects = (effects: readonly PlannedEffect[], isGranted: boolean) => {
    for (const effect of effects) {
      const access = FILE_ACCESS[effect.kind]
      if (access !== undefined) add(judgeFileRule(effect, access, judgement, below, isGranted))
    }
  }
  addEffects(plan.effects, false)
  for (let index = 0; index < judged.length; index++) {
    const { profile } = plan.commands[index]!
    if (profile) addEffects(profile.effects, judged[index]!.rule === GRANTED)
  }
  if (isRuled) for (const path of unreadNames(plan, scope.context)) add(judgeNamed(path, judgement))
  return steps === null ? NO_STEPS : [...(steps as Map<string, TraceStep>).values()]
}

const NO_STEPS: readonly TraceStep[] = []
const NO_RULES: readonly CommandRule[] = []

const FILE_ACCESS: Readonly<Partial<Record<PlannedEffect['kind'], 'read' | 'write' | 'delete'>>> = {
  'file-read': 'read',
  'file-write': 'write',
  'file-delete': 'delete',
}
