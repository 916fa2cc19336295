import { GatewayError, type Actor } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { SessionStore, StoredSession } from './session-store.ts'

/** Which sessions a caller may see and use. */
export interface SessionAccess {
  get(id: string): StoredSession | null
  isVisible(session: StoredSession, caller: Caller): boolean
}

/** Operators see all sessions; an agent sees its own. */
export function sessionAccess(store: SessionStore): SessionAccess {
  return {
    get: (id) => store.get(id),
    isVisible: ({ agent }, caller) => caller.role === 'operator' || (caller.role === 'agent' && caller.agent === agent),
  }
}

/** A session that the caller may see. What they may not see is not there. @throws GatewayError `NOT_FOUND` */
export function sessionFor(sessions: SessionAccess, id: string, caller: Caller): StoredSession {
  const session = sessions.get(id)
  if (session && sessions.isVisible(session, caller)) return session
  throw new GatewayError('NOT_FOUND', 'There is no such session.', { path: '/params/session' })
}

export const actorOf = ({ deviceId, deviceName, role }: Caller): Actor => ({ device: deviceId, name: deviceName, role })
