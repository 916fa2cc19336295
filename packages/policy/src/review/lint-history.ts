import { findBuiltInTool, PoundlockError } from '@poundlock/spec/vocabulary'
import { effectsOf } from '../commands/effects-of.ts'
import { normalisePath } from '../commands/protected-paths.ts'
import { compileEffectRule, isEffectRule } from '../files/effect-rule.ts'
import { pathCoverage } from '../files/file-rules.ts'
import { requestEffects, type PlannedEffects } from '../files/judge-effect-rules.ts'
import type { PolicyLayer } from '../layer.ts'
import { expandLayers } from '../layers/expand-layers.ts'
import { sourceAt } from '../layers/source-at.ts'
import type { PolicyRequest } from '../request.ts'
import { compileToolList } from '../tools/tool-list.ts'
import type { LintFinding } from './lint-policy.ts'
import { catalogueOf } from './lint-settings.ts'
import type { ListedRule } from './listed-rule.ts'

/** A recorded call, and everything that it did. */
interface DoneCall extends PlannedEffects {
  readonly request: PolicyRequest
}

const ACTIONS = ['deny', 'ask', 'allow'] as const

/**
 * Finds rules that no recorded call was covered by, or may have been. Nothing is said of rules of a kind that the record
 * cannot tell anything about: those on commands where no command is recorded, on reading where nothing was read.
 */
export function unusedFindings(
  layers: readonly PolicyLayer[],
  home: string,
  commandRules: readonly ListedRule[],
  history: readonly PolicyRequest[],
): readonly LintFinding[] {
  const calls = history.map((request): DoneCall => {
    const done = request.plan ? effectsOf(request.plan) : { effects: [], known: true, runsCode: null }
    return { request, ...requestEffects(request, done) }
  })
  const findings = [
    ...unusedCommandRules(commandRules, history),
    ...expandLayers(layers, '').flatMap((layer) => [
      ...unusedTools(layer, history),
      ...unusedFileRules(layer, home, calls),
      ...unusedEffectRules(layer, home, calls),
    ]),
  ]
  // What an organisation lays down holds at both ends, and is told once.
  return [...new Map(findings.map((finding) => [`${finding.source} ${finding.message}`, finding])).values()]
}

function unusedCommandRules(rules: readonly ListedRule[], history: readonly PolicyRequest[]): readonly LintFinding[] {
  const commands = history.flatMap(({ plan }) => plan?.commands ?? [])
  if (commands.length === 0) return []
  const counted = `the ${commands.length} commands that are recorded`
  return rules
    .filter(({ rule }) => !commands.some((command) => rule.mayCover(command)))
    .map(({ rule, action }) => unused(`the ${action} rule "${rule.text}"`, counted, rule.text, rule.source))
}

/** Where nothing but command lines is recorded, other tools were not asked for in a way that would show. */
function unusedTools(layer: PolicyLayer, history: readonly PolicyRequest[]): readonly LintFinding[] {
  const { tools } = layer
  if (!history.some(({ tool }) => findBuiltInTool(tool)?.groups.includes('group:runtime') !== true)) return []
  return (['allow', 'deny'] as const).flatMap((action) =>
    (tools?.[action] ?? []).flatMap((entry, index) => {
      const source = sourceAt(layer, `/tools/${action}/${index}`)
      const covers = toolMatcher(entry, action, tools)
      if (covers === null || history.some(({ tool }) => covers(tool))) return []
      return [unused(`tools.${action} "${entry}"`, `the ${history.length} calls that are recorded`, entry, source)]
    }),
  )
}

/** `null` for a pattern on tools that somebody adds and that are not known here. */
function toolMatcher(entry: string, action: 'allow' | 'deny', tools: PolicyLayer['tools']) {
  try {
    const list = compileToolList([entry], action, catalogueOf(tools), () => entry)
    return (tool: string) => list.entryFor(tool) !== null
  } catch (error) {
    if (PoundlockError.isInstance(error)) return null
    throw error
  }
}

function unusedFileRules(layer: PolicyLayer, home: string, calls: readonly DoneCall[]): readonly LintFinding[] {
  return (['read', 'write'] as const).flatMap((access) => {
    const touched = calls.flatMap(({ effects, request }) =>
      effects
        .filter(({ kind }) => (access === 'read' ? kind === 'file-read' : /^file-(?:write|delete)$/.test(kind)))
        .map(({ path }) => ({ path, workspace: request.context.workspace })),
    )
    if (touched.length === 0) return []
    const counted = `the ${touched.length} files that are recorded as ${access === 'read' ? 'read' : 'changed'}`
    return ACTIONS.flatMap((action) =>
      (layer.files?.[access]?.[action] ?? []).flatMap((text, index) => {
        if (action === 'allow' && !layer.mayLoosen) return []
        const covers = pathCoverage(text, action !== 'allow', home)
        // A file that was only known at run time is asked about for the sake of any rule that does not allow.
        const isUsed = touched.some(({ path, workspace }) =>
          path === null ? action !== 'allow' : covers(normalisePath(path), workspace),
        )
        const source = sourceAt(layer, `/tools/fs/${access}/${action}/${index}`)
        return isUsed ? [] : [unused(`tools.fs.${access}.${action} "${text}"`, counted, text, source)]
      }),
    )
  })
}

function unusedEffectRules(layer: PolicyLayer, home: string, calls: readonly DoneCall[]): readonly LintFinding[] {
  if (!calls.some(({ effects, known }) => effects.length > 0 || !known)) return []
  return ACTIONS.flatMap((action) =>
    (layer.exec?.[`${action}Rules`] ?? []).flatMap((input, index) => {
      if (!isEffectRule(input) || (action === 'allow' && !layer.mayLoosen)) return []
      const source = sourceAt(layer, `/tools/exec/${action}/${index}`)
      const rule = compileEffectRule(input, action, source, home)
      const isUsed = calls.some(
        ({ effects, known, runsCode, request }) =>
          (action !== 'allow' && (!known || runsCode !== null)) ||
          effects.some((effect) => rule.covers(effect, request.context.workspace) !== 'no'),
      )
      const counted = `what the ${calls.length} calls did that are recorded`
      return isUsed ? [] : [unused(`the ${action} rule "${rule.text}"`, counted, rule.text, source)]
    }),
  )
}

const unused = (which: string, counted: string, rule: string, source: string): LintFinding => ({
  code: 'unused',
  severity: 'note',
  message: `${which} covers none of ${counted}`,
  rule,
  source,
})
