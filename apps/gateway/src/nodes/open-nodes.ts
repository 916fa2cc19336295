import { join } from 'node:path'
import type { AuditLog } from '@poundlock/audit/node'
import type { ExecHost, WriteRecord } from '@poundlock/runtime'
import { redactSecretsIn } from '@poundlock/spec'
import type { ChainLimits } from '../chains/chain-intake.ts'
import { openChains } from '../chains/open-chains.ts'
import { ownedId } from '../cluster/gateway-instance.ts'
import { PeerRuns } from '../cluster/peer-runs.ts'
import { SharedNodes } from '../cluster/shared-nodes.ts'
import type { Area } from '../dispatch/area.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { Services } from '../dispatch/services.ts'
import { Dispatches } from './dispatches.ts'
import { Fleet } from './fleet.ts'
import { createNodeHost } from './node-host.ts'
import { nodeMethods } from './node-methods.ts'
import { OwnRecords } from './node-records.ts'
import { NodeStore } from './node-store.ts'
import { ownReports, reportMethods } from './report-methods.ts'

export interface NodeLimits extends ChainLimits {
  /** Milliseconds that a call waits for a node that went away; its end can be asked for afterwards. */
  readonly lostAfterMs: number
}

type NodeOptions = Partial<NodeLimits>

/** The nodes of a gateway, and what its calls need of them. */
export interface Nodes extends Omit<Area, 'connectionClosed' | 'deviceRevoked'> {
  connectionClosed(caller: Caller): void
  deviceRevoked(deviceId: string): void
  readonly dispatches: Dispatches
  readonly fleet: Fleet
  /** Writes a record to the audit log of the gateway. */
  readonly audit: (type: string, data: object) => Promise<unknown>
  /** For the runtimes of sessions. */
  readonly host: ExecHost
  expire(): void
  /** The gateway ends: what runs on nodes goes on, and is asked about when it is back. */
  leave(): void
  closeStore(): void
}

const LIMITS: Pick<NodeLimits, 'lostAfterMs'> = { lostAfterMs: 5 * 60_000 }

/**
 * Opens what the gateway knows of nodes, before it listens.
 *
 * @param record writes the starts and ends of their commands
 * @throws StateFileError, BusError
 */
export async function openNodes(services: Services, record: WriteRecord, limits: NodeOptions = {}): Promise<Nodes> {
  const { stateFolder, now, log, cluster } = services
  const store = new NodeStore(join(stateFolder, 'gateway'), now)
  const audit = auditOf(join(stateFolder, 'audit'))
  const shared = cluster && new SharedNodes(cluster, store, log)
  const peers = cluster && new PeerRuns(cluster, log)
  const fleet: Fleet = new Fleet({
    services,
    records: shared ?? new OwnRecords(store),
    ...(shared && { shared }),
    audit,
    runsOf: (node) => dispatches.runsOf(node),
  })
  const newRun = () => ownedId('run', cluster?.instance)
  const dispatches = new Dispatches({ store, fleet, log, newRun, now, ...LIMITS, ...limits })
  const own = ownReports(fleet, dispatches)
  const reportsOf = (run: string) => (peers?.isForeign(run) === true ? peers.reports : own)
  if (shared) await followOthers({ shared, fleet, dispatches })
  await peers?.start(own)
  // Others than the caller read the records.
  const host = createNodeHost({ fleet, dispatches, record: (type, data) => record(type, redactSecretsIn(data)) })
  const chains = openChains({
    services,
    limits,
    audit,
    nodes: () => new Map(fleet.candidates().map(({ id, name }) => [id, name])),
    findNode: (reference) => fleet.find(reference),
    reportedRuns: (node) => store.reportedRuns(node),
  })
  return {
    dispatches,
    fleet,
    audit,
    host,
    handlers: {
      ...nodeMethods({ services, fleet, dispatches }),
      ...reportMethods({ fleet, dispatches, reportsOf }),
      ...chains.handlers,
    },
    connectionClosed: (caller) => {
      if (caller.role === 'node' && fleet.detach(caller)) dispatches.detached(caller.deviceId)
    },
    deviceRevoked(deviceId) {
      dispatches.abandon(deviceId).catch((error: unknown) => log('record-failed', { error: String(error) }))
    },
    expire: () => store.expire(),
    leave: () => dispatches.close(),
    closeStore() {
      chains.close()
      shared?.close()
      peers?.close()
      store.close()
    },
  }
}

interface FollowedNodes {
  readonly shared: SharedNodes
  readonly fleet: Fleet
  readonly dispatches: Dispatches
}

/** Runs go on when their node comes back at another gateway. */
async function followOthers({ shared, fleet, dispatches }: FollowedNodes): Promise<void> {
  shared.onChange = (id) => {
    fleet.yield(id)
    if (fleet.attached(id)) void dispatches.attached(id)
    else dispatches.detached(id)
    fleet.changed(id)
  }
  await shared.start()
}

/** Opened for the first record: a gateway without nodes starts faster. */
function auditOf(folder: string): (type: string, data: object) => Promise<unknown> {
  let opened: Promise<AuditLog> | undefined
  return async (type, data) => {
    opened ??= import('@poundlock/audit/node').then(({ openAuditLog }) => openAuditLog(folder))
    return (await opened).append(type, data)
  }
}
