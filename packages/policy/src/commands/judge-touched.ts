import { visibleText } from '@poundlock/spec/vocabulary'
import type { TraceStep } from '../decision.ts'
import { DONE, type FileAccess } from '../files/file-access.ts'
import { judgeKnown, judgeManifest, type FileJudgement } from '../files/judge-files.ts'
import { answer } from '../judges/answer.ts'
import type { CommandPlan, PlannedEffect } from '../request.ts'
import { foldName, normalisePath } from './protected-paths.ts'
import { reachesBelow, regionHolds, touchedRegion } from './touched-region.ts'

/**
 * What the rules on files say of what a command does to a file or folder; `null` when they say nothing.
 *
 * @param isGranted whether the command was allowed for good: who did that has seen a file that another command runs
 */
export function judgeFileRule(
  effect: PlannedEffect,
  access: FileAccess['access'],
  judgement: FileJudgement,
  below: CommandPlan['below'],
  isGranted: boolean,
): TraceStep | null {
  const kind = access === 'read' ? 'read' : 'write'
  if (effect.path !== null) {
    const path = normalisePath(effect.path)
    const folded = foldName(path)
    const known =
      judgeKnown(path, folded, access, judgement) ??
      (isGranted || effect.repository ? null : judgeManifest(path, folded, access))
    if (known !== null) return known
    return judgeBelow(path === effect.path ? effect : { ...effect, path }, access, judgement, below)
  }
  const rule = judgement.rules.strictestOf(kind)
  if (rule === null || rule.action === 'allow') return null
  const message = `a file that is only known at run time would be ${DONE[access]}; tools.fs.${kind}.${rule.action} may cover it`
  return answer('files', 'ask', 'FILE_RULE', message, { rule: rule.text, source: rule.source })
}

/**
 * What a command touches may be a folder with all that lies in it: `grep -r x .`, `cat secret/*`, `rm -r build`. A rule on
 * something in it may cover that.
 */
function judgeBelow(
  effect: PlannedEffect,
  access: FileAccess['access'],
  judgement: FileJudgement,
  below: CommandPlan['below'],
): TraceStep | null {
  const { rules, scope } = judgement
  const kind = access === 'read' ? 'read' : 'write'
  const { workspace } = scope.context
  if (gatesWithin(effect, judgement)) {
    const message = `${shown(effect)} would be ${DONE[access]} with what lies in it, where what decides about calls may be`
    // A folder is not removed without what lies in it; what a pattern names, and what is read or made there, may be other files.
    const isSure = access === 'delete' && effect.recursive === true && effect.pattern === undefined
    return answer('files', isSure ? 'deny' : 'ask', 'FILE_GATE', message)
  }
  if (!rules.speaksOf(kind)) return null
  const where = { home: rules.home, workspace, ...(below && { below }) }
  const rule = rules.of(kind).find((one) => one.action !== 'allow' && reachesBelow(one, effect, where))
  if (rule === undefined) return null
  const what = `${shown(effect)} would be ${DONE[access]}${effect.pattern === undefined ? ' with what lies in it' : ''}`
  const message = `${what}, which tools.fs.${kind}.${rule.action} may cover`
  return answer('files', 'ask', 'FILE_RULE', message, { rule: rule.text, source: rule.source })
}

/** What the rules say of a file that is named to a program of which it is not known what it does with it. */
export function judgeNamed(path: string, { rules, scope }: FileJudgement): TraceStep | null {
  for (const kind of ['read', 'write'] as const) {
    const rule = rules.find(path, kind, scope.context.workspace)
    if (rule === null || rule.action === 'allow') continue
    const message = `${show(path)} is named to a program that may ${kind} it, which tools.fs.${kind}.${rule.action} covers`
    return answer('files', 'ask', 'FILE_RULE', message, { rule: rule.text, source: rule.source })
  }
  return null
}

/** Whether a folder of what decides about calls may be among what a command touches. */
function gatesWithin(effect: PlannedEffect, { gates, scope }: FileJudgement): boolean {
  const region = touchedRegion(effect)
  return region !== null && gates.placesOf(scope.context.home).some((place) => regionHolds(region, place))
}

const show = (path: string) => visibleText(path)
const shown = ({ path, pattern }: PlannedEffect) => show(pattern ?? path ?? 'a file')
