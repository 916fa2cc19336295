import { isWithin } from '@poundlock/spec'
import type { CommandPlan, PlannedCommand } from '../../model/command-plan.ts'
import type { CommandDecision, Fix } from '../../model/decision.ts'
import { normalisePath } from '../../model/paths.ts'
import type { CommandRuleInput } from '../../model/request.ts'
import { narrowRules, projectToolRules } from '../../rules/commands/narrow-rules.ts'
import { startedByRule } from '../../rules/commands/started-by-rule.ts'
import { HARMLESS_ENVIRONMENT, isListed } from '../../rules/programs/environment-names.ts'
import type { LineScope } from '../effects/effect-problem.ts'
import { commandNamesSecret, handsSecret } from './names-secret.ts'

/**
 * What would cover the commands that no rule covers: a rule for each that is no wider than the command and its like, and
 * the files outside the workspace. Never for what runs other code, and nothing at all where a command is left for which
 * no rule would help.
 *
 * @param helps whether such an allow rule would let the command through; with `null`, the rules that there are
 */
export function suggestRuleFixes(
  commands: readonly CommandDecision[],
  plan: CommandPlan,
  scope: LineScope,
  helps: (command: PlannedCommand, rule: CommandRuleInput | null) => boolean,
): readonly Fix[] {
  const exported = plan.effects.flatMap(({ kind, path }) => (kind === 'environment' && path !== null ? [path] : []))
  // A rule does not hold for what the line itself gives a command.
  if (handsSecret(plan, scope)) return []
  const { context } = scope
  const fixes: Fix[] = variableFix(exported)
  const added: CommandRuleInput[] = []
  const add = (rule: CommandRuleInput) => {
    added.push(rule)
    fixes.push(ruleFix(rule))
  }
  for (const [index, command] of commands.entries()) {
    const planned = plan.commands[index]
    if (planned === undefined || command.rule !== null) continue
    if (planned.passive === true) {
      // It needs no rule; what it touches can need one.
      if (helps(planned, null)) continue
      if (!helps(nearOnly(planned, context.workspace), null)) return []
      fixes.push(...farFiles(planned, context.workspace))
      continue
    }
    const variables = variableFix(planned.environment)
    if (variables.length > 0) {
      fixes.push(...variables)
      continue
    }
    // A tool of the project is meant by a rule for what starts it.
    if (added.flatMap(startedByRule).some((rule) => helps(planned, rule))) continue
    const rules = (planned.tool ? projectToolRules(planned) : narrowRules(planned, plan.commands[index + 1])).filter(
      // A rule for a program shows all secrets; exactly these arguments show what was asked about.
      (rule) => typeof rule === 'object' || !commandNamesSecret(planned, plan, context, true),
    )
    const found = rules.find((rule) => helps(planned, rule))
    if (found !== undefined) add(found)
    else {
      const inside = nearOnly(planned, context.workspace)
      if (!helps(inside, null)) {
        const near = rules.find((rule) => helps(inside, rule))
        if (near === undefined) return []
        add(near)
      }
      fixes.push(...farFiles(planned, context.workspace))
    }
  }
  return fixes
}

const ALLOW = 'tools.exec.allow'

const ruleFix = (value: CommandRuleInput): Fix => ({
  message: `add ${showRule(value)} to tools.exec.allow`,
  key: ALLOW,
  value,
})

/** As it is written into a list. */
const showRule = (rule: CommandRuleInput): string =>
  JSON.stringify(rule).replaceAll('":"', '": "').replaceAll('","', '", "')

/** To name it in the configuration would let every command set it. */
function variableFix(names: readonly string[]): Fix[] {
  const set = names.filter((name) => !isListed(name, HARMLESS_ENVIRONMENT))
  return set.map((name) => ({
    message: `leave out ${name} (tools.exec.environment lists what every command may set)`,
  }))
}

const isFar = (path: string | null, workspace: string) =>
  path !== null && path.startsWith('/') && !isWithin(normalisePath(path), normalisePath(workspace))

/** The same command, if it touched no file outside the workspace. */
function nearOnly(command: PlannedCommand, workspace: string): PlannedCommand {
  const { profile } = command
  if (!profile) return command
  const effects = profile.effects.filter(({ kind, path }) => !kind.startsWith('file-') || !isFar(path, workspace))
  return { ...command, profile: { ...profile, effects } }
}

function farFiles({ profile }: PlannedCommand, workspace: string): readonly Fix[] {
  return (profile?.effects ?? []).flatMap(({ kind, path }): Fix[] => {
    // No rule is for all of a machine.
    if (!kind.startsWith('file-') || path === null || path === '/' || !isFar(path, workspace)) return []
    const key = kind === 'file-read' ? 'tools.fs.read.allow' : 'tools.fs.write.allow'
    return [{ message: `add ${JSON.stringify(path)} to ${key}`, key, value: path }]
  })
}
