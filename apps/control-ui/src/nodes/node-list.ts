import type { EventData } from '@poundlock/protocol'
import type { GatewayClient, Subscription } from '@poundlock/protocol/client'
import { signal } from '@preact/signals'
import { textOf } from '../connection/gateway-link.ts'

export type NodeState = EventData<'nodes.changed'>['node']

/** The nodes of the gateway, as it tells what changes. */
export class NodeList {
  /** By name; `null` before the first answer. */
  readonly nodes = signal<readonly NodeState[] | null>(null)
  readonly problem = signal<string | null>(null)
  readonly #client: GatewayClient
  #subscription: Subscription | null = null
  #isClosed = false

  constructor(client: GatewayClient) {
    this.#client = client
  }

  async open(): Promise<void> {
    try {
      this.#subscription = await this.#client.subscribe(
        'nodes.watch',
        {},
        {
          onBegin: ({ nodes }) => (this.nodes.value = sorted(nodes)),
          onEvent: (event) => {
            if (event.event === 'nodes.changed') this.#take(event.data.node)
          },
          onEnd: (error) => (this.problem.value = textOf(error)),
        },
      )
      if (this.#isClosed) this.#subscription.end()
    } catch (error) {
      this.problem.value = textOf(error)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#subscription?.end()
  }

  #take(node: NodeState): void {
    const others = (this.nodes.value ?? []).filter(({ id }) => id !== node.id)
    this.nodes.value = sorted([...others, node])
  }
}

const sorted = (nodes: readonly NodeState[]): readonly NodeState[] =>
  nodes.toSorted((a, b) => a.name.localeCompare(b.name))
