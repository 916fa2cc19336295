import { GatewayError, PROTOCOL_VERSIONS } from '@poundlock/protocol'
import type { Area } from './dispatch/area.ts'
import type { Services } from './dispatch/services.ts'
import type { Reloader } from './operations/reloader.ts'

/** What `gateway.status` cannot find out of the services. */
export interface Running {
  readonly version: string
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly addresses: () => readonly string[]
  readonly areas: () => readonly Area[]
  /** Absent where there is no configuration to read again. */
  readonly reloader?: Reloader
}

/** The methods that say how the gateway is. */
export function openStatus(services: Services, { version, startedAt, addresses, areas, reloader }: Running): Area {
  const { identity, gatewayName, now, state, connections } = services
  return {
    handlers: {
      'gateway.health': () => ({ state: state(), time: now() }),
      'gateway.status': () => {
        const counts = areas().map((area) => area.counts?.() ?? {})
        const sum = (key: 'sessions' | 'calls' | 'approvals') =>
          counts.reduce((total, one) => total + (one[key] ?? 0), 0)
        const open = { operator: 0, agent: 0, node: 0 }
        for (const { caller } of connections.all()) open[caller.role]++
        return {
          gateway: { id: identity.gateway.id, name: gatewayName, version },
          protocol: PROTOCOL_VERSIONS,
          state: state(),
          startedAt,
          time: now(),
          pid: process.pid,
          addresses: [...addresses()],
          connections: open,
          sessions: sum('sessions'),
          calls: sum('calls'),
          approvals: sum('approvals'),
          problems: [
            ...areas().flatMap((area) => area.problems?.() ?? []),
            ...(reloader && reloader.problem !== null ? [reloader.problem] : []),
          ],
        }
      },
      ...(reloader && { 'gateway.reload': () => reloader.reload() }),
      'subscriptions.end': ({ subscription }, caller) => {
        if (caller.unsubscribe(subscription)) return {}
        throw new GatewayError('The connection has no such subscription.', {
          code: 'NOT_FOUND',
          path: '/params/subscription',
        })
      },
    },
  }
}
