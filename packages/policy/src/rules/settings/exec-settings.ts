import { type ExecAsk, type ExecSecurity, stricterAsk, stricterSecurity } from '@poundlock/spec'
import { type AskFallback, stricterFallback } from '../../model/ask-fallback.ts'
import type { ExecSettings, HostSetting, Setting, TraceStep } from '../../model/decision.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import type { ChooseNode, PolicyRequest } from '../../model/request.ts'
import { showValue } from '../../model/show-value.ts'
import { sourceAt } from '../../model/source-at.ts'
import { answer } from '../../model/trace-step.ts'

/** The values that apply when no layer sets one. */
const DEFAULTS = { host: 'sandbox', security: 'deny', ask: 'on-miss', askFallback: 'deny' } as const

/** What holds in their place, and who says so. */
export interface OtherDefaults {
  readonly security: ExecSecurity
  readonly ask: ExecAsk
  readonly origin: string
}

/**
 * The settings of the configuration: the later of the layers that may loosen, tightened by those that may not.
 */
export function configuredExecSettings(
  layers: readonly PolicyLayer[],
  { origin: from, ...others }: OtherDefaults = { ...DEFAULTS, origin: 'default' },
): ExecSettings {
  let host: HostSetting = { value: DEFAULTS.host, origin: 'default' }
  let security: Setting<ExecSecurity> = { value: others.security, origin: from }
  let ask: Setting<ExecAsk> = { value: others.ask, origin: from }
  let askFallback: Setting<AskFallback> = { value: DEFAULTS.askFallback, origin: 'default' }
  let node: Setting<string> | undefined
  for (const layer of layers.toSorted((a, b) => Number(b.mayLoosen) - Number(a.mayLoosen))) {
    const { exec, mayLoosen } = layer
    if (!exec) continue
    const origin = (key: string) => sourceAt(layer, `/tools/exec/${key}`)
    if (exec.host !== undefined && mayLoosen) host = { value: exec.host, origin: origin('host') }
    else if (exec.host === 'sandbox') host = toSandbox(host, origin('host'))
    const tighten = <T>(current: Setting<T>, value: T | undefined, key: string, stricter: (a: T, b: T) => T) =>
      mayLoosen && value !== undefined
        ? { value, origin: origin(key) }
        : tightened(current, value, origin(key), stricter)
    // Another node is not a stricter one: a repository has no say.
    if (exec.node !== undefined && mayLoosen) node = { value: exec.node, origin: origin('node') }
    security = tighten(security, exec.security, 'security', stricterSecurity)
    ask = tighten(ask, exec.ask, 'ask', stricterAsk)
    askFallback = tighten(askFallback, exec.askFallback, 'askFallback', stricterFallback)
  }
  return { host, security, ask, askFallback, ...(node && { node }) }
}

/** Adds the rules of the host's owner and the parameters of the call; both can only tighten. */
export function settingsOfRequest(
  configured: ExecSettings,
  request: Pick<PolicyRequest, 'approvals' | 'parameters' | 'nodes' | 'chooseNode'>,
): { settings: ExecSettings; steps: readonly TraceStep[] } {
  // Most calls ask for nothing of their own.
  if (!request.approvals && !request.parameters && configured.host.value !== 'node' && !configured.node) {
    return { settings: configured, steps: [] }
  }
  const steps: TraceStep[] = []
  let { host, security, ask, askFallback } = configured
  const { approvals, parameters } = request
  if (approvals) {
    security = tightened(security, approvals.security, approvals.source, stricterSecurity)
    ask = tightened(ask, approvals.ask, approvals.source, stricterAsk)
    askFallback = tightened(askFallback, approvals.askFallback, approvals.source, stricterFallback)
  }
  const tighten = <T extends string>(
    name: string,
    current: Setting<T>,
    value: T | undefined,
    pick: (a: T, b: T) => T,
  ) => {
    if (value === undefined || value === current.value) return current
    const honoured = pick(current.value, value) === value
    const [code, how, end] = honoured
      ? (['PARAMETER_TIGHTENED', 'stricter', ''] as const)
      : (['PARAMETER_REFUSED', 'looser', '; it is ignored'] as const)
    const message = `the call asks for ${name}=${value}, which is ${how} than ${current.value} (${current.origin})${end}`
    steps.push(answer('parameters', 'allow', code, message))
    return honoured ? { value, origin: 'parameter' } : current
  }
  security = tighten('security', security, parameters?.security, stricterSecurity)
  ask = tighten('ask', ask, parameters?.ask, stricterAsk)
  const wanted = parameters?.host
  if (wanted === 'sandbox') {
    if (tighten('host', host, wanted, () => wanted) !== host) host = toSandbox(host, 'parameter')
  } else if (wanted !== undefined && wanted !== host.value) {
    const message = `the call asks for host=${wanted}; the configured host is ${host.value} (${host.origin}), and a call cannot leave it`
    steps.push(answer('parameters', 'deny', 'HOST_REFUSED', message))
  }
  const settings = { host, security, ask, askFallback }
  const chosen = chooseNode(host.value, configured.node, request)
  if (chosen.problem !== null) {
    steps.push(answer('parameters', 'deny', chosen.code ?? 'NODE_REFUSED', chosen.problem))
  }
  return { settings: chosen.node ? { ...settings, node: chosen.node } : settings, steps }
}

/** The node that a call goes to. One that is bound restricts; without one it must be clear which is meant. */
function chooseNode(
  host: ExecSettings['host']['value'],
  bound: Setting<string> | undefined,
  { parameters, nodes, chooseNode: choose }: Pick<PolicyRequest, 'parameters' | 'nodes' | 'chooseNode'>,
): NodeSetting {
  if (host !== 'node') return { problem: null }
  const wanted = parameters?.node
  if (choose) return chosenBy(choose, wanted, bound)
  const shown = (names: readonly string[]) => names.map(showValue).join(', ')
  if (bound && wanted !== undefined && wanted !== bound.value) {
    const message = `the call asks for the node ${shown([wanted])}; it is bound to ${shown([bound.value])} (${bound.origin})`
    return { node: bound, problem: message }
  }
  const node = bound ?? (wanted === undefined ? undefined : { value: wanted, origin: 'parameter' })
  if (nodes === undefined) return { ...(node && { node }), problem: null }
  if (node) {
    const missing = nodes.includes(node.value) ? null : `there is no node ${shown([node.value])}`
    return { node, problem: missing }
  }
  const [only] = nodes
  if (nodes.length === 1) return { node: { value: only!, origin: 'the only node' }, problem: null }
  const which = nodes.length === 0 ? 'there is no node' : `there are several nodes: ${shown(nodes)}`
  return { problem: `host is node, no node is named, and ${which}` }
}

interface NodeSetting {
  readonly node?: Setting<string>
  readonly problem: string | null
  readonly code?: 'NODE_REFUSED' | 'NODE_OFFLINE'
}

function chosenBy(choose: ChooseNode, wanted: string | undefined, bound: Setting<string> | undefined): NodeSetting {
  const chosen = choose({ ...(wanted !== undefined && { wanted }), ...(bound && { bound: bound.value }) })
  if ('problem' in chosen) return chosen
  const origin = bound?.origin ?? (wanted === undefined ? 'the only node' : 'parameter')
  return { node: { value: chosen.node, origin }, problem: null }
}

/** The sandbox needs no approval: what was left for it is kept, for when the sandbox does not hold. */
function toSandbox(host: HostSetting, origin: string): HostSetting {
  return host.value === 'sandbox' ? host : { value: 'sandbox', origin, leaves: host }
}

function tightened<T>(current: Setting<T>, value: T | undefined, origin: string, pick: (a: T, b: T) => T): Setting<T> {
  if (value === undefined) return current
  const next = pick(current.value, value)
  return next === current.value ? current : { value: next, origin }
}
