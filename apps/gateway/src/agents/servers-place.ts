import type { SessionPlace } from '@poundlock/local-host'
import { parentOf } from '../sessions/parent-session.ts'
import type { StoredSession } from '../sessions/session-store.ts'

/** Whose MCP servers a session has: those that work for a session have its servers. */
export const serversPlace = ({ id, agent, workspace }: StoredSession): SessionPlace => ({
  agent,
  workspace,
  session: parentOf(id) ?? id,
})
