import type { PlannedCommand } from '../../model/command-plan.ts'

/** What a rule does to a command that it covers. */
export type RuleAction = 'allow' | 'ask' | 'deny'

/** Which commands a rule is for. */
export interface RuleShape {
  /** True when the rule surely covers the command. */
  covers(command: PlannedCommand): boolean
  /** True when it is for the file itself which will run, by its path, and not only for a link that leads to it. */
  coversReal(command: PlannedCommand): boolean
  /** True when it covers the script that an interpreter is given, which is named by its path. */
  coversScript(command: PlannedCommand): boolean
  /** True when it may cover it: words are unknown, or options stand between the words of the rule. */
  mayCover(command: PlannedCommand): boolean
}

/** Refuses a rule: what is wrong with it, and how to mend it. */
export type RuleFailure = (problem: string, remedy: string) => never
