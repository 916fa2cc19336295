import type { CommandPlan } from '../../model/command-plan.ts'
import type { TraceStep } from '../../model/decision.ts'
import type { ReasonCode } from '../../model/reason-codes.ts'
import { answer } from '../../model/trace-step.ts'
import type { LineResult } from '../commands/line-evaluator.ts'
import { type LineScope, effectProblem } from '../effects/effect-problem.ts'

/** Codes that apply to a line wherever it runs; the others are about how it would run here. */
const OF_ANY_LINE: ReadonlySet<ReasonCode> = new Set([
  'RULE_DENY',
  'RULE_DENY_POSSIBLE',
  'RULE_ASK',
  'FILE_RULE',
  'FILE_GATE',
  'EFFECT_OUTSIDE',
  'EFFECT_PROTECTED',
  'COMMAND_CONTROL',
  'COMMAND_HIDDEN',
  'REMOTE_CODE',
])

/**
 * Problems of a command line in the input of a foreign tool: rules on commands and files, and known effects on files
 * out of scope, as for files in an input. None of them allows the tool.
 */
export function evaluateInner(plan: CommandPlan, { steps }: LineResult, scope: LineScope): readonly TraceStep[] {
  const found = steps.filter(({ decision, code }) => decision !== 'allow' && OF_ANY_LINE.has(code))
  const effects = plan.commands.flatMap(({ profile }) => profile?.effects ?? [])
  const problems = effects.flatMap((effect) => {
    const problem = effect.kind.startsWith('file-') && effect.path !== null ? effectProblem(effect, scope) : null
    if (problem === null) return []
    return [
      answer('effects', 'ask', problem.code, problem.message, { effect: { kind: effect.kind, path: effect.path } }),
    ]
  })
  return [...found, ...problems]
}
