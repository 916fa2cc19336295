import type { TraceStep } from '../../model/decision.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import { refuseLayer } from '../../model/policy-error.ts'
import { modelKey, splitModel } from '../../model/provider-name.ts'
import type { ServedTool } from '../../model/request.ts'
import { showValue } from '../../model/show-value.ts'
import { sourceAt } from '../../model/source-at.ts'
import { TOOL_PROFILES } from '../../model/tool-profiles.ts'
import type { ToolFilter } from '../../model/tools-layer.ts'
import { answer } from '../../model/trace-step.ts'
import { compileToolList, type ToolCatalogue, type ToolList } from './tool-list.ts'

/** Who calls, as far as the choice of tools goes by it. */
export interface ToolCaller {
  readonly provider: string | undefined
  readonly model: string | undefined
  /** True while commands run in a sandbox. */
  readonly sandboxed: boolean
  /** For a tool of an MCP server, what the two call themselves. */
  readonly served: ServedTool | undefined
}

/** Which tools may be called at all. */
export interface ToolPolicy {
  /** Whether any list is for some providers or models only. */
  readonly callersCount: boolean
  /** No step when there is nothing to say about it. */
  evaluate(tool: string, caller: ToolCaller): readonly TraceStep[]
}

/** One list of one layer, and when it counts. */
interface ToolGate {
  readonly action: 'allow' | 'deny'
  readonly key: string
  readonly list: ToolList
  readonly source: (index?: number) => string
  readonly applies: (caller: ToolCaller) => boolean
}

/**
 * Compiles the tool lists of all layers. Every list narrows: a tool must be in each allow list and in no deny list, so
 * that the order of layers does not matter and nothing that was denied comes back.
 *
 * @throws PolicyError `POLICY_LAYER` for a tool, group, profile or provider that does not exist
 */
export function compileToolPolicy(layers: readonly PolicyLayer[], catalogue: ToolCatalogue): ToolPolicy {
  const gates = layers.flatMap((layer) => gatesOf(layer, catalogue))
  if (gates.length === 0) return { callersCount: false, evaluate: () => [] }
  return {
    callersCount: layers.some(({ tools }) => Object.keys(tools?.byProvider ?? {}).length > 0),
    evaluate(tool, caller) {
      const shown = showValue(tool)
      const steps: TraceStep[] = []
      for (const { action, key, list, source, applies } of gates) {
        if (!applies(caller)) continue
        const entry = list.entryFor(tool, caller.served)
        if (action === 'deny' && entry !== null) {
          steps.push(
            answer('tool', 'deny', 'TOOL_DENIED', `the tool ${shown} is denied by ${key}`, {
              rule: entry.text,
              source: source(entry.index),
            }),
          )
        } else if (action === 'allow' && entry === null) {
          const code = key.endsWith('profile') ? 'TOOL_OUTSIDE_PROFILE' : 'TOOL_NOT_ALLOWED'
          steps.push(answer('tool', 'deny', code, `the tool ${shown} is not in ${key}`, { source: source() }))
        }
      }
      return steps.length > 0
        ? steps
        : [answer('tool', 'allow', 'TOOL_PERMITTED', `every list of tools lets ${shown} through`)]
    },
  }
}

function gatesOf(layer: PolicyLayer, catalogue: ToolCatalogue): readonly ToolGate[] {
  const { tools } = layer
  if (!tools) return []
  const always = () => true
  const gates = filterGates(tools, '/tools', always, layer, catalogue)
  for (const [provider, filter] of Object.entries(tools.byProvider ?? {})) {
    const wanted = splitModel(provider)
    if (wanted.provider === '' || wanted.model === '') {
      unusable(layer, `/tools/byProvider/${provider}`, `${showValue(provider)} names no provider`)
    }
    const pointer = `/tools/byProvider/${provider.replaceAll('~', '~0').replaceAll('/', '~1')}`
    gates.push(...filterGates(filter, pointer, (caller) => isMeant(wanted, caller), layer, catalogue))
  }
  const sandboxed = tools.sandbox?.tools
  if (sandboxed) {
    gates.push(...filterGates(sandboxed, '/tools/sandbox/tools', (caller) => caller.sandboxed, layer, catalogue))
  }
  return gates
}

/**
 * A provider or model with an unreadable name counts as every one, so that a name of blanks cannot evade a rule.
 * Without a model there is no name, and no such list counts.
 */
export function isMeant(
  wanted: ReturnType<typeof splitModel>,
  { provider, model }: Pick<ToolCaller, 'provider' | 'model'>,
): boolean {
  if (provider === undefined && model === undefined) return false
  const named = splitModel(model ?? '')
  const parts = splitModel(provider ?? '')
  const providers = [parts.provider, named.model === null ? '' : named.provider].filter((key) => key !== '')
  const models = [parts.model, named.model, model === undefined ? '' : modelKey(model)].filter((key) => key)
  if (providers.length > 0 && !providers.includes(wanted.provider)) return false
  return wanted.model === null || models.length === 0 || models.includes(wanted.model)
}

function filterGates(
  { profile, allow, deny }: ToolFilter,
  pointer: string,
  applies: ToolGate['applies'],
  layer: PolicyLayer,
  catalogue: ToolCatalogue,
): ToolGate[] {
  const gates: ToolGate[] = []
  const name = pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
  const at = (key: string) => (index?: number) =>
    sourceAt(layer, `${pointer}/${key}${index === undefined ? '' : `/${index}`}`)
  const add = (action: 'allow' | 'deny', key: string, entries: readonly string[]) =>
    gates.push({
      action,
      key: `${name}.${key}`,
      source: at(key),
      applies,
      list: compileToolList(entries, action, catalogue, at(key)),
    })
  if (profile !== undefined) {
    if (!Object.hasOwn(TOOL_PROFILES, profile)) {
      unusable(
        layer,
        `${pointer}/profile`,
        `${showValue(profile)} is not a profile; expected ${Object.keys(TOOL_PROFILES).join(', ')}`,
      )
    }
    const entries = TOOL_PROFILES[profile]
    if (!entries.includes('*')) add('allow', 'profile', entries)
  }
  if (allow !== undefined && allow.length > 0) add('allow', 'allow', allow)
  if (deny !== undefined && deny.length > 0) add('deny', 'deny', deny)
  return gates
}

function unusable(layer: PolicyLayer, pointer: string, problem: string): never {
  refuseLayer(sourceAt(layer, pointer), problem, 'Write a value that there is.')
}
