import { GatewayError, type Actor, type Session } from '@poundlock/protocol'
import type { Calls } from '../calls/calls.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { SessionStore, StoredSession } from './session-store.ts'

/** Which sessions a caller may see and use. */
export interface SessionAccess {
  get(id: string): StoredSession | null
  isVisible(session: StoredSession, caller: Caller): boolean
  /** A session of another gateway, which can only be read here. */
  elsewhere(id: string): Session | null
}

/** Operators see all sessions; an agent sees its own. */
export function sessionAccess(store: SessionStore, elsewhere: SessionAccess['elsewhere']): SessionAccess {
  return {
    get: (id) => store.get(id),
    elsewhere,
    isVisible: ({ agent }, caller) => caller.role === 'operator' || (caller.role === 'agent' && caller.agent === agent),
  }
}

/** A session that the caller may see. What they may not see is not there. @throws GatewayError `NOT_FOUND` */
export function sessionFor(sessions: SessionAccess, id: string, caller: Caller): StoredSession {
  const session = sessions.get(id)
  if (session && sessions.isVisible(session, caller)) return session
  const foreign = foreignFor(sessions, id, caller)
  if (foreign) {
    const { gateway, name } = foreign.elsewhere!
    const which = name === undefined ? `${gateway}, which is away` : `${name} (${gateway})`
    throw new GatewayError(`The session is at the gateway ${which}: connect to that one to use it.`, {
      code: 'NOT_FOUND',
      path: '/params/session',
      details: { gateway },
    })
  }
  throw new GatewayError('There is no such session.', { code: 'NOT_FOUND', path: '/params/session' })
}

/** A session of another gateway that the caller may see. */
export function foreignFor(sessions: SessionAccess, id: string, caller: Caller): Session | null {
  const session = sessions.elsewhere(id)
  return session && sessions.isVisible(session, caller) ? session : null
}

/** A session with what is only known of the moment. */
export function shownSession(calls: Calls, session: StoredSession): Session {
  const own = calls.of(session.id)
  const waiting = own.filter(({ state }) => state === 'waiting').length
  return { ...session, running: own.length - waiting, waiting }
}

/** Whether it comes behind another one in a list, which has the newest first. */
export const isBehind = (
  one: Pick<StoredSession, 'id' | 'createdAt'>,
  other: Pick<StoredSession, 'id' | 'createdAt'>,
): boolean => one.createdAt < other.createdAt || (one.createdAt === other.createdAt && one.id < other.id)

export const actorOf = ({ deviceId, deviceName, role }: Caller): Actor => ({ device: deviceId, name: deviceName, role })
