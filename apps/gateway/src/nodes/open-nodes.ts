import { join } from 'node:path'
import type { AuditLog } from '@poundlock/audit/node'
import { createRecorder } from '@poundlock/local-host'
import type { ExecHost } from '@poundlock/runtime'
import { redactSecretsIn } from '@poundlock/spec'
import type { Area } from '../dispatch/area.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { Services } from '../dispatch/services.ts'
import { Dispatches } from './dispatches.ts'
import { Fleet } from './fleet.ts'
import { createNodeHost } from './node-host.ts'
import { nodeMethods } from './node-methods.ts'
import { NodeStore } from './node-store.ts'
import { reportMethods } from './report-methods.ts'

export interface NodeLimits {
  /** Milliseconds that a call waits for a node that went away; its end can be asked for afterwards. */
  readonly lostAfterMs: number
}

/** The nodes of a gateway, and what its calls need of them. */
export interface Nodes extends Omit<Area, 'connectionClosed' | 'deviceRevoked'> {
  connectionClosed(caller: Caller): void
  deviceRevoked(deviceId: string): void
  readonly dispatches: Dispatches
  /** For the runtimes of sessions. */
  readonly host: ExecHost
  expire(): void
  /** The gateway ends: what runs on nodes goes on, and is asked about when it is back. */
  leave(): void
  closeStore(): void
}

const LIMITS: NodeLimits = { lostAfterMs: 5 * 60_000 }

/** Opens what the gateway knows of nodes, before it listens. */
export function openNodes(services: Services, limits: Partial<NodeLimits> = {}): Nodes {
  const { stateFolder, now, log } = services
  const store = new NodeStore(join(stateFolder, 'gateway'), now)
  const audit = auditOf(join(stateFolder, 'audit'))
  const fleet: Fleet = new Fleet({ services, store, audit, runsOf: (node) => dispatches.runsOf(node) })
  const dispatches = new Dispatches({ store, fleet, log, now, ...LIMITS, ...limits })
  const record = createRecorder(stateFolder, join(stateFolder, 'audit'))
  const host = createNodeHost({
    fleet,
    dispatches,
    // Others than the caller read the records.
    record: (type, data) => record(type, redactSecretsIn(data)),
  })
  return {
    dispatches,
    host,
    handlers: { ...nodeMethods({ services, fleet, dispatches }), ...reportMethods(fleet, dispatches) },
    connectionClosed: (caller) => {
      if (caller.role === 'node' && fleet.detach(caller)) dispatches.detached(caller.deviceId)
    },
    deviceRevoked(deviceId) {
      dispatches.abandon(deviceId).catch((error: unknown) => log('record-failed', { error: String(error) }))
    },
    expire: () => store.expire(),
    leave: () => dispatches.close(),
    closeStore: () => store.close(),
  }
}

/** Opened for the first record: a gateway without nodes starts faster. */
function auditOf(folder: string): (type: string, data: object) => Promise<unknown> {
  let opened: Promise<AuditLog> | undefined
  return async (type, data) => {
    opened ??= import('@poundlock/audit/node').then(({ openAuditLog }) => openAuditLog(folder))
    return (await opened).append(type, data)
  }
}
