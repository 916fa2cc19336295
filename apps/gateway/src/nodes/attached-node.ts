import type { NodeDescription } from '@poundlock/protocol'
import type { Caller } from '../dispatch/caller.ts'

/** Asks a node, on its own connection or through the gateway that has it. */
export type NodeLink = Pick<Caller, 'request'>

/** A node that has said what it offers, on its newest connection. */
export interface AttachedNode {
  readonly link: NodeLink
  readonly epoch: number
  readonly description: NodeDescription
  readonly connectedAt: number
}
