import { fingerprintOf } from '../calls/fingerprint.ts'
import type { Handlers } from '../dispatch/handler.ts'
import { sessionFor, type SessionAccess } from '../sessions/session-access.ts'
import type { Fleets } from './fleets.ts'

/** The methods of commands on several nodes. */
export function fleetMethods(fleets: Fleets, sessions: SessionAccess): Handlers {
  return {
    'fleet.check': ({ session, input, selection }, caller) =>
      fleets.check(sessionFor(sessions, session, caller), input, selection),
    'fleet.exec': (params, caller, _services, { idempotencyKey }) => {
      const { session: id, input, nodes, maxConcurrency = 10, maxErrors = 0, record = false } = params
      const session = sessionFor(sessions, id, caller)
      const limits = { maxConcurrency, maxErrors, recorded: record }
      const fingerprint = fingerprintOf('fleet.exec', { session: id, input, nodes, ...limits })
      return fleets.exec(caller, { key: idempotencyKey!, fingerprint, session, input, nodes, ...limits })
    },
    'fleet.cancel': ({ key }, caller) => ({ cancelling: fleets.cancel(caller.deviceId, key) }),
  }
}
