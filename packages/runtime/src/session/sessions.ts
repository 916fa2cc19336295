import type { SessionState } from '@poundlock/policy'

/** What people have said about sessions. It is held in memory and gone with the process. */
export interface Sessions {
  stateOf(session: string): SessionState
  set(session: string, state: SessionState): void
}

const NOTHING: SessionState = {}
const MAX_SESSIONS = 4096

export function createSessions(): Sessions {
  const states = new Map<string, SessionState>()
  return {
    stateOf: (session) => states.get(session) ?? NOTHING,
    set(session, state) {
      states.delete(session)
      if (state.exec === undefined && state.elevated === undefined) return
      // A forgotten session has the defaults: contained.
      if (states.size >= MAX_SESSIONS) states.delete(states.keys().next().value!)
      states.set(session, state)
    },
  }
}
