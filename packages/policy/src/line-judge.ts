import type { CommandDecision, Fix, TraceStep } from './decision.ts'
import type { PlannedEffects } from './files/judge-effect-rules.ts'
import type { FileJudgement } from './files/judge-files.ts'
import type { PolicyLayer } from './layer.ts'
import type { CommandPlan, PolicyRequest } from './request.ts'

/**
 * What a policy judges command lines by: `commandJudge` of `@poundlock/policy/commands`. A policy without it takes every
 * command line for one that nobody has read, and refuses documents that have rules on commands.
 */
export interface CommandJudge {
  /** @throws PolicyError `POLICY_RULE` when a rule is malformed or one of its examples does not hold */
  compile(layers: readonly PolicyLayer[], home: string): LineJudge
}

/** The rules on commands of some layers, ready to judge command lines. */
export interface LineJudge {
  /** Everything that a line does, and whether that is all. */
  effectsOf(plan: CommandPlan): PlannedEffects
  judge(plan: CommandPlan, question: LineQuestion): LineVerdict
}

/** What a line is judged by, besides the rules. */
export interface LineQuestion {
  readonly request: PolicyRequest
  readonly judgement: FileJudgement
  /** True where a sandbox without network confines it to the workspace. */
  readonly offline: boolean
  /** True where the document of the host's owner has a say. */
  readonly hostCounts: boolean
  /** Names of variables that may be set, with prefixes that end in `*`. */
  readonly environment: readonly string[]
}

/** What was found out about a line. */
export interface LineVerdict {
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

/** How it is said that a line could not be read. */
export const UNREADABLE = 'the command line cannot be read with certainty'

/** What is made of a line that nobody can judge. */
export const UNJUDGED: LineVerdict = {
  steps: [],
  commands: [],
  covered: false,
  misses: [],
  onlyReads: false,
  ruleFixes: () => [],
}
