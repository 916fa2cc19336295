import {
  type DirectiveResult,
  type HostApprovals,
  type Policy,
  type Sender,
  type SessionState,
  applyDirective,
} from '@poundlock/policy'
import { EXEC_TOOL } from '@poundlock/spec/tools'
import type { CallContext } from '../call/call-context.ts'
import type { WriteRecord } from '../call/records.ts'
import type { Sessions } from './sessions.ts'

/** Who said something in a session, and whether that person may give directives there; the app knows. */
export interface Speaker {
  /** By channel and identity: elevation depends on it. */
  readonly sender: Sender
  /** False: directives are refused. */
  readonly authorised: boolean
}

export interface DirectParts {
  readonly policy: Policy
  readonly sessions: Sessions
  readonly home: string
  readonly nodes: readonly string[]
  /** What the owner of this host laid down. */
  readonly approvals?: HostApprovals
  readonly record: WriteRecord
}

/**
 * Takes a person's message in a session: `/exec …` and `/elevated …` change the session, within the gates of the
 * configuration; `null` for other text. Changes and refusals are recorded with the sender before they apply.
 */
export async function direct(
  text: string,
  context: CallContext,
  { sender, authorised }: Speaker,
  { policy, sessions, home, nodes, approvals, record }: DirectParts,
): Promise<DirectiveResult | null> {
  const { agent, session, workspace, cwd } = context
  const state = sessions.stateOf(session)
  const settingsIn = (directed: SessionState) =>
    policy.execSettings({
      tool: EXEC_TOOL.name,
      requiredPermission: EXEC_TOOL.requiredPermission,
      nodes,
      ...((directed.exec || directed.elevated) && { session: directed }),
      ...(approvals && { approvals }),
      context: { agent, session, workspace, cwd, home, interactive: true },
    })
  const elevated = policy.elevated(agent, sender)
  const result = applyDirective(text, state, { sender, authorised, settings: settingsIn(state), settingsIn, elevated })
  if (result === null) return null
  const { ok, message } = result
  if (result.state !== state || !ok) {
    const by = `${sender.provider}:${sender.id}`
    await record('directive', { agent, session, text: text.trim(), by, ok, message })
    if (ok) sessions.set(session, result.state)
  }
  return result
}
