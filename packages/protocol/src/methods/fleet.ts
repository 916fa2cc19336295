import { Type } from '@poundlock/spec/schema'
import { IdempotencyKey } from '../frames/frames.ts'
import { FleetRow, MOST_FLEET_NODES } from '../values/fleet-row.ts'
import { closed, Count, Fingerprint, Id } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'

const command = {
  session: Id,
  /** As the schema of `exec` has it, without `host` and `node`; the pipeline checks it. */
  input: Type.Object({}),
}

const FLEET = { to: 'gateway', scope: 'tools.call', roles: OPERATOR } as const

/** One command on several nodes. */
export const fleetMethods = {
  'fleet.check': method({
    ...FLEET,
    access: 'read',
    idempotency: 'none',
    params: closed({
      ...command,
      selection: Type.Union([
        closed({
          nodes: Type.String({
            minLength: 1,
            maxLength: 4096,
            title: 'labels such as role=web, or names and ids with commas between them',
          }),
        }),
        closed({ all: Type.Literal(true) }),
      ]),
    }),
    result: closed({
      /** The strictest one of the nodes that could run it. */
      decision: Type.Enum(['allow', 'ask', 'deny']),
      rows: Type.Array(FleetRow, { maxItems: MOST_FLEET_NODES }),
    }),
    errors: ['NOT_FOUND', 'AMBIGUOUS'],
    summary: 'Selects nodes, and decides a command on each of them. Runs nothing.',
  }),
  'fleet.exec': method({
    ...FLEET,
    access: 'write',
    idempotency: 'required',
    params: closed({
      ...command,
      /** In this order; `fleet.check` selects them. */
      nodes: Type.Array(Fingerprint, { minItems: 1, maxItems: MOST_FLEET_NODES, uniqueItems: true }),
      maxConcurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
      /** Whether what each node prints is recorded at the gateway. */
      record: Type.Optional(Type.Boolean({ default: false })),
      /** Nodes with an error; nothing is started once there are more. */
      maxErrors: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_FLEET_NODES, default: 0 })),
    }),
    result: closed({
      rows: Type.Array(FleetRow, { maxItems: MOST_FLEET_NODES }),
      errors: Count,
      /** Why nodes were left out; absent where each was started. */
      stopped: Type.Optional(Type.Enum(['errors', 'unapproved', 'cancelled'])),
      /** The request that was answered, where one was needed. */
      approval: Type.Optional(Id),
    }),
    errors: ['NOT_FOUND', 'SETTLED', 'IDEMPOTENCY_CONFLICT', 'RECORD_FAILED'],
    events: ['fleet.progress'],
    summary:
      'Runs a command on several nodes: one decision and one approval for all, one node first, then so many at a time, until there are too many errors.',
  }),
  'fleet.cancel': method({
    ...FLEET,
    access: 'write',
    idempotency: 'none',
    params: closed({ key: IdempotencyKey }),
    result: closed({
      /** False where none of this key runs. */
      cancelling: Type.Boolean(),
    }),
    errors: [],
    summary: 'Starts a command on no further node, and cancels what runs.',
  }),
}
