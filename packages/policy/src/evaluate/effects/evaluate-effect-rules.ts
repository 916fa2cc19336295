import { type Decision, visibleText } from '@poundlock/spec'
import { spend } from '../../model/budget.ts'
import type { CommandPlan, PlannedEffect } from '../../model/command-plan.ts'
import type { TraceStep } from '../../model/decision.ts'
import { readFilePath } from '../../model/file-access.ts'
import type { PolicyRequest } from '../../model/request.ts'
import { answer } from '../../model/trace-step.ts'
import type { EffectRule, ReachesBelow } from '../../rules/files/effect-rule.ts'
import { hostAndPort, readWebAddress } from '../../rules/web/domains.ts'

/** What a call does. */
export interface PlannedEffects {
  /** Every effect that is known, of all its commands. */
  readonly effects: readonly PlannedEffect[]
  /** Whether that is all. */
  readonly known: boolean
  /** The interpreter that code in the arguments is handed to: that code can have any effect. */
  readonly runsCode: string | null
  /** The command that runs unread code, which can have any effect; `null` when there is none. */
  readonly runsUnseen?: string | null
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
  { files = [], urls = [], contacts = [], contactsUnnamed, context }: PolicyRequest,
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
  for (const url of contacts) contacted.push({ kind: 'network', path: hostAndPort(url).host })
  if (contactsUnnamed === true) contacted.push({ kind: 'network', path: null })
  return { ...planned, effects: [...planned.effects, ...named, ...contacted], ofCommands: planned.effects }
}

/**
 * Checks the effects of a call against the deny and ask rules on effects. An unknown effect may match any rule: the answer
 * is ask, and deny when no approver can be reached and a deny rule exists.
 */
export function evaluateEffectRules(
  { effects, ofCommands, known, runsCode, runsUnseen = null, below, reaches }: RequestEffects,
  rules: readonly EffectRule[],
  where: {
    readonly workspace: string
    readonly offline: boolean
    readonly asksOnMiss: boolean
    /** Whether a sandbox keeps all that runs in it from what a rule denies, seen or not. */
    readonly holds: (rule: EffectRule) => boolean
  },
): readonly TraceStep[] {
  const around = { workspace: where.workspace, ...(below && { below }) }
  return rules.flatMap((rule) => {
    if (rule.action === 'allow' || !rule.reaches(where.workspace, where.offline)) return []
    const from = { rule: rule.text, source: rule.source }
    const because = rule.reason === null ? '' : `: ${visibleText(rule.reason)}`
    const say = (decision: Decision, how: string) =>
      answer('effects', decision, 'EFFECT_RULE', `the ${rule.action} rule "${rule.text}" ${how}${because}`, from)
    spend(10 + 10 * effects.length)
    const answers = effects.map((effect) => ({ effect, covers: rule.covers(effect, where.workspace) }))
    const sure = answers.find(({ covers }) => covers === 'yes')
    if (sure) return [say(rule.action, `covers what it does: ${describe(sure.effect)}`)]
    if (answers.some(({ covers }) => covers === 'maybe')) {
      return [say('ask', 'may cover what it does: the path or host is not known')]
    }
    // The rules check each file of a folder that a tool gets; they cannot for a command.
    const folder = reaches && ofCommands.find((effect) => rule.coversBelow(effect, around, reaches))
    if (folder) return [say('ask', `may cover something in what it touches: ${describe(folder)}`)]
    if (rule.action === 'deny' && where.holds(rule)) return []
    if (runsCode !== null) return [say(rule.action, `covers the code that ${runsCode} runs, which can do anything`)]
    if (known && runsUnseen !== null) {
      return [say(where.asksOnMiss ? 'ask' : rule.action, `may cover what ${visibleText(runsUnseen)} runs, unreviewed`)]
    }
    return known
      ? []
      : [say(where.asksOnMiss ? 'ask' : rule.action, 'may cover what it does, which is not fully known')]
  })
}

const describe = ({ kind, path }: PlannedEffect) => `${kind}${path === null ? '' : ` ${visibleText(path)}`}`
