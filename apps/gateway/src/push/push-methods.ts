import { GatewayError } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Handlers } from '../dispatch/handler.ts'
import type { Services } from '../dispatch/services.ts'
import { hashOf } from '../identity/secrets.ts'
import { receiverKeyProblem } from './message-encryption.ts'
import { lookUpEndpoint, readEndpoint } from './push-endpoint.ts'
import type { PushNotices } from './push-notices.ts'
import type { PushTarget } from './push-store.ts'

/**
 * The methods by which a device says where its pushes go. Each is about the caller's own device, and about no other one.
 *
 * @param push `null` where none are sent
 */
export function pushMethods(push: PushNotices | null, { log, now }: Services): Handlers {
  if (push === null) {
    return {
      'push.status': () => ({ commands: false }),
      'push.subscribe': () => {
        throw new GatewayError('This gateway sends no pushes (gateway.push.enabled is false).', { code: 'UNAVAILABLE' })
      },
      'push.unsubscribe': () => ({ removed: false }),
    }
  }
  const { store, settings } = push
  return {
    'push.status': (_params, { deviceId }) => {
      const subscription = store.get(deviceId)
      return {
        key: store.key().publicKey,
        commands: settings.commands,
        ...(subscription && { subscription: shown(subscription) }),
      }
    },
    'push.subscribe': async ({ endpoint, keys }, caller) => {
      checkReads(caller)
      const problem = receiverKeyProblem(keys)
      if (problem !== null) throw invalid('/params/keys', problem)
      const service = await checkedService(endpoint, settings.privateHosts)
      // Revoked while the name was looked up.
      if (caller.signal.aborted) throw new GatewayError('The connection has ended.', { code: 'UNAVAILABLE' })
      const subscription = { device: caller.deviceId, endpoint, ...keys, since: now() }
      push.subscribe(subscription)
      log('push-began', { device: caller.deviceId, service })
      return { subscription: shown(subscription) }
    },
    'push.unsubscribe': (_params, { deviceId }) => ({ removed: push.unsubscribe(deviceId) }),
  }
}

/** A push says what waits. */
function checkReads({ scopes }: Caller): void {
  if (scopes.has('approvals.read')) return
  throw new GatewayError('The connection lacks the scope approvals.read.', {
    code: 'FORBIDDEN',
    details: { reason: 'scope', scope: 'approvals.read' },
  })
}

async function checkedService(text: string, privateHosts: readonly string[]): Promise<string> {
  const endpoint = readEndpoint(text, privateHosts)
  if (typeof endpoint === 'string') throw invalid('/params/endpoint', endpoint)
  const looked = await lookUpEndpoint(endpoint, privateHosts)
  if (looked.kind === 'refused') throw invalid('/params/endpoint', looked.problem)
  if (looked.kind === 'found') return endpoint.host
  throw new GatewayError(`The push service cannot be reached: ${looked.problem}.`, { code: 'UNAVAILABLE' })
}

const invalid = (path: string, problem: string) =>
  new GatewayError(`${path}: ${problem}.`, {
    code: 'INVALID_PARAMS',
    path,
    expected: 'a subscription at a public push service; gateway.push.privateHosts names others',
  })

const shown = ({ endpoint, since }: PushTarget) => ({ endpointHash: hashOf(endpoint), since })
