import type { Cluster } from '../cluster/cluster.ts'
import type { Connections } from '../connection/connections.ts'
import type { DeviceAudit } from '../identity/device-audit.ts'
import type { Identity } from '../identity/identity.ts'
import type { Metrics } from '../operations/metric-table.ts'
import type { Log } from './log.ts'

/** What every area of the gateway can use. */
export interface Services {
  /** The folder of Poundlock's state; absolute. */
  readonly stateFolder: string
  /** What operators call this gateway. */
  readonly gatewayName: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Log
  readonly metrics: Metrics
  readonly identity: Identity
  readonly connections: Connections
  /** Records who was let in, and by whom. */
  readonly deviceAudit: DeviceAudit
  /** The gateways that it shares a bus with; `null` for one alone. */
  readonly cluster: Cluster | null
  /** Waits until the other gateways know what changed in devices. @throws GatewayError `UNAVAILABLE`, `CONFLICT` */
  readonly devicesPublished: () => Promise<void>
  /** What the gateway does at this moment. */
  readonly state: () => GatewayState
}

/** `draining`: nothing new is taken, and what runs is brought to its end. */
export type GatewayState = 'starting' | 'ready' | 'draining'

export type { Log } from './log.ts'
