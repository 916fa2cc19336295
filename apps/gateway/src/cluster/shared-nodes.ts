import { BusError } from '@poundlock/bus'
import {
  GatewayNode,
  isMethodName,
  METHODS,
  NodeDescription,
  readMethodResult,
  type MethodsOf,
  type ParamsOf,
  type ResultOf,
} from '@poundlock/protocol'
import { Type } from '@poundlock/spec/schema'
import { createValidator } from '@poundlock/spec/validation'
import type { NodeRequestOptions } from '../connection/node-requests.ts'
import type { Log } from '../dispatch/log.ts'
import type { AttachedNode, NodeLink } from '../nodes/attached-node.ts'
import { unknownNode, type NodeHolder, type NodeRecords } from '../nodes/node-records.ts'
import type { NodeRecord, NodeStore } from '../nodes/node-store.ts'
import type { Cluster } from './cluster.ts'
import { peerAnswer, readPeerAnswer } from './peer-answer.ts'
import { SharedRecords } from './shared-records.ts'

interface SharedNode {
  readonly record: NodeRecord
  readonly holder: NodeHolder | null
}

const CLOSED = { additionalProperties: false }
const { id, epoch, declared, approved, labels, draining, address, seenAt, approvedAt, approvedBy } =
  GatewayNode.properties
const Shared = Type.Object(
  {
    record: Type.Object(
      { id, epoch, declared, approved, rejected: approved, labels, draining, address, seenAt, approvedAt, approvedBy },
      CLOSED,
    ),
    holder: Type.Union([
      Type.Null(),
      Type.Object(
        {
          gateway: Type.String({ pattern: '^[0-9a-f]{8}$' }),
          connection: Type.String({ maxLength: 128 }),
          epoch,
          description: NodeDescription,
          connectedAt: Type.Integer(),
        },
        CLOSED,
      ),
    ]),
  },
  CLOSED,
)
const isShared = createValidator(Shared)
/** Milliseconds that another gateway has to pass a request on to its node. */
const PASS_ON_MS = 1000

/** The records of nodes that all gateways see, and who has the connection of each. */
export class SharedNodes implements NodeRecords {
  readonly #cluster: Cluster
  readonly #store: NodeStore
  readonly #records: SharedRecords<SharedNode>
  /** Told of nodes whose record changed, or whose connection came or went. */
  onChange: (id: string) => void = () => undefined

  constructor(cluster: Cluster, store: NodeStore, log: Log) {
    this.#cluster = cluster
    this.#store = store
    this.#records = new SharedRecords({
      bus: cluster.bus,
      space: 'nodes',
      log,
      read: (value) => (isShared(value).length === 0 ? (value as SharedNode) : null),
      changed: (node) => this.onChange(node),
    })
    cluster.onGateways(() => this.#allChanged())
    cluster.onReturn(() => this.#allChanged())
  }

  async start(): Promise<void> {
    await this.#records.start()
    // What this gateway decided before it shared a bus.
    for (const record of this.#store.all()) {
      if (this.#records.get(record.id) !== undefined) continue
      // oxlint-disable-next-line no-await-in-loop -- once, and seldom many
      await this.#records.change(record.id, (before) => before ?? { record, holder: null })
    }
  }

  get(node: string): NodeRecord {
    return this.#records.get(node)?.record ?? unknownNode(node)
  }

  holder(node: string): NodeHolder | null {
    return this.#records.get(node)?.holder ?? null
  }

  async change(
    node: string,
    change: (before: NodeRecord, holder: NodeHolder | null) => NodeRecord | null,
    holder?: (record: NodeRecord) => NodeHolder | null,
  ): Promise<NodeRecord> {
    const shared = await this.#write(() =>
      this.#records.change(node, (before) => {
        const record = change(before?.record ?? unknownNode(node), before?.holder ?? null)
        return record && { record, holder: holder ? holder(record) : (before?.holder ?? null) }
      }),
    )
    return shared?.record ?? unknownNode(node)
  }

  async remove(node: string): Promise<void> {
    await this.#store.remove(node)
    await this.#write(() => this.#records.remove(node))
  }

  elsewhere(node: string): AttachedNode | undefined {
    const holder = this.holder(node)
    if (holder === null || holder.gateway === this.#cluster.instance || !this.#cluster.isAlive(holder.gateway)) return
    const { description, connectedAt } = holder
    return { link: new PeerLink(this.#cluster, node, holder), epoch: holder.epoch, description, connectedAt }
  }

  /**
   * Lets other gateways ask a node whose connection is here. The name is that of the connection: nobody who means an
   * earlier or a later one reaches this.
   *
   * @returns what ends it
   */
  async serve(node: string, connection: string, link: NodeLink): Promise<() => void> {
    const service = await this.#write(() =>
      this.#cluster.bus.serve(['node', node, connection], (payload) => peerAnswer(() => passOn(link, payload))),
    )
    return () => void service.close().catch(() => undefined)
  }

  close(): void {
    this.onChange = () => undefined
    this.#records.close()
  }

  #allChanged(): void {
    for (const [node] of this.#records.entries()) this.onChange(node)
  }

  async #write<Result>(write: () => Promise<Result>): Promise<Result> {
    try {
      return await write()
    } catch (error) {
      if (error instanceof BusError) throw this.#cluster.refusal(error.message)
      throw error
    }
  }
}

/** The connection of a node that another gateway has. */
class PeerLink implements NodeLink {
  readonly #cluster: Cluster
  readonly #node: string
  readonly #holder: NodeHolder

  constructor(cluster: Cluster, node: string, holder: NodeHolder) {
    this.#cluster = cluster
    this.#node = node
    this.#holder = holder
  }

  async request<Name extends MethodsOf<'node'>>(
    method: Name,
    params: ParamsOf<Name>,
    { idempotencyKey, timeoutMs = 30_000 }: NodeRequestOptions = {},
  ): Promise<ResultOf<Name>> {
    const payload = { method, params, timeoutMs, ...(idempotencyKey !== undefined && { idempotencyKey }) }
    const name = ['node', this.#node, this.#holder.connection] as const
    const outcome = await this.#cluster.bus.request(name, payload, { timeoutMs: timeoutMs + PASS_ON_MS })
    return readMethodResult(method, readPeerAnswer(outcome, 'The gateway of the node') as object)
  }
}

/** The node checks the parameters itself, and decides. */
function passOn(link: NodeLink, payload: unknown): Promise<object> {
  const { method, params, timeoutMs, idempotencyKey } = payload as {
    readonly method: string
    readonly params: never
    readonly timeoutMs: number
    readonly idempotencyKey?: string
  }
  if (!isMethodName(method) || METHODS[method].to !== 'node') throw new TypeError(`${method} is no method of nodes`)
  const options = { timeoutMs, ...(idempotencyKey !== undefined && { idempotencyKey }) }
  return link.request(method as MethodsOf<'node'>, params, options)
}
