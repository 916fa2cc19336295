import { isWithin, PoundlockError, visibleText } from '@poundlock/spec'
import type { CommandPlan, PlannedCommand, PlannedEffect } from '../../model/command-plan.ts'
import type { CommandDecision, TraceStep } from '../../model/decision.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import { normalisePath } from '../../model/paths.ts'
import type { CommandRuleInput, PolicyRequest } from '../../model/request.ts'
import { sourceAt } from '../../model/source-at.ts'
import { answer } from '../../model/trace-step.ts'
import { type CommandRule, compileCommandRule } from '../../rules/commands/command-rule.ts'
import type { RuleAction } from '../../rules/commands/rule-shape.ts'
import { startedByRule } from '../../rules/commands/started-by-rule.ts'
import { deniedPath, isEnforced } from '../../rules/files/denials.ts'
import { isEffectRule } from '../../rules/files/effect-rule.ts'
import { safeBinsOf } from '../../rules/settings/safe-bins-of.ts'
import type { FileEvaluation } from '../files/evaluate-files.ts'
import { effectsOf } from './effects-of.ts'
import { evaluateEffects } from './evaluate-effects.ts'
import { evaluateHistory } from './evaluate-history.ts'
import { evaluatePlan } from './evaluate-plan.ts'
import { type RuleSet, evaluateRules } from './evaluate-rules.ts'
import { evaluateFileRule, evaluateNamed } from './evaluate-touched.ts'
import { type GrantContext, findGrant } from './find-grant.ts'
import type { CommandEvaluator } from './line-evaluator.ts'
import { onlyReads } from './only-reads.ts'
import { suggestRuleFixes } from './rule-fixes.ts'
import { unreadNames } from './unread-names.ts'

/** Evaluates command lines. Pass it as `commands` to `createPolicy` where calls run commands. */
export const commandEvaluator: CommandEvaluator = {
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
      evaluate(plan, { request, evaluation, contained, offline, hostCounts, environment, proven }) {
        const { scope } = evaluation
        const steps: TraceStep[] = []
        const own = hostCounts ? approved(request, home, steps) : []
        const all = own.length === 0 ? rules : { ...rules, allow: [...rules.allow, ...own] }
        const context: GrantContext = {
          scope: offline ? null : scope,
          safeBins,
          proven,
          ...(request.grants && { grants: { list: request.grants, cwd: request.context.cwd } }),
        }
        evaluatePlan(plan, offline || (contained && request.containment?.asksHosts === true), steps)
        const { commands: evaluated, covered, misses } = evaluateRules(plan, all, environment, context, steps)
        const confined = contained && request.containment?.network !== 'on'
        for (const step of evaluateEffects(plan, scope, offline ? 'offline' : confined ? 'files' : 'no'))
          steps.push(step)
        // Elsewhere, it is protected like other paths.
        if (!hostCounts) for (const step of evaluateHistory(plan)) steps.push(step)
        for (const step of fileSteps(plan, evaluation, evaluated)) steps.push(step)
        for (const step of unseenSteps(plan, evaluation, request, contained)) steps.push(step)
        return {
          steps,
          commands: evaluated,
          covered,
          misses,
          onlyReads: onlyReads(plan, scope),
          ruleFixes: (commands) =>
            suggestRuleFixes(commands, plan, scope, (command, text) =>
              text === null
                ? typeof findGrant(command, plan, all.allow, { ...context, safeBins: NO_SAFE_BINS, proven: 'off' }) !==
                  'string'
                : wouldHelp(command, text, plan, context, home),
            ),
        }
      },
    }
  },
}

const NO_SAFE_BINS: GrantContext['safeBins'] = { names: [], profiles: new Map() }

/** Whether one more rule would allow a command, with all other checks. */
function wouldHelp(
  command: PlannedCommand,
  rule: CommandRuleInput,
  plan: CommandPlan,
  context: GrantContext,
  home: string,
): boolean {
  try {
    const rules = compileWithStarted(rule, 'allow', 'a suggestion', home)
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
  if (action !== 'allow') return [rule]
  return [
    rule,
    ...startedByRule(input).map((started) => ({
      ...compileCommandRule(started, action, source, home),
      text: rule.text,
    })),
  ]
}

/** Rules of the approvals document. A rule that cannot be compiled covers nothing, and a step says so. */
function approved({ approvals }: PolicyRequest, home: string, steps: TraceStep[]): readonly CommandRule[] {
  if (!approvals?.allowlist) return NO_RULES
  return approvals.allowlist.flatMap((input, entry) => {
    try {
      return compileWithStarted(input, 'allow', approvals.source, home).map((rule) => ({ ...rule, entry }))
    } catch (error) {
      if (!PoundlockError.isInstance(error)) throw error
      const from = { source: approvals.source }
      steps.push(answer('rules', 'allow', 'RULE_UNUSABLE', `${error.message}: it covers nothing`, from))
      return []
    }
  })
}

/** What the rules on files say of the files that a command line touches, each once. */
function fileSteps(
  plan: CommandPlan,
  evaluation: FileEvaluation,
  evaluated: readonly CommandDecision[],
): readonly TraceStep[] {
  const { rules, scope } = evaluation
  const isRuled = rules.hasRulesOn('read') || rules.hasRulesOn('write')
  // What lies in a folder is only looked up for rules.
  const below = isRuled ? effectsOf(plan).below : undefined
  let steps: Map<string, TraceStep> | null = null
  const add = (step: TraceStep | null) => {
    if (step !== null) (steps ??= new Map()).set(keyOf(step), step)
  }
  const addEffects = (effects: readonly PlannedEffect[], isGranted: boolean) => {
    for (const effect of effects) {
      const access = FILE_ACCESS[effect.kind]
      if (access !== undefined) add(evaluateFileRule(effect, access, evaluation, below, isGranted))
    }
  }
  addEffects(plan.effects, false)
  for (let index = 0; index < evaluated.length; index++) {
    const { profile } = plan.commands[index]!
    if (profile) addEffects(profile.effects, evaluated[index]!.granted === true)
  }
  if (isRuled) for (const path of unreadNames(plan, scope.context)) add(evaluateNamed(path, evaluation))
  return steps === null ? NO_STEPS : [...(steps as Map<string, TraceStep>).values()]
}

/** The same for steps that say the same; messages are for people. */
const keyOf = ({ decision, code, rule, source, effect }: TraceStep) =>
  JSON.stringify([decision, code, rule, source, effect?.kind, effect?.path])

/**
 * Whether a command is unread code: a program or script of the workspace, or one that runs code. Other unknown programs
 * are evaluated by the files in their arguments.
 */
function isUnread({ name, profile, passive, resolved, real, script }: PlannedCommand, workspace: string): boolean {
  if (passive === true || profile === undefined || profile.known) return false
  if (profile.code !== null && profile.code !== 'UNKNOWN_COMMAND') return true
  // One that is not there, or cannot be executed yet, may be by the time it runs.
  if (name?.includes('/') === true && !name.startsWith('/')) return true
  const folder = normalisePath(workspace)
  return [name, resolved, real, script].some((path) => path?.startsWith('/') && isWithin(normalisePath(path), folder))
}

/**
 * Unread code can touch any file. For a file that rules deny or ask about, the call needs approval, unless the sandbox
 * keeps the file out of reach.
 */
function unseenSteps(
  plan: CommandPlan,
  { rules, scope }: FileEvaluation,
  { containment }: PolicyRequest,
  contained: boolean,
): readonly TraceStep[] {
  if (!rules.hasRulesOn('read') && !rules.hasRulesOn('write')) return NO_STEPS
  const { runsCode, runsUnseen } = effectsOf(plan)
  const isRead = plan.refusal === null && plan.complete
  const unread = plan.commands.find((command) => isUnread(command, scope.context.workspace))
  const what = runsCode ?? runsUnseen ?? unread?.name ?? (isRead ? null : 'the line')
  if (what === null) return NO_STEPS
  return (['read', 'write'] as const).flatMap((access): readonly TraceStep[] => {
    const placeOf = (text: string) => deniedPath(text, rules.home, scope.context.workspace)
    const rule = rules
      .of(access)
      .find(({ action, text }) => action !== 'allow' && !isEnforced(placeOf(text), access, containment, contained))
    if (rule === undefined) return []
    const why = contained ? containment?.unkept?.[placeOf(rule.text)] : undefined
    const message = `it is not known what ${visibleText(what)} runs: tools.fs.${access}.${rule.action} may cover it`
    const whole =
      why === undefined
        ? message
        : `${message}; the sandbox cannot enforce the rule on ${visibleText(rule.text)}: ${why}`
    return [answer('files', 'ask', 'FILE_RULE_POSSIBLE', whole, { rule: rule.text, source: rule.source })]
  })
}

const NO_STEPS: readonly TraceStep[] = []
const NO_RULES: readonly CommandRule[] = []

const FILE_ACCESS: Readonly<Partial<Record<PlannedEffect['kind'], 'read' | 'write' | 'delete'>>> = {
  'file-read': 'read',
  'file-write': 'write',
  'file-delete': 'delete',
}
