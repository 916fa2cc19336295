import {
  GatewayError,
  type EventData,
  type GatewayNode,
  type NodeCommand,
  type NodeDescription,
  type ResultOf,
} from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'
import type { Services } from '../dispatch/services.ts'
import { EventJournal } from '../feeds/journal.ts'
import { findNode, type NodeCandidate } from './find-node.ts'
import type { NodeRecord, NodeStore } from './node-store.ts'

/** A node that has said what it offers, on its newest connection. */
export interface AttachedNode {
  readonly caller: Caller
  readonly epoch: number
  readonly description: NodeDescription
  readonly connectedAt: number
}

type NodeEventName = 'nodes.changed' | 'exec.started' | 'exec.finished' | 'exec.denied'
export type NodeEvent = {
  readonly [Name in NodeEventName]: { readonly event: Name; readonly data: EventData<Name> }
}[NodeEventName]

export interface FleetParts {
  readonly services: Services
  readonly store: NodeStore
  /** How many commands of a node have not ended. */
  readonly runsOf: (node: string) => number
  /** Writes a record to the audit log of the gateway. */
  readonly audit: (type: string, data: object) => Promise<unknown>
}

const unknownNode = (id: string): NodeRecord => ({
  id,
  epoch: 0,
  declared: [],
  approved: [],
  rejected: [],
  labels: {},
  draining: false,
})

/** The nodes: what operators decided about each, and the connection that counts. */
export class Fleet {
  readonly journal = new EventJournal<NodeEvent>()
  readonly #parts: FleetParts
  readonly #records: Map<string, NodeRecord>
  readonly #attached = new Map<string, AttachedNode>()

  constructor(parts: FleetParts) {
    this.#parts = parts
    this.#records = new Map(parts.store.all().map((record) => [record.id, record]))
  }

  /**
   * Takes a connection as the newest one of its node. The epoch is on disk before the node is told.
   *
   * @throws GatewayError `RECORD_FAILED`
   */
  async attach(caller: Caller, description: NodeDescription): Promise<ResultOf<'node.attach'>> {
    const { services } = this.#parts
    const before = this.record(caller.deviceId)
    const [connection] = services.connections.ofDevice(caller.deviceId)
    const record: NodeRecord = {
      ...before,
      epoch: before.epoch + 1,
      declared: description.commands,
      seenAt: services.now(),
      ...(connection && { address: connection.address }),
    }
    await this.#put(record)
    const { epoch, address = '' } = record
    const { instance } = description
    await this.#parts.audit('node-attached', { node: caller.deviceId, epoch, instance, address })
    // A newer connection may have come while this one was written down.
    if (caller.signal.aborted) throw new GatewayError('UNAVAILABLE', 'The connection is gone.')
    this.#attached.set(caller.deviceId, { caller, epoch: record.epoch, description, connectedAt: services.now() })
    services.log('node-attached', { node: caller.deviceId, epoch: record.epoch, instance: description.instance })
    this.changed(caller.deviceId)
    return { epoch: record.epoch, name: caller.deviceName, labels: record.labels, approved: [...effective(record)] }
  }

  /** @returns whether it was the connection that counts */
  detach(caller: Caller): boolean {
    if (this.#attached.get(caller.deviceId)?.caller !== caller) return false
    this.#attached.delete(caller.deviceId)
    this.changed(caller.deviceId)
    return true
  }

  attached(id: string): AttachedNode | undefined {
    return this.#attached.get(id)
  }

  record(id: string): NodeRecord {
    return this.#records.get(id) ?? unknownNode(id)
  }

  /** What may be sent to a node: what it offers and an operator approved. */
  approved(id: string): readonly NodeCommand[] {
    return effective(this.record(id))
  }

  /** @throws GatewayError `RECORD_FAILED`; nothing has changed then */
  async change(id: string, changes: Partial<NodeRecord>): Promise<void> {
    await this.#put({ ...this.record(id), ...changes })
    this.changed(id)
  }

  async forget(id: string): Promise<void> {
    await this.#parts.store.remove(id)
    this.#records.delete(id)
    this.#attached.delete(id)
  }

  /** Tells those who watch. */
  changed(id: string): void {
    const node = this.view(id)
    if (node) this.journal.add({ event: 'nodes.changed', data: { node } })
  }

  views(): readonly GatewayNode[] {
    return this.#devices().map(({ id }) => this.view(id)!)
  }

  view(id: string): GatewayNode | null {
    const device = this.#devices().find((one) => one.id === id)
    if (!device) return null
    const record = this.record(id)
    const attached = this.#attached.get(id)
    const { address, seenAt = device.seenAt, approvedAt, approvedBy } = record
    return {
      id,
      name: device.name,
      connected: attached !== undefined,
      epoch: record.epoch,
      labels: record.labels,
      declared: [...record.declared],
      approved: [...effective(record)],
      pending: record.declared.some((name) => !record.approved.includes(name) && !record.rejected.includes(name)),
      draining: record.draining,
      runs: this.#parts.runsOf(id),
      ...(address !== undefined && { address }),
      ...(attached && { description: attached.description, connectedAt: attached.connectedAt }),
      ...(seenAt !== undefined && { seenAt }),
      ...(approvedAt !== undefined && { approvedAt }),
      ...(approvedBy !== undefined && { approvedBy }),
    }
  }

  /** What nodes are chosen from. */
  candidates(): readonly NodeCandidate[] {
    return this.#devices().map(({ id, name }) => {
      const record = this.record(id)
      const { address, labels, draining } = record
      const connected = this.#attached.has(id)
      const canRun = effective(record).includes('system.run') && !draining
      return { id, name, connected, labels, canRun, ...(address !== undefined && { address }) }
    })
  }

  /** @throws GatewayError `NOT_FOUND`, `AMBIGUOUS` with the candidates */
  find(reference: string): string {
    const found = findNode(this.candidates(), reference)
    if (found.kind === 'node') return found.node.id
    const { isAmbiguous, message, candidates } = found
    throw new GatewayError(isAmbiguous ? 'AMBIGUOUS' : 'NOT_FOUND', message, {
      path: '/params/node',
      details: { candidates },
    })
  }

  #devices() {
    return this.#parts.services.identity.devices.list().filter(({ role }) => role === 'node')
  }

  async #put(record: NodeRecord): Promise<void> {
    await this.#parts.store.put(record)
    this.#records.set(record.id, record)
  }
}

const effective = ({ declared, approved }: NodeRecord): readonly NodeCommand[] =>
  declared.filter((name) => approved.includes(name))
