import { visibleText, type Decision } from '@poundlock/spec/vocabulary'
import type { TraceStep } from '../decision.ts'
import { answer } from '../judges/answer.ts'
import type { CommandPlan, PlannedEffect, PolicyRequest } from '../request.ts'
import { readWebAddress } from '../web/domains.ts'
import type { EffectRule, ReachesBelow } from './effect-rule.ts'
import { readFilePath } from './file-access.ts'

/** What a call does. */
export interface PlannedEffects {
  readonly effects: readonly PlannedEffect[]
  /** Whether that is all. */
  readonly known: boolean
  /** The interpreter that code in the arguments is handed to: that code can have any effect. */
  readonly runsCode: string | null
  /** How to look up what lies in a folder, where nothing that is done changes that. */
  readonly below?: CommandPlan['below']
  /** How to tell what lies in what commands touch; absent where there are none. */
  readonly reaches?: ReachesBelow
}

/** What a call does, and which of it a command does. */
export interface RequestEffects extends PlannedEffects {
  readonly ofCommands: readonly PlannedEffect[]
}

/** Everything that a call does: through its command line, and by the files and addresses that it names. */
export function requestEffects(
  { files = [], urls = [], context }: PolicyRequest,
  planned: PlannedEffects,
): RequestEffects {
  const named = files.flatMap((file): PlannedEffect[] => {
    const read = readFilePath(file.path, context)
    const kind = `file-${file.access}` as const
    const paths = 'path' in read ? [read.path, ...(file.real === undefined ? [] : [file.real])] : [null]
    return paths.map((path) => ({ kind, path }))
  })
  const contacted = urls.map((url): PlannedEffect => {
    const read = readWebAddress(url)
    return { kind: 'network', path: 'host' in read ? read.host : null }
  })
  return { ...planned, effects: [...planned.effects, ...named, ...contacted], ofCommands: planned.effects }
}

/**
 * Holds what a call does against the deny and ask rules on effects. What is not known may be covered by any: it is asked
 * about, and where nobody is asked, a deny rule holds for it.
 */
export function judgeEffectRules(
  { effects, ofCommands, known, runsCode, below, reaches }: RequestEffects,
  rules: readonly EffectRule[],
  where: { readonly workspace: string; readonly offline: boolean; readonly asksOnMiss: boolean },
): readonly TraceStep[] {
  const around = { workspace: where.workspace, ...(below && { below }) }
  return rules.flatMap((rule) => {
    if (rule.action === 'allow' || !rule.reaches(where.workspace, where.offline)) return []
    const from = { rule: rule.text, source: rule.source }
    const because = rule.reason === null ? '' : `: ${visibleText(rule.reason)}`
    const say = (decision: Decision, how: string) =>
      answer('effects', decision, 'EFFECT_RULE', `the ${rule.action} rule "${rule.text}" ${how}${because}`, from)
    const answers = effects.map((effect) => ({ effect, covers: rule.covers(effect, where.workspace) }))
    const sure = answers.find(({ covers }) => covers === 'yes')
    if (sure) return [say(rule.action, `covers what it does: ${describe(sure.effect)}`)]
    if (answers.some(({ covers }) => covers === 'maybe')) {
      return [say('ask', 'may cover what it does: its place is not known')]
    }
    // A tool that is given a folder is asked about each file in it; a command is not.
    const folder = reaches && ofCommands.find((effect) => rule.coversBelow(effect, around, reaches))
    if (folder) return [say('ask', `may cover what lies in what it touches: ${describe(folder)}`)]
    if (runsCode !== null) return [say(rule.action, `covers what code of ${runsCode} can do`)]
    return known ? [] : [say(where.asksOnMiss ? 'ask' : rule.action, 'may cover what it does: not all is known')]
  })
}

const describe = ({ kind, path }: PlannedEffect) => `${kind}${path === null ? '' : ` ${visibleText(path)}`}`
