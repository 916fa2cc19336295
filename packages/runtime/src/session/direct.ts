import type { Policy, Sender } from '@poundlock/policy'
import { applyDirective, type DirectiveResult } from '@poundlock/policy/session'
import { execTool } from '@poundlock/spec'
import type { WriteRecord } from '../call/records.ts'
import type { CallContext } from '../create-runtime.ts'
import type { Sessions } from './sessions.ts'

/** Who said something in a session, and whether that person may give directives there; the app knows. */
export interface Speaker {
  readonly sender: Sender
  readonly authorised: boolean
}

export interface DirectParts {
  readonly policy: Policy
  readonly sessions: Sessions
  readonly home: string
  readonly nodes: readonly string[]
  readonly record: WriteRecord
}

/**
 * Takes what a person said in a session: `/exec …` and `/elevated …` change it, by the gates of the configuration;
 * anything else is `null`. What changes something, or was refused, is recorded with who said it, before it holds.
 */
export async function direct(
  text: string,
  context: CallContext,
  { sender, authorised }: Speaker,
  { policy, sessions, home, nodes, record }: DirectParts,
): Promise<DirectiveResult | null> {
  const { agent, session, workspace, cwd } = context
  const state = sessions.stateOf(session)
  const settings = policy.execSettings({
    tool: execTool.name,
    requiredPermission: execTool.requiredPermission,
    nodes,
    ...((state.exec || state.elevated) && { session: state }),
    context: { agent, session, workspace, cwd, home, interactive: true },
  })
  const elevated = policy.elevated(agent, sender)
  const result = applyDirective(text, state, { sender, authorised, settings, elevated })
  if (result === null) return null
  const { ok, message } = result
  if (result.state !== state || !ok) {
    const by = `${sender.provider}:${sender.id}`
    await record('directive', { agent, session, text: text.trim(), by, ok, message })
    if (ok) sessions.set(session, result.state)
  }
  return result
}
