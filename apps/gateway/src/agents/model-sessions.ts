import type { SessionPlace } from '@poundlock/local-host'
import { GatewayError, type ResultOf } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import { parentOf } from '../sessions/parent-session.ts'
import { sessionFor, type SessionAccess } from '../sessions/session-access.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { AgentWork } from './agent-work.ts'
import { serversPlace } from './servers-place.ts'

/** The sessions in which models of the gateway work: others have no MCP servers here. */
export interface ModelSessions {
  /** Those that are open, the newest first; none for a caller who may read no sessions. */
  list(caller: Caller): ResultOf<'mcp.servers'>['sessions']
  /**
   * The place whose servers a session has.
   *
   * @throws GatewayError `FORBIDDEN`, `NOT_FOUND`
   */
  placeOf(session: string, caller: Caller): SessionPlace
}

/** So many open sessions are looked through. */
const MOST = 100

export function modelSessions(store: SessionStore, access: SessionAccess, agents: AgentWork): ModelSessions {
  return {
    list(caller) {
      if (!caller.scopes.has('sessions.read')) return []
      return store
        .list({ state: 'open', last: null }, MOST)
        .filter(({ id }) => parentOf(id) === null && agents.hasWorkedIn(id))
        .map(({ id, label, agent, workspace }) => ({ id, ...(label !== undefined && { label }), agent, workspace }))
    },
    placeOf(id, caller) {
      if (!caller.scopes.has('sessions.read')) {
        throw new GatewayError('The servers of a session take the scope sessions.read.', {
          code: 'FORBIDDEN',
          path: '/params/session',
          details: { reason: 'scope', scope: 'sessions.read' },
        })
      }
      const session = sessionFor(access, id, caller)
      if (agents.hasWorkedIn(id)) return serversPlace(session)
      throw new GatewayError('No model of the gateway has worked in this session: it has no servers here.', {
        code: 'NOT_FOUND',
        path: '/params/session',
      })
    },
  }
}
