import { Type } from '@poundlock/spec/schema'
import { BindingHash, NodeLabels, GatewayNode, NodeCommands } from '../values/node.ts'
import { closed, Name } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'
import { after, subscribed } from './subscription.ts'

const NodeReference = Type.String({
  minLength: 1,
  maxLength: 256,
  title: 'an id, at least 6 digits of it, a name, an address, or labels such as role=build',
})

const READS = { to: 'gateway', scope: 'nodes.read', roles: OPERATOR, access: 'read', idempotency: 'none' } as const
const MANAGES = {
  to: 'gateway',
  scope: 'nodes.manage',
  roles: OPERATOR,
  access: 'write',
  // No ledger stands behind them; what is done twice is refused the second time, or changes nothing.
  idempotency: 'none',
} as const

/** What operators do with nodes. */
export const nodeMethods = {
  'nodes.list': method({
    ...READS,
    params: closed({}),
    result: closed({ nodes: Type.Array(GatewayNode) }),
    errors: [],
    summary: 'Lists the nodes that are paired.',
  }),
  'nodes.watch': method({
    ...READS,
    params: closed({ after }),
    result: closed({ ...subscribed, nodes: Type.Array(GatewayNode) }),
    errors: [],
    events: ['nodes.changed', 'exec.started', 'exec.finished', 'exec.denied'],
    summary: 'Lists the nodes, and tells what changes and what runs on them.',
  }),
  'nodes.describe': method({
    ...READS,
    params: closed({ node: NodeReference }),
    result: closed({ node: GatewayNode }),
    errors: ['NOT_FOUND', 'AMBIGUOUS'],
    summary: 'Says what a node is; one that is connected is asked anew.',
  }),
  'nodes.approve': method({
    ...MANAGES,
    params: closed({
      node: NodeReference,
      /** All that it offers unless named. */
      commands: Type.Optional(NodeCommands),
    }),
    result: closed({ node: GatewayNode }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'CONFLICT', 'RECORD_FAILED'],
    summary:
      'Lets a node be sent what it offers, and takes its labels on. What runs commands needs the scope admin, too.',
  }),
  'nodes.reject': method({
    ...MANAGES,
    params: closed({ node: NodeReference }),
    result: closed({ node: GatewayNode }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'RECORD_FAILED'],
    summary: 'Has a node be sent nothing; it stays paired.',
  }),
  'nodes.remove': method({
    ...MANAGES,
    params: closed({ node: NodeReference }),
    result: closed({ node: GatewayNode }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'RECORD_FAILED'],
    summary: 'Revokes the device of a node, and forgets the node.',
  }),
  'nodes.rename': method({
    ...MANAGES,
    params: closed({ node: NodeReference, name: Name }),
    result: closed({ node: GatewayNode }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'CONFLICT', 'RECORD_FAILED'],
    summary: 'Gives a node another name.',
  }),
  'nodes.label': method({
    ...MANAGES,
    params: closed({
      node: NodeReference,
      set: Type.Optional(NodeLabels),
      remove: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 63 }), { maxItems: 32 })),
    }),
    result: closed({ node: GatewayNode }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'RECORD_FAILED'],
    summary: 'Changes the labels of a node.',
  }),
  'nodes.drain': method({
    ...MANAGES,
    params: closed({ node: NodeReference, draining: Type.Boolean() }),
    result: closed({ node: GatewayNode }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'RECORD_FAILED'],
    summary: 'Sends a node nothing new, or takes that back; what runs goes on.',
  }),
  'nodes.approvals.get': method({
    ...READS,
    params: closed({ node: NodeReference }),
    result: closed({
      document: Type.Union([Type.String(), Type.Null()]),
      hash: Type.Union([BindingHash, Type.Null()]),
    }),
    errors: ['NOT_FOUND', 'AMBIGUOUS'],
    summary: 'Reads the approvals document of the owner of a node.',
  }),
  'nodes.approvals.set': method({
    ...MANAGES,
    scope: 'config.write',
    params: closed({
      node: NodeReference,
      document: Type.String({ maxLength: 1024 * 1024 }),
      /** Of the document that this one replaces; `null` where there was none. */
      base: Type.Union([BindingHash, Type.Null()]),
    }),
    result: closed({ hash: BindingHash }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'CONFLICT', 'RECORD_FAILED'],
    summary: 'Replaces the approvals document of a node, where its owner offers that.',
  }),
}
