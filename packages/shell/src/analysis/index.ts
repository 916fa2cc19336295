export { analyzeShell, type AnalyzeOptions } from './analyze.ts'
export { isBashBuiltin } from '../model/builtin-names.ts'
export { executionPlan, type ExecutionPlan, type ExecutionPlanOptions } from './execution-plan.ts'
export type {
  AnalyzedShell,
  CommandContext,
  CommandJoin,
  CommandRedirection,
  CommandWord,
  EnvironmentEntry,
  ShellAnalysis,
  ShellCommand,
  ShellEffect,
  ShellEffectKind,
  StandardInput,
  Unresolved,
  UnresolvedReason,
} from '../model/analysis.ts'
