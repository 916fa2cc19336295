import { findDrift, type Binding } from '@poundlock/approvals'
import { isAnswer, type CallAnswer, type NoAnswer } from '@poundlock/approvals/node'
import type { LocalHost } from '@poundlock/local-host'
import type { AskForApproval, CallContext, CallToApprove } from '@poundlock/runtime'
import { visibleText } from '@poundlock/spec'
import type { ExecInput } from '@poundlock/spec/tools'
import type { Approvals, AskingCall } from '../approvals/approvals.ts'
import type { DecidedNode } from './decide-fleet.ts'

/** Names in one line of a request. */
const NAMES_A_LINE = 10

export interface FleetAsking extends Pick<LocalHost, 'config' | 'context'> {
  readonly approvals: Approvals
  readonly fleet: AskingCall & { readonly id: string; readonly stop: AbortController }
}

type Ready = NonNullable<DecidedNode['ready']>

export interface FleetApproval {
  /** Answers for one node; only for exactly what was shown of it. */
  readonly askFor: (node: DecidedNode) => AskForApproval
  readonly requestId?: string
  readonly by: string
}

/** No person has to answer: what has changed meanwhile, so that it is shown about, does not run. */
export const NOT_ASKED: FleetApproval = {
  by: 'policy',
  askFor: () => async () => ({
    answer: 'cancelled',
    message: 'it was let through without asking when the fleet was decided',
  }),
}

/**
 * Asks people once about a command on several nodes. The request names every node, and is bound to what would run on each.
 *
 * @returns the approval, or why there is none
 */
export async function approveFleet(
  nodes: readonly DecidedNode[],
  input: ExecInput,
  { config, context, approvals, fleet }: FleetAsking,
): Promise<FleetApproval | CallAnswer | NoAnswer> {
  const ready = nodes.flatMap(({ ready: one }) => (one ? [one] : []))
  const ask = approvals.asker(config.sources, () => fleet, machinesOf(nodes))
  const binding = fleetBinding(ready)
  const given = await ask(requestOf(ready, { id: fleet.id, input, binding, context }), { signal: fleet.stop.signal })
  if (!isAnswer(given) || given.answer === 'deny') return given
  // Used up at once: no other fleet command takes it up.
  const problems = given.use?.(binding) ?? []
  if (problems.length > 0) return { answer: 'cancelled', message: problems.join('\n') }
  return {
    by: given.by,
    ...(given.requestId !== undefined && { requestId: given.requestId }),
    askFor: ({ ready: shown }) => {
      const changes = (now: Binding) => findDrift(shown!.binding, now).map(({ message }) => message)
      return async (call) => {
        const [changed] = changes(call.binding)
        if (changed !== undefined) return { answer: 'cancelled', message: changed }
        return { ...given, answer: 'allow-once', use: changes }
      }
    },
  }
}

interface FleetCall {
  readonly id: string
  readonly input: ExecInput
  readonly binding: Binding
  readonly context: CallContext
}

function requestOf(ready: readonly Ready[], { id, input, binding, context }: FleetCall): CallToApprove {
  const { agent, session, cwd } = context
  const shown = ready.find(({ checked }) => checked.decision.decision === 'ask') ?? ready[0]!
  return {
    callId: id,
    tool: 'exec',
    input,
    command: input.command,
    cwd,
    environment: input.env ?? {},
    agent,
    session,
    decision: shown.checked.decision,
    binding,
    always: [],
    alwaysKey: '',
  }
}

/** Everything that would run, on every node. */
function fleetBinding(ready: readonly Ready[]): Binding {
  const bindings = ready.map(({ binding }) => binding)
  return {
    ...bindings[0]!,
    executables: bindings.flatMap(({ executables }) => executables),
    cwd: { path: 'nodes', node: '', size: 0, changed: '' },
    host: bindings.map(({ host }) => host).join(' '),
  }
}

/** Every node by its name, so many in a line. */
function machinesOf(nodes: readonly DecidedNode[]): readonly string[] {
  const names = nodes.map(({ node: { name, id } }) => `${visibleText(name)} (${id.slice(0, 12)})`)
  const lines = Array.from({ length: Math.ceil(names.length / NAMES_A_LINE) }, (_, index) =>
    names.slice(index * NAMES_A_LINE, (index + 1) * NAMES_A_LINE).join(', '),
  )
  return [`It would run on ${names.length} nodes: ${lines[0]}`, ...lines.slice(1).map((line) => `and on ${line}`)]
}
