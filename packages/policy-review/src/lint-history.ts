import {
  type PlannedEffects,
  type PolicyLayer,
  type PolicyRequest,
  type ToolFilter,
  agentKey,
  compileDomains,
  compileEffectRule,
  compileToolList,
  expandLayers,
  isEffectRule,
  isMeant,
  namedAgents,
  normalisePath,
  pathCoverage,
  readWebAddress,
  requestEffects,
  sourceAt,
  splitModel,
} from '@poundlock/policy'
import { effectsOf } from '@poundlock/policy/commands'
import { PoundlockError, findBuiltInTool } from '@poundlock/spec'
import type { LintFinding } from './lint-finding.ts'
import { catalogueOf } from './lint-settings.ts'
import { type ListedRule, listRules } from './listed-rule.ts'

/** A recorded call, and everything that it did. */
interface DoneCall extends PlannedEffects {
  readonly request: PolicyRequest
}

const ACTIONS = ['deny', 'ask', 'allow'] as const

/**
 * Finds rules that covered no recorded call, not even possibly. Kinds of rules without matching records are left out:
 * rules on commands if no command is recorded, on reading if nothing was read.
 */
export function unusedFindings(
  layers: readonly PolicyLayer[],
  home: string,
  history: readonly PolicyRequest[],
): readonly LintFinding[] {
  const calls = history.map((request): DoneCall => {
    const done = request.plan ? effectsOf(request.plan) : { effects: [], known: true, runsCode: null }
    return { request, ...requestEffects(request, done) }
  })
  const findings = ['', ...namedAgents(layers)].flatMap((agent) => {
    // Rules for one agent are compared with its own calls, all others with the calls of all agents.
    const isHere = (layer: PolicyLayer) => (agent === '') === (!layer.agent || layer.agent === 'agents.defaults')
    const made = agent === '' ? calls : calls.filter(({ request }) => agentKey(request.context.agent) === agent)
    const requested = made.map(({ request }) => request)
    const rules = listRules(layers, home, agent).filter(({ layer }) => isHere(layer))
    return [
      ...unusedCommandRules(rules, requested),
      ...expandLayers(layers, agent)
        .filter(isHere)
        .flatMap((layer) => [
          ...unusedTools(layer, requested),
          ...unusedDomains(layer, requested),
          ...unusedFileRules(layer, home, made),
          ...unusedEffectRules(layer, home, made),
        ]),
    ]
  })
  // The layer of an organisation stands at both ends; it is reported once.
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

function unusedTools(layer: PolicyLayer, history: readonly PolicyRequest[]): readonly LintFinding[] {
  const { tools } = layer
  if (!tools) return []
  return [
    ...unusedEntries(tools, { key: 'tools', pointer: '/tools', counted: 'calls that are recorded' }, layer, history),
    ...unusedProviders(tools.byProvider ?? {}, layer, history),
  ]
}

const isCommandTool = (tool: string) => findBuiltInTool(tool)?.groups.includes('group:runtime') === true

/**
 * Lists for a provider or model are compared with its own calls. If no call names its provider, nothing is reported.
 */
function unusedProviders(
  lists: Readonly<Record<string, ToolFilter>>,
  layer: PolicyLayer,
  history: readonly PolicyRequest[],
): readonly LintFinding[] {
  const named = history.filter(({ provider, model }) => provider !== undefined || model !== undefined)
  if (named.length === 0) return []
  return Object.entries(lists).flatMap(([provider, filter]) => {
    const pointer = `/tools/byProvider/${provider.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const key = `tools.byProvider["${provider}"]`
    const wanted = splitModel(provider)
    const own = named.filter((request) => isMeant(wanted, { provider: request.provider, model: request.model }))
    if (own.length === 0) {
      const counted = `the ${named.length} calls that are recorded with their provider`
      return [unused(key, counted, provider, sourceAt(layer, pointer))]
    }
    return unusedEntries(filter, { key, pointer, counted: `calls that are recorded of ${provider}` }, layer, own)
  })
}

/** Where nothing but command lines is recorded, other tools were not asked for in a way that would show. */
function unusedEntries(
  filter: ToolFilter,
  { key, pointer, counted }: Readonly<Record<'key' | 'pointer' | 'counted', string>>,
  layer: PolicyLayer,
  history: readonly PolicyRequest[],
): readonly LintFinding[] {
  if (history.every(({ tool }) => isCommandTool(tool))) return []
  return (['allow', 'deny'] as const).flatMap((action) =>
    (filter[action] ?? []).flatMap((entry, index) => {
      const covers = toolMatcher(entry, action, filter)
      if (covers === null || history.some(({ tool }) => covers(tool))) return []
      const source = sourceAt(layer, `${pointer}/${action}/${index}`)
      return [unused(`${key}.${action} "${entry}"`, `the ${history.length} ${counted}`, entry, source)]
    }),
  )
}

/** Addresses that cannot be read ask, whatever the lists say, and tell nothing about them. */
function unusedDomains(layer: PolicyLayer, history: readonly PolicyRequest[]): readonly LintFinding[] {
  const hosts = history.flatMap(({ urls = [] }) =>
    urls.flatMap((url) => {
      const read = readWebAddress(url)
      return 'host' in read ? [read.host] : []
    }),
  )
  if (hosts.length === 0) return []
  const counted = `the ${hosts.length} addresses that are recorded`
  return (['allow', 'deny'] as const).flatMap((action) =>
    (layer.web?.[`${action}Domains`] ?? []).flatMap((pattern, index) => {
      const find = compileDomains([pattern], action)
      if (hosts.some((host) => find(host) >= 0)) return []
      const source = sourceAt(layer, `/tools/web/${action}Domains/${index}`)
      return [unused(`tools.web.${action}Domains "${pattern}"`, counted, pattern, source)]
    }),
  )
}

/** `null` for a pattern on added tools that are unknown here. */
export function toolMatcher(entry: string, action: 'allow' | 'deny', tools: ToolFilter) {
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
