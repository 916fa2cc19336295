import {
  GatewayError,
  type EventData,
  type GatewayNode,
  type NodeCommand,
  type NodeDescription,
  type ResultOf,
} from '@poundlock/protocol'
import type { SharedNodes } from '../cluster/shared-nodes.ts'
import type { Caller } from '../dispatch/caller.ts'
import type { Services } from '../dispatch/services.ts'
import { EventJournal } from '../feeds/journal.ts'
import type { AttachedNode } from './attached-node.ts'
import { findNode, type NodeCandidate } from './find-node.ts'
import type { NodeRecords } from './node-records.ts'
import type { NodeRecord } from './node-store.ts'

type NodeEventName = 'nodes.changed' | 'exec.started' | 'exec.finished' | 'exec.denied'
export type NodeEvent = {
  readonly [Name in NodeEventName]: { readonly event: Name; readonly data: EventData<Name> }
}[NodeEventName]

export interface FleetParts {
  readonly services: Services
  readonly records: NodeRecords
  /** Lets other gateways ask nodes that are connected here; absent for a gateway alone. */
  readonly shared?: SharedNodes
  /** How many commands of a node have not ended. */
  readonly runsOf: (node: string) => number
  /** Writes a record to the audit log of the gateway. */
  readonly audit: (type: string, data: object) => Promise<unknown>
}

/** The nodes: what operators decided about each, and the connection that counts. */
export class Fleet {
  readonly journal = new EventJournal<NodeEvent>()
  readonly #parts: FleetParts
  readonly #attached = new Map<string, OwnNode>()

  constructor(parts: FleetParts) {
    this.#parts = parts
  }

  /**
   * Takes a connection as the newest one of its node. The epoch is on disk before it is sent to the node.
   *
   * @throws GatewayError `RECORD_FAILED`
   */
  async attach(caller: Caller, description: NodeDescription): Promise<ResultOf<'node.attach'>> {
    const { services, records, shared, audit } = this.#parts
    const { deviceId, connectionId } = caller
    const connectedAt = services.now()
    const [connection] = services.connections.ofDevice(deviceId)
    // Before others learn that it is here.
    const unserve = (await shared?.serve(deviceId, connectionId, caller)) ?? (() => undefined)
    const taken = (before: NodeRecord): NodeRecord => ({
      ...before,
      epoch: before.epoch + 1,
      declared: description.commands,
      seenAt: connectedAt,
      ...(connection && { address: connection.address }),
    })
    try {
      const gateway = services.cluster?.instance ?? ''
      const holder = ({ epoch }: NodeRecord) => ({ gateway, connection: connectionId, epoch, description, connectedAt })
      const record = await records.change(deviceId, taken, holder)
      const { epoch, address = '' } = record
      await audit('node-attached', { node: deviceId, epoch, instance: description.instance, address })
      const own: OwnNode = { link: caller, caller, epoch, description, connectedAt, unserve }
      // A newer connection may have come while this one was written down.
      if (caller.signal.aborted) {
        this.#release(deviceId, own)
        throw new GatewayError('The connection is gone.', { code: 'UNAVAILABLE' })
      }
      this.#attached.get(deviceId)?.unserve()
      this.#attached.set(deviceId, own)
      services.log('node-attached', { node: deviceId, epoch, instance: description.instance })
      this.changed(deviceId)
      return { epoch, name: caller.deviceName, labels: record.labels, approved: [...effective(record)] }
    } catch (error) {
      unserve()
      throw error
    }
  }

  /** @returns whether it was the connection that counts */
  detach(caller: Caller): boolean {
    const own = this.#attached.get(caller.deviceId)
    if (own?.caller !== caller) return false
    this.#attached.delete(caller.deviceId)
    own.unserve()
    this.#release(caller.deviceId, own)
    this.changed(caller.deviceId)
    return true
  }

  attached(id: string): AttachedNode | undefined {
    return this.#attached.get(id) ?? this.#parts.records.elsewhere(id)
  }

  /** Another gateway has a newer connection of a node: the one that is here does not count any more. */
  yield(id: string): void {
    const { shared, services } = this.#parts
    const own = this.#attached.get(id)
    const holder = shared?.holder(id)
    if (!own || !holder || holder.epoch <= own.epoch || holder.gateway === services.cluster?.instance) return
    services.log('node-superseded', { node: id, epoch: holder.epoch, gateway: holder.gateway })
    services.connections.closeDevice(id, 'superseded')
  }

  record(id: string): NodeRecord {
    return this.#parts.records.get(id)
  }

  /** What may be sent to a node: what it offers and an operator approved. */
  approved(id: string): readonly NodeCommand[] {
    return effective(this.record(id))
  }

  /** @throws GatewayError `RECORD_FAILED`, `UNAVAILABLE`; nothing has changed then */
  async change(id: string, changes: Partial<NodeRecord>): Promise<void> {
    await this.#parts.records.change(id, (before) => ({ ...before, ...changes }))
    this.changed(id)
  }

  async forget(id: string): Promise<void> {
    await this.#parts.records.remove(id)
    this.#attached.get(id)?.unserve()
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
    const device = this.#parts.services.identity.devices.get(id)
    if (device?.role !== 'node') return null
    const record = this.record(id)
    const attached = this.attached(id)
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
      const connected = this.attached(id) !== undefined
      const canRun = effective(record).includes('system.run') && !draining
      return { id, name, connected, labels, canRun, ...(address !== undefined && { address }) }
    })
  }

  /** @throws GatewayError `NOT_FOUND`, `AMBIGUOUS` with the candidates */
  find(reference: string): string {
    const found = findNode(this.candidates(), reference)
    if (found.kind === 'node') return found.node.id
    const { isAmbiguous, message, candidates } = found
    throw new GatewayError(message, {
      code: isAmbiguous ? 'AMBIGUOUS' : 'NOT_FOUND',
      path: '/params/node',
      details: { candidates },
    })
  }

  #devices() {
    return this.#parts.services.identity.devices.list().filter(({ role }) => role === 'node')
  }

  /** Tells the other gateways that the connection is gone. Best effort: a gateway that asks for it finds no node. */
  #release(id: string, { epoch }: OwnNode): void {
    const { records, shared, services } = this.#parts
    if (!shared) return
    records
      .change(
        id,
        (record, holder) => (holder?.epoch === epoch ? record : null),
        () => null,
      )
      .catch((error: unknown) => services.log('node-not-released', { node: id, error: String(error) }))
  }
}

/** A node whose connection is here. */
interface OwnNode extends AttachedNode {
  readonly caller: Caller
  /** Other gateways cannot ask it any more. */
  readonly unserve: () => void
}

const effective = ({ declared, approved }: NodeRecord): readonly NodeCommand[] =>
  declared.filter((name) => approved.includes(name))
