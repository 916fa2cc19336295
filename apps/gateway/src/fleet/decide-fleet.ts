import type { Binding } from '@poundlock/approvals'
import type { LocalHost } from '@poundlock/local-host'
import type { FleetRow } from '@poundlock/protocol'
import type { CallContext, CheckedCall, Runtime } from '@poundlock/runtime'
import { PoundlockError } from '@poundlock/spec'
import type { ExecInput } from '@poundlock/spec/tools'
import type { NodeCandidate } from '../nodes/find-node.ts'
import { eachOf } from './each-of.ts'

/** A node, and what was decided about the command there. */
export interface DecidedNode {
  readonly node: NodeCandidate
  readonly row: FleetRow
  /** What would run there; `null` where nothing may. */
  readonly ready: { readonly checked: CheckedCall; readonly binding: Binding } | null
}

/** Nodes that are asked at a time. */
const AT_ONCE = 32
const MOST_REASONS = 5
const MOST_MESSAGE = 500

/** Has each node and the gateway decide a command, one node as the other. Nothing runs. */
export async function decideFleet(
  nodes: readonly NodeCandidate[],
  input: ExecInput,
  { runtime, context }: Pick<LocalHost, 'runtime' | 'context'>,
): Promise<readonly DecidedNode[]> {
  const decided: DecidedNode[] = []
  await eachOf([...nodes.entries()], AT_ONCE, async ([index, node]) => {
    decided[index] = await decideOn(node, input, runtime, context)
  })
  return decided
}

async function decideOn(
  node: NodeCandidate,
  input: ExecInput,
  runtime: Runtime,
  context: CallContext,
): Promise<DecidedNode> {
  try {
    const options = { interactive: true }
    const checked = await runtime.check({ ...input, host: 'node', node: node.id }, context, options)
    const { decision, reasons, exec } = checked.decision
    if (exec.host.value !== 'node') return refused(node, 'failed', `it would run on the ${exec.host.value}`)
    const binding = checked.binding()
    const shown = reasons.slice(0, MOST_REASONS).map(({ code, message, layer }) => ({ code, message, layer }))
    const [reason] = reasons
    // The source says what a node refused it for.
    const message = [reason?.message ?? '', ...(reason?.source === undefined ? [] : [`(${reason.source})`])].join(' ')
    const base = { ...rowOf(node, 'ready', message), decision, reasons: shown }
    if (decision !== 'deny') return { node, row: base, ready: { checked, binding } }
    const isOffline = reasons.some(({ code }) => code === 'NODE_OFFLINE')
    return { node, row: { ...base, state: isOffline ? 'offline' : 'denied', isError: true }, ready: null }
  } catch (error) {
    const code = PoundlockError.isInstance(error) ? error.code : ''
    return refused(node, code === 'NODE_OFFLINE' ? 'offline' : 'failed', error instanceof Error ? error.message : '')
  }
}

const refused = (node: NodeCandidate, state: FleetRow['state'], message: string): DecidedNode => ({
  node,
  row: { ...rowOf(node, state, message), isError: true },
  ready: null,
})

/** A row that is no error. */
export const rowOf = ({ id, name }: NodeCandidate, state: FleetRow['state'], message: string): FleetRow => ({
  node: id,
  name,
  state,
  isError: false,
  message: message.slice(0, MOST_MESSAGE),
})

/** The strictest answer of those that could run it; `deny` where none could. */
export function strictestOf(decided: readonly DecidedNode[]): 'allow' | 'ask' | 'deny' {
  const ready = decided.flatMap(({ ready: one }) => (one ? [one.checked.decision.decision] : []))
  if (ready.length === 0) return 'deny'
  return ready.includes('ask') ? 'ask' : 'allow'
}
