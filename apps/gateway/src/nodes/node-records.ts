import type { NodeDescription } from '@poundlock/protocol'
import type { AttachedNode } from './attached-node.ts'
import type { NodeRecord, NodeStore } from './node-store.ts'

/** The connection of a node that counts, as all gateways see it. */
export interface NodeHolder {
  /** The gateway that has it. */
  readonly gateway: string
  /** The id of the connection. */
  readonly connection: string
  readonly epoch: number
  readonly description: NodeDescription
  readonly connectedAt: number
}

/** What operators decided about nodes, and how often each connected. */
export interface NodeRecords {
  get(id: string): NodeRecord
  /**
   * Changes a record, on disk before it counts.
   *
   * @param holder who has the connection from now on; `null` for none, absent for the same as before
   * @returns the record as it is now; `null` from `change` changes nothing
   * @throws GatewayError `RECORD_FAILED`, `UNAVAILABLE`; nothing has changed then
   */
  change(
    id: string,
    change: (before: NodeRecord, holder: NodeHolder | null) => NodeRecord | null,
    holder?: (record: NodeRecord) => NodeHolder | null,
  ): Promise<NodeRecord>
  remove(id: string): Promise<void>
  /** A node that is connected to another gateway. */
  elsewhere(id: string): AttachedNode | undefined
}

export const unknownNode = (id: string): NodeRecord => ({
  id,
  epoch: 0,
  declared: [],
  approved: [],
  rejected: [],
  labels: {},
  draining: false,
})

/**
 * Whether an operator changed something. What a connection changes need not survive a power failure, which ends the
 * connection, too: thousands that come back at once do not wait for the disk one after the other.
 */
const isDecided = (before: NodeRecord, after: NodeRecord): boolean =>
  before.approved !== after.approved ||
  before.rejected !== after.rejected ||
  before.labels !== after.labels ||
  before.draining !== after.draining ||
  before.approvedAt !== after.approvedAt ||
  before.approvedBy !== after.approvedBy

/** The records of a gateway alone, in its own file. */
export class OwnRecords implements NodeRecords {
  readonly #store: NodeStore
  readonly #records: Map<string, NodeRecord>

  constructor(store: NodeStore) {
    this.#store = store
    this.#records = new Map(store.all().map((record) => [record.id, record]))
  }

  get(id: string): NodeRecord {
    return this.#records.get(id) ?? unknownNode(id)
  }

  async change(id: string, change: (before: NodeRecord, holder: null) => NodeRecord | null): Promise<NodeRecord> {
    const before = this.get(id)
    const record = change(before, null)
    if (record === null) return before
    await this.#store.put(record, isDecided(before, record) ? 'power' : 'process')
    this.#records.set(id, record)
    return record
  }

  async remove(id: string): Promise<void> {
    await this.#store.remove(id)
    this.#records.delete(id)
  }

  elsewhere(): undefined {
    return undefined
  }
}
