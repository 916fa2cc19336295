import type { Binding } from '@poundlock/approvals'
import { isAnswer, type CallAnswer, type NoAnswer } from '@poundlock/approvals/node'
import type { SandboxCommand } from '@poundlock/sandbox'
import { coversTarget, type EgressRuleInput, type EgressTarget, parseEgressRule, writeTarget } from '@poundlock/spec'
import type { CallToApprove } from '../call/approval.ts'
import { bindCall } from '../call/bind-call.ts'
import type { ExecOrder } from '../hosts/exec-host.ts'
import type { RuntimeOptions } from '../runtime-options.ts'
import {
  coveredContact,
  type Destination,
  destinationBinding,
  destinationGrants,
  destinationOf,
  destinationReasons,
  type Destinations,
  destinationText,
  grantsText,
} from './destination.ts'
import { namedContacts } from './named-contacts.ts'
import { coveringUses, type NetworkUse, networkUse } from './network-use.ts'
import { destinationsOf } from './registry-destinations.ts'

/** Asks about the hosts that a command contacts. */
export type AskDestination = NonNullable<SandboxCommand['askEgress']>
/** A command whose hosts are asked about, before its start or while it runs. */
type AskedOrder = ExecOrder & { readonly beforeStart?: true }
type Consent = Awaited<ReturnType<AskDestination>>

const ALLOWED: Consent = { allowed: true }
const refused = (reason: string): Consent => ({ allowed: false, reason })

/** How far an answer reaches beyond the command that asked. */
type Reach = 'command' | 'session' | 'workspace' | 'denied'

/**
 * Asks people about hosts that contained commands contact and no rule of `sandbox.egress` names, while the connection
 * waits. An answer holds for the command (`allow-once`), for the session (`allow-always` with the scope `exact` or
 * `folder`), or for all contained commands of the workspace, as a standing grant. Commands of a session that want the
 * same host at the same time share one question. What a person approved as a line covers the hosts that it names. An
 * answer about a command that fetches does not hold for one that may send (`networkUse`), and holds for all hosts of a
 * registry (`destinationsOf`).
 */
export function createDestinationQuestions(options: RuntimeOptions): (order: AskedOrder) => AskDestination {
  const inSession = new Set<string>()
  const waiting = new Map<string, Promise<Reach>>()
  return (order) => {
    const { agent, session } = order.context
    const keyOf = (places: readonly string[], use: NetworkUse) => JSON.stringify([agent, session, ...places, use])
    // Of this run: the other hosts of a registry are not asked about.
    const answers = new Map<string, Consent>()
    return async (target, signal) => {
      const first = destinationOf(target, order)
      const { place, use } = first
      const decision = options.policy.decide(first.request)
      if (decision.decision === 'deny') return refused(decision.reasons[0]?.message ?? 'a rule denies it')
      if (order.contacts?.includes(place) === true || isApproved(target, order)) return ALLOWED
      const asked = order.beforeStart === true ? alone(first) : destinationsOf(first, target, order, options.policy)
      const places = asked.all.map((one) => one.place)
      const key = keyOf(places, use)
      for (;;) {
        const known = answers.get(place)
        if (known) return known
        if (coveringUses(use).some((one) => inSession.has(keyOf([place], one))) || isGranted(first, order, options))
          return ALLOWED
        const earlier = waiting.get(key)
        if (earlier === undefined) break
        if ((await earlier) === 'denied') return refused('a person has just refused it')
      }
      const ask = order.options.ask === undefined ? options.ask : order.options.ask
      if (!ask) return refused('no person can be asked')
      const settled = Promise.withResolvers<Reach>()
      waiting.set(key, settled.promise)
      let reach: Reach = 'denied'
      try {
        const question = questionAbout(asked, order, options)
        const given = await ask(question, { signal })
        if (!isAnswer(given)) return refused(whyUnanswered(given))
        const drift = given.answer === 'deny' ? [] : (given.use?.(boundContact(asked, order)) ?? [])
        if (drift.length > 0) return refused(drift.join(' '))
        const consent = consentOf(given)
        for (const each of places) answers.set(each, consent)
        if (!consent.allowed) return consent
        reach = reachOf(given)
        if (reach === 'session') for (const each of places) inSession.add(keyOf([each], use))
        if (reach === 'workspace') keepGrants(asked, order, given, options)
        return ALLOWED
      } finally {
        waiting.delete(key)
        settled.resolve(reach)
      }
    }
  }
}

const alone = (first: Destination): Destinations => ({ first, all: [first] })

const consentOf = ({ answer, by, reason }: CallAnswer): Consent =>
  answer === 'deny' ? refused(`${by} refused it${reason ? `: ${reason}` : ''}`) : ALLOWED

/** Whether a person approved a line that names the target. */
const isApproved = ({ host, port }: EgressTarget, { approvedByPerson, line }: ExecOrder): boolean =>
  approvedByPerson === true && namedContacts(line.plan).some((named) => named.host === host && named.port === port)

function reachOf({ answer, limits }: CallAnswer): Reach {
  if (answer !== 'allow-always') return 'command'
  return limits?.scope === undefined || limits.scope === 'workspace' ? 'workspace' : 'session'
}

const whyUnanswered = ({ answer, message }: NoAnswer): string =>
  answer === 'unreachable' ? 'no person can be asked' : message

/** Whether a standing grant covers it; where its uses are limited, one is used up. */
function isGranted(destination: Destination, { context, decided }: ExecOrder, options: RuntimeOptions): boolean {
  const { agent, session, workspace } = context
  const grants = options.grants?.(agent, decided.decision.exec.host.value, session) ?? []
  const covered = coveredContact(grants, destination, workspace)
  if (covered === null) return false
  const { name, argv, resolved, span } = covered
  const commands = [{ name, argv, resolved, span, decision: 'allow', rule: null, granted: true }] as const
  const { plan, context: where } = destination.request
  const request = {
    ...destination.request,
    context: { ...where, cwd: workspace },
    ...(plan && { plan: { ...plan, commands: [covered] } }),
  }
  return options.usedGrants?.(request, { ...decided.decision, commands }) ?? true
}

function keepGrants(asked: Destinations, order: ExecOrder, given: CallAnswer, options: RuntimeOptions): void {
  const { agent, session, workspace } = order.context
  const { scope: _, thisSession, ...limits } = given.limits ?? {}
  const reach = { ...limits, ...(thisSession === true && { session }) }
  const host = order.decided.decision.exec.host.value
  options.keepGrants?.(destinationGrants(asked, workspace), { agent, host, by: given.by, ...reach })
}

/**
 * Asks before the start about the hosts that a line names, where people can only be asked then.
 *
 * @returns the hosts that it may contact, or why it may not start
 */
export async function askNamedContacts(
  order: ExecOrder,
  inputs: readonly EgressRuleInput[],
  ask: AskDestination,
): Promise<{ readonly allowed: readonly string[] } | { readonly refused: string }> {
  const signal = order.options.abortSignal ?? new AbortController().signal
  const sends = networkUse(order.line.plan) === 'sends'
  const rules = inputs
    .map((input) => parseEgressRule(input))
    .flatMap((rule) => ('problem' in rule || (sends && rule.onlyFetches === true) ? [] : [rule]))
  const allowed: string[] = []
  for (const target of namedContacts(order.line.plan)) {
    const place = writeTarget(target)
    if (allowed.includes(place) || rules.some((rule) => coversTarget(rule, target))) continue
    const consent = await ask(target, signal)
    if (!consent.allowed) return { refused: `It would contact ${place}: ${consent.reason}. Nothing ran.` }
    allowed.push(place)
  }
  return { allowed }
}

/** The question as surfaces show it: the line that contacts the hosts stands behind them. */
function questionAbout(asked: Destinations, order: AskedOrder, options: RuntimeOptions): CallToApprove {
  const { input, context, cwd, callId, decided } = order
  const { agent, session, workspace } = context
  const { first, all, preset } = asked
  const offers = options.keepGrants ? destinationGrants(asked, workspace) : []
  const reasons = destinationReasons(asked, order).map(({ message, place }) => ({
    code: 'WEB_UNREACHED' as const,
    message,
    layer: 'web' as const,
    effect: { kind: 'network' as const, path: place },
  }))
  const what = preset === undefined ? 'host' : 'registry'
  const fix = [{ message: `name the ${what} in sandbox.egress`, key: 'sandbox.egress', value: preset ?? first.place }]
  return {
    callId,
    tool: 'exec',
    input,
    command: destinationText(input.command, all),
    cwd,
    environment: {},
    ...(order.beforeStart !== true && { runs: true as const }),
    agent,
    session,
    decision: { ...decided.decision, decision: 'ask', reasons, fix },
    binding: boundContact(asked, order),
    always:
      offers.length === 0 ? [] : [grantsText(asked, workspace), 'with "exact": for the rest of this session only'],
    alwaysKey: JSON.stringify(offers.map(({ grant }) => grant)),
  }
}

/** What an answer is bound to, as it is now. While a command runs, it may change the files that it runs itself. */
function boundContact(asked: Destinations, order: AskedOrder): Binding {
  const { input, context, cwd, environment, line, decided, beforeStart = false } = order
  const { agent, session, workspace } = context
  const host = decided.decision.exec.host.value
  const { plan, analysis } = line
  const where = { cwd, workspace, environment, host, agent, session }
  const bound = bindCall({ text: input.command, plan, analysis, ...where })
  return destinationBinding(beforeStart ? bound : { ...bound, executables: [], scripts: [] }, asked)
}
