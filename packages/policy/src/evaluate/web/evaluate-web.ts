import type { ReasonEffect, TraceStep } from '../../model/decision.ts'
import type { PolicyLayer } from '../../model/layer.ts'
import type { PolicyRequest } from '../../model/request.ts'
import { showValue } from '../../model/show-value.ts'
import { sourceAt } from '../../model/source-at.ts'
import { answer } from '../../model/trace-step.ts'
import { compileDomains, hostAndPort, readWebAddress, type WebLocation } from '../../rules/web/domains.ts'
import { type NetworkPolicy, compileNetwork } from '../../rules/web/network.ts'

/** What counts besides the hosts that a call contacts. */
export interface WebQuestion {
  /** True where the tool reaches no more than a command would, whatever it contacts. */
  readonly isKept: boolean
  /** Whether a rule on effects lets a host be contacted. */
  readonly allows: (host: string) => boolean
}

type Contacts = Pick<PolicyRequest, 'tool' | 'urls' | 'contacts' | 'contactsUnnamed'>

/** @param host `null` where it is not known */
const contacting = (host: string | null): ReasonEffect => ({ kind: 'network', path: host })

/** The hosts that a call contacts, as far as they are plain. */
export const hostsOf = ({ urls = [], contacts = [] }: PolicyRequest): readonly WebLocation[] => [
  ...urls.flatMap((url) => {
    const read = readWebAddress(url)
    return 'host' in read ? [read] : []
  }),
  ...contacts.map(hostAndPort),
]

/** Evaluates the hosts that a call contacts. */
export type EvaluateWeb = (request: Contacts, question: WebQuestion) => readonly TraceStep[]

/** The lists for web tools of one layer. */
interface DomainLists {
  readonly source: (pointer: string) => string
  readonly allowed: (host: string) => number
  readonly denied: (host: string) => number
  readonly denyDomains: readonly string[]
  readonly allowsAll: boolean
  readonly mayLoosen: boolean
  readonly binding: boolean
}

/** What all layers together say about hosts, each list compiled once. */
interface WebRules {
  readonly lists: readonly DomainLists[]
  readonly network: NetworkPolicy
  /** What an organisation leaves of the network; `null` where it says nothing. */
  readonly bounds: NetworkPolicy | null
}

/**
 * Compiles the rules on hosts: the lists for web tools, and the network of commands. An address of the own network that a
 * model names asks, whatever the lists say.
 */
export function compileWeb(layers: readonly PolicyLayer[]): EvaluateWeb {
  const binding = layers.filter((layer) => layer.binding === true && layer.network?.mode !== undefined)
  const rules: WebRules = {
    lists: layers.flatMap(domainLists),
    network: compileNetwork(layers),
    bounds: binding.length === 0 ? null : compileNetwork(binding),
  }
  return ({ tool, urls = [], contacts = [], contactsUnnamed }, question) => [
    ...urls.flatMap((url) => evaluateUrl(rules, url, question)),
    // What the owner has set may lie anywhere.
    ...contacts.flatMap((url) => evaluateLocation(rules, hostAndPort(url), question)),
    ...(contactsUnnamed === true ? evaluateUnnamed(rules, tool, question) : []),
  ]
}

function domainLists(layer: PolicyLayer): readonly DomainLists[] {
  const { web, mayLoosen, binding = false } = layer
  if (!web) return []
  const { allowDomains = [], denyDomains = [] } = web
  return [
    {
      source: (pointer) => sourceAt(layer, `/tools/web/${pointer}`),
      allowed: compileDomains(allowDomains, 'allow'),
      denied: compileDomains(denyDomains, 'deny'),
      denyDomains: [...denyDomains],
      allowsAll: allowDomains.length === 0,
      mayLoosen,
      binding,
    },
  ]
}

function evaluateUrl(rules: WebRules, url: string, question: WebQuestion): readonly TraceStep[] {
  const read = readWebAddress(url)
  if ('host' in read) return evaluateLocation(rules, read, question)
  const message = `the address ${showValue(url)} would be contacted, but it ${read.problem}`
  return [answer('web', 'ask', 'WEB_UNCLEAR', message, { effect: contacting(null) })]
}

function evaluateLocation(rules: WebRules, location: WebLocation, question: WebQuestion): readonly TraceStep[] {
  const listed = rules.lists.flatMap((lists) => evaluateLists(lists, location.host))
  return listed.length > 0 ? listed : evaluateNetwork(rules, location, question)
}

function evaluateLists(lists: DomainLists, host: string): readonly TraceStep[] {
  const { source, allowed, denied, denyDomains, allowsAll } = lists
  const effect = contacting(host)
  const index = denied(host)
  if (index >= 0) {
    const from = { rule: denyDomains[index]!, source: source(`denyDomains/${index}`), effect }
    return [answer('web', 'deny', 'WEB_DENIED', `${host} is in tools.web.denyDomains`, from)]
  }
  if (allowsAll || allowed(host) >= 0) return []
  const message = `${host} is not in tools.web.allowDomains`
  return [answer('web', 'ask', 'WEB_UNLISTED', message, { source: source('allowDomains'), effect })]
}

/** Tools have the network that commands have. A list of the owner is consent given in advance. */
function evaluateNetwork(
  { lists, network, bounds }: WebRules,
  { host, port }: WebLocation,
  { isKept, allows }: WebQuestion,
): readonly TraceStep[] {
  if (isKept || network.reaches(host, port)) return []
  // A user cannot give to other tools what an organisation keeps from commands.
  const isBound = bounds !== null && !bounds.reaches(host, port)
  const consents = lists.some(
    ({ mayLoosen, binding, allowed }) => mayLoosen && (binding || !isBound) && allowed(host) >= 0,
  )
  if (consents || (!isBound && allows(host))) return []
  if (network.mode.value !== 'allowlist' && network.mode.value !== 'ask') return [offline(network, host, host)]
  const place = port === 80 || port === 443 ? host : `${host}:${port}`
  return [
    answer('web', 'ask', 'WEB_UNREACHED', `${place} is not among the hosts that sandbox.egress names`, {
      source: network.mode.origin,
      effect: contacting(host),
    }),
  ]
}

function evaluateUnnamed({ lists, network }: WebRules, tool: string, { isKept }: WebQuestion): readonly TraceStep[] {
  const narrowed = lists.find(({ allowsAll }) => !allowsAll)
  if (narrowed) {
    const from = { source: narrowed.source('allowDomains'), effect: contacting(null) }
    return [answer('web', 'ask', 'WEB_UNLISTED', `which host ${tool} contacts is not known`, from)]
  }
  const isFree = isKept || network.mode.value === 'on'
  return isFree ? [] : [offline(network, `a host that ${tool} does not name`, null)]
}

const offline = ({ mode }: NetworkPolicy, what: string, host: string | null): TraceStep =>
  answer('web', 'ask', 'WEB_OFFLINE', `${what} would be contacted, but commands have no network`, {
    source: mode.origin,
    effect: contacting(host),
  })
