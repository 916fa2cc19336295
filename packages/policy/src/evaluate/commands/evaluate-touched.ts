import { visibleText } from '@poundlock/spec'
import type { CommandPlan, PlannedEffect } from '../../model/command-plan.ts'
import type { TraceStep } from '../../model/decision.ts'
import { DONE, type FileAccess } from '../../model/file-access.ts'
import { foldName, normalisePath } from '../../model/paths.ts'
import { answer } from '../../model/trace-step.ts'
import { type FileEvaluation, KINDS, evaluateKnown, evaluateManifest } from '../files/evaluate-files.ts'
import { reachesBelow, regionHolds, touchedRegion } from './touched-region.ts'

/**
 * What the rules on files say of what a command does to a file or folder; `null` when they say nothing.
 *
 * @param isGranted whether the command was allowed for good: who did that has seen a file that another command runs
 */
export function evaluateFileRule(
  effect: PlannedEffect,
  access: FileAccess['access'],
  evaluation: FileEvaluation,
  below: CommandPlan['below'],
  isGranted: boolean,
): TraceStep | null {
  const kind = access === 'read' ? 'read' : 'write'
  if (effect.path !== null) {
    const path = normalisePath(effect.path)
    const folded = foldName(path)
    const known =
      evaluateKnown(path, folded, access, evaluation) ??
      (isGranted || effect.repository ? null : evaluateManifest(path, folded, access))
    if (known !== null) return known
    return evaluateBelow(path === effect.path ? effect : { ...effect, path }, access, evaluation, below)
  }
  const rule = evaluation.rules.strictestOf(kind)
  if (rule === null || rule.action === 'allow') return null
  const message = `a file that is only known at run time would be ${DONE[access]}; tools.fs.${kind}.${rule.action} may cover it`
  const about = { kind: KINDS[access], path: null }
  return answer('files', 'ask', 'FILE_RULE', message, { rule: rule.text, source: rule.source, effect: about })
}

/**
 * What a command touches may be a folder with all that lies in it: `grep -r x .`, `cat secret/*`, `rm -r build`. A rule on
 * something in it may cover that.
 */
function evaluateBelow(
  effect: PlannedEffect,
  access: FileAccess['access'],
  evaluation: FileEvaluation,
  below: CommandPlan['below'],
): TraceStep | null {
  const { rules, scope } = evaluation
  const kind = access === 'read' ? 'read' : 'write'
  const { workspace } = scope.context
  const about = { kind: KINDS[access], path: effect.pattern ?? effect.path }
  if (gatesWithin(effect, evaluation)) {
    const message = `${shown(effect)} would be ${DONE[access]} with everything in it, which may include files that decide about calls`
    // A folder is not removed without what lies in it; what a pattern names, and what is read or made there, may be other files.
    const isSure = access === 'delete' && effect.recursive === true && effect.pattern === undefined
    return answer('files', isSure ? 'deny' : 'ask', 'FILE_GATE', message, { effect: about })
  }
  if (!rules.hasRulesOn(kind)) return null
  const where = { home: rules.home, workspace, ...(below && { below }) }
  const rule = rules.of(kind).find((one) => one.action !== 'allow' && reachesBelow(one, effect, where))
  if (rule === undefined) return null
  const what = `${shown(effect)} would be ${DONE[access]}${effect.pattern === undefined ? ' with everything in it' : ''}`
  const message = `${what}: tools.fs.${kind}.${rule.action} may cover it`
  return answer('files', 'ask', 'FILE_RULE', message, { rule: rule.text, source: rule.source, effect: about })
}

/** What the rules say of a file that is named to a program of which it is not known what it does with it. */
export function evaluateNamed(path: string, { rules, scope }: FileEvaluation): TraceStep | null {
  for (const kind of ['read', 'write'] as const) {
    const rule = rules.find(path, kind, scope.context.workspace)
    if (rule === null || rule.action === 'allow') continue
    const message = `${show(path)} is given to a program that may ${kind} it: tools.fs.${kind}.${rule.action} covers it`
    const effect = { kind: KINDS[kind], path }
    return answer('files', 'ask', 'FILE_RULE', message, { rule: rule.text, source: rule.source, effect })
  }
  return null
}

/** Whether a folder of what decides about calls may be among what a command touches. */
function gatesWithin(effect: PlannedEffect, { gates, scope }: FileEvaluation): boolean {
  const region = touchedRegion(effect)
  return region !== null && gates.placesOf(scope.context.home).some((place) => regionHolds(region, place))
}

const show = (path: string) => visibleText(path)
const shown = ({ path, pattern }: PlannedEffect) => show(pattern ?? path ?? 'a file')
