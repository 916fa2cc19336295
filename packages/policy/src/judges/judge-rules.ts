import { strictest, type Decision } from '@poundlock/spec'
import type { CommandRule } from '../commands/command-rule.ts'
import { isListed } from '../commands/environment-names.ts'
import type { CommandDecision, TraceStep } from '../decision.ts'
import type { CommandPlan, PlannedCommand } from '../request.ts'
import { answer } from './answer.ts'

export interface RulesVerdict {
  readonly steps: readonly TraceStep[]
  readonly commands: readonly CommandDecision[]
  /** True when every command is known and covered by an allow rule. */
  readonly covered: boolean
}

export interface RuleSet {
  readonly allow: readonly CommandRule[]
  readonly ask: readonly CommandRule[]
  readonly deny: readonly CommandRule[]
}

/** Holds every command of the line against every rule. The order of the rules does not matter. */
export function judgeRules(plan: CommandPlan, rules: RuleSet, environment: readonly string[]): RulesVerdict {
  const steps: TraceStep[] = []
  const commands = plan.commands.map((command) => judgeCommand(command, rules, environment, steps))
  const known = plan.refusal === null && plan.complete && commands.length > 0
  if (!known && rules.deny.length + rules.ask.length > 0) {
    const [rule] = [...rules.deny, ...rules.ask]
    steps.push(
      answer(
        'rules',
        'ask',
        'RULE_DENY_POSSIBLE',
        `what the line would run is not all known, so that ${rule!.action} rules such as "${rule!.text}" may cover it`,
        { rule: rule!.text, source: rule!.source },
      ),
    )
  }
  const covered = known && commands.every((command) => command.decision === 'allow' && command.rule !== null)
  if (covered) {
    const texts = [...new Set(commands.map((command) => `"${command.rule}"`))]
    steps.push(answer('rules', 'allow', 'RULE_ALLOW', `every command is covered by an allow rule: ${texts.join(', ')}`))
  }
  return { steps, commands, covered }
}

function judgeCommand(
  command: PlannedCommand,
  rules: RuleSet,
  environment: readonly string[],
  steps: TraceStep[],
): CommandDecision {
  const shown = command.name ?? 'a command that is only known at run time'
  let decision: Decision = 'allow'
  let decisive: string | null = null
  const stricter = (
    next: Decision,
    rule: CommandRule,
    code: 'RULE_DENY' | 'RULE_DENY_POSSIBLE' | 'RULE_ASK',
    how: string,
  ) => {
    const because = rule.reason === null ? '' : `: ${rule.reason}`
    steps.push(
      answer('rules', next, code, `${shown}: the ${rule.action} rule "${rule.text}" ${how} it${because}`, {
        rule: rule.text,
        source: rule.source,
      }),
    )
    if (strictest(decision, next) !== decision) [decision, decisive] = [next, rule.text]
  }
  for (const rule of rules.deny) {
    if (rule.covers(command)) stricter('deny', rule, 'RULE_DENY', 'covers')
    else if (rule.mayCover(command)) stricter('ask', rule, 'RULE_DENY_POSSIBLE', 'may cover')
  }
  for (const rule of rules.ask) {
    if (rule.covers(command)) stricter('ask', rule, 'RULE_ASK', 'covers')
    else if (rule.mayCover(command)) stricter('ask', rule, 'RULE_ASK', 'may cover')
  }
  if (decision === 'allow' && command.environment.every((name) => isListed(name, environment))) {
    decisive = rules.allow.find((rule) => rule.covers(command))?.text ?? null
  }
  return {
    name: command.name,
    argv: command.argv,
    resolved: command.resolved,
    span: command.span,
    decision,
    rule: decisive,
  }
}
