import type { Handlers } from '../dispatch/handler.ts'
import { sessionFor, type SessionAccess } from '../sessions/session-access.ts'
import { keyedRequest, settled } from '../sessions/session-methods.ts'
import type { AgentWork } from './agent-work.ts'

/** The methods of models that work in sessions. */
export function agentMethods(agents: AgentWork, access: SessionAccess): Handlers {
  return {
    'agents.prompt': (params, caller, _services, request) => {
      const session = sessionFor(access, params.session, caller)
      if (session.state === 'aborted') throw settled(session.id)
      const { deviceId, deviceName, role } = caller
      // Connections come and go: what happens is read in the session.
      const owner = { deviceId, deviceName, role, send: () => true }
      const given = { text: params.text, model: params.model, owner }
      return { seq: agents.prompt(session, given, keyedRequest(caller, params, request)) }
    },
    'agents.stop': ({ session }, caller) => ({ stopped: agents.stop(sessionFor(access, session, caller).id) }),
  }
}
