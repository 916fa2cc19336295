import type { CommandPlan } from '../../model/command-plan.ts'
import type { CommandDecision, Fix, TraceStep } from '../../model/decision.ts'
import type { PolicyLayer, ProvenLevel } from '../../model/layer.ts'
import type { PolicyRequest } from '../../model/request.ts'
import type { PlannedEffects } from '../effects/evaluate-effect-rules.ts'
import type { FileEvaluation } from '../files/evaluate-files.ts'

/**
 * Evaluates command lines for a policy: `commandEvaluator` of `@poundlock/policy/commands`. A policy without it treats
 * every command line as unread, and refuses documents with rules on commands.
 */
export interface CommandEvaluator {
  /** @throws PolicyError `POLICY_RULE` when a rule is malformed or one of its examples does not hold */
  compile(layers: readonly PolicyLayer[], home: string): LineEvaluator
}

/** The rules on commands of some layers, ready to evaluate command lines. */
export interface LineEvaluator {
  /** Everything that a line does, and whether that is all. */
  effectsOf(plan: CommandPlan): PlannedEffects
  evaluate(plan: CommandPlan, question: LineContext): LineResult
}

/** What a line is evaluated by, besides the rules. */
export interface LineContext {
  readonly request: PolicyRequest
  readonly evaluation: FileEvaluation
  /** True where a sandbox confines it to the workspace. */
  readonly contained: boolean
  /** The same, without network. */
  readonly offline: boolean
  /** True where the document of the host's owner has a say. */
  readonly hostCounts: boolean
  /** Names of variables that may be set, with prefixes that end in `*`. */
  readonly environment: readonly string[]
  /** Which commands need no rule, since it is proven what they do. */
  readonly proven: ProvenLevel
}

/** What was found out about a line. */
export interface LineResult {
  readonly steps: readonly TraceStep[]
  readonly commands: readonly CommandDecision[]
  /** True when every command is known and covered by an allow rule. */
  readonly covered: boolean
  /** What no allow rule covers, in words. */
  readonly misses: readonly string[]
  /** True when it is proven that the line only reads, in scope. */
  readonly onlyReads: boolean
  /** A rule for each command that none covers, where one would help. */
  readonly ruleFixes: (commands: readonly CommandDecision[]) => readonly Fix[]
}

/** The message for a line that could not be read. */
export const UNREADABLE = 'the command line cannot be read with certainty'

/** The result for a line when the policy has no evaluator. */
export const NOT_EVALUATED: LineResult = {
  steps: [],
  commands: [],
  covered: false,
  misses: [],
  onlyReads: false,
  ruleFixes: () => [],
}
