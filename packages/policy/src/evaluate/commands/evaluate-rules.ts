import { type Decision, strictest, visibleText } from '@poundlock/spec'
import { RULE_STEPS, spend } from '../../model/budget.ts'
import type { CommandPlan, PlannedCommand } from '../../model/command-plan.ts'
import type { CommandDecision, TraceStep } from '../../model/decision.ts'
import { answer } from '../../model/trace-step.ts'
import type { CommandRule } from '../../rules/commands/command-rule.ts'
import { rulesForCommand } from '../../rules/commands/rules-for-name.ts'
import { isListed } from '../../rules/programs/environment-names.ts'
import { type GrantContext, findGrant } from './find-grant.ts'

export interface RulesResult {
  readonly commands: readonly CommandDecision[]
  /** True when every command is known and covered by an allow rule. */
  readonly covered: boolean
  /** What no allow rule covers, in words: `rm`, `git (it sets GIT_DIR)`. */
  readonly misses: readonly string[]
}

export interface RuleSet {
  readonly allow: readonly CommandRule[]
  readonly ask: readonly CommandRule[]
  readonly deny: readonly CommandRule[]
}

/** Compares every command of the line with every rule, and adds the steps. The order of the rules does not matter. */
export function evaluateRules(
  plan: CommandPlan,
  rules: RuleSet,
  environment: readonly string[],
  grant: GrantContext,
  steps: TraceStep[],
): RulesResult {
  const unlisted = (names: readonly string[]) => names.filter((name) => !isListed(name, environment))
  const commands = plan.commands.map((command) => evaluateCommand(command, rules, steps))
  const known = plan.refusal === null && plan.complete && plan.commands.every((command) => command.name !== null)
  // What a script runs is covered with the script.
  const readable = known || (plan.refusal === null && plan.onlyScripts === true)
  // What the line exports reaches every command after it.
  const exported = plan.effects.length === 0 ? [] : unlisted(exportedNames(plan))
  const missed: string[] = exported.length === 0 ? [] : [`the line (it sets ${visibleText(exported.join(', '))})`]
  for (let index = 0; index < commands.length; index++) {
    const command = plan.commands[index]!
    const evaluated = commands[index]!
    if (evaluated.decision !== 'allow') continue
    const set = command.environment.length === 0 ? command.environment : unlisted(command.environment)
    const result =
      set.length > 0 ? `it sets ${visibleText(set.join(', '))}` : findGrant(command, plan, rules.allow, grant)
    if (typeof result !== 'string') Object.assign(evaluated, result)
    else missed.push(nameOf(command) + behindName(command, result))
  }
  const misses = distinct(missed)
  const rule = known ? undefined : (rules.deny[0] ?? rules.ask[0])
  if (rule !== undefined && !(readable && misses.length === 0)) {
    steps.push(
      answer(
        'rules',
        'ask',
        rule.action === 'deny' ? 'RULE_DENY_POSSIBLE' : 'RULE_ASK',
        `not everything that the line runs is known: ${rule.action} rules such as "${rule.text}" may cover it`,
        { rule: rule.text, source: rule.source },
      ),
    )
  }
  const covered =
    readable && commands.length > 0 && misses.length === 0 && commands.every(({ decision }) => decision === 'allow')
  if (covered) {
    const texts: string[] = []
    for (const { rule: text } of commands) if (text !== null) texts.push(`"${text}"`)
    const proven = provenText(new Set(commands.map((command) => command.proven)))
    if (proven !== null) steps.push(answer('rules', 'allow', 'RULE_PROVEN', `what no allow rule covers is ${proven}`))
    const by = texts.length === 0 ? 'needs no allow rule' : `is covered by an allow rule: ${distinct(texts).join(', ')}`
    if (proven === null || texts.length > 0) steps.push(answer('rules', 'allow', 'RULE_ALLOW', `every command ${by}`))
  } else if (misses.length > 0) {
    steps.push(answer('rules', 'allow', 'RULE_MISS', `no allow rule covers ${misses.join(', ')}`))
  }
  return { commands, covered, misses }
}

const distinct = (texts: readonly string[]) => (texts.length < 2 ? texts : [...new Set(texts)])

/** Why nothing covers it, behind its name; what was not found no rule by name can cover. */
function behindName({ name, resolved, builtin }: PlannedCommand, result: string): string {
  if (result !== '') return ` (${visibleText(result)})`
  return name !== null && resolved === null && !builtin ? ' (no program of that name was found)' : ''
}

/** An effect on the environment holds a name in the place of a path; a plan may have made a path of it. */
function exportedNames(plan: CommandPlan): readonly string[] {
  const effects = plan.effects.filter((effect) => effect.kind === 'environment')
  return effects.map(
    ({ path }) => path?.slice(path.lastIndexOf('/') + 1) ?? 'a variable that is only known at run time',
  )
}

const nameOf = ({ name }: { readonly name: string | null }) =>
  name === null ? 'a command that is only known at run time' : visibleText(name)

type MutableDecision = { -readonly [Key in keyof CommandDecision]: CommandDecision[Key] }

function evaluateCommand(command: PlannedCommand, { deny, ask }: RuleSet, steps: TraceStep[]): MutableDecision {
  const { name, argv, resolved, span } = command
  // Most policies only allow.
  if (deny.length === 0 && ask.length === 0) return { name, argv, resolved, span, decision: 'allow', rule: null }
  let decision: Decision = 'allow'
  let decisive: string | null = null
  const covers = () => `covers ${nameOf(command)}`
  const mayCover = () =>
    `may cover ${nameOf(command)}: ${argv.includes(null) ? 'one of its words is only known at run time' : 'its words do not rule it out'}`
  const stricter = (
    next: Decision,
    rule: CommandRule,
    code: 'RULE_DENY' | 'RULE_DENY_POSSIBLE' | 'RULE_ASK',
    how: string,
  ) => {
    const because = rule.reason === null ? '' : `: ${visibleText(rule.reason)}`
    steps.push(
      answer('rules', next, code, `the ${rule.action} rule "${rule.text}" ${how}${because}`, {
        rule: rule.text,
        source: rule.source,
      }),
    )
    if (strictest(decision, next) !== decision) [decision, decisive] = [next, rule.text]
  }
  if (name === null) {
    // Any rule may cover it; one step of the line says so.
    const rule = deny[0] ?? ask[0]
    if (rule) [decision, decisive] = ['ask', rule.text]
  } else {
    for (const rule of rulesForCommand(deny, command)) {
      spend(RULE_STEPS)
      if (rule.covers(command)) stricter('deny', rule, 'RULE_DENY', covers())
      else if (rule.mayCover(command)) stricter('ask', rule, 'RULE_DENY_POSSIBLE', mayCover())
    }
    for (const rule of rulesForCommand(ask, command)) {
      spend(RULE_STEPS)
      if (rule.covers(command)) stricter('ask', rule, 'RULE_ASK', covers())
      else if (rule.mayCover(command)) stricter('ask', rule, 'RULE_ASK', mayCover())
    }
  }
  return { name, argv, resolved, span, decision, rule: decisive }
}

function provenText(proven: ReadonlySet<CommandDecision['proven']>): string | null {
  if (proven.has('delete')) return 'proven to change only files of the workspace, and undo brings back what it deletes'
  if (proven.has('write')) return 'proven to change only files of the workspace'
  return proven.has('read') ? 'proven to only read in scope' : null
}
