import { type JsonSchema, type Static, Type } from '@poundlock/spec/schema'
import type { Role } from '../access/roles.ts'
import type { Scope } from '../access/scopes.ts'
import { IdempotencyKey } from '../frames/frames.ts'
import { Challenge } from '../handshake/handshake.ts'
import { Approval } from '../methods/approvals.ts'
import { Device, PairingRequest } from '../methods/devices.ts'
import { StreamGap } from '../methods/subscription.ts'
import { CallResultStatus } from '../values/decision.ts'
import { FleetRow } from '../values/fleet-row.ts'
import { GatewayNode, RunId } from '../values/node.ts'
import { SessionEvent } from '../values/session-event.ts'
import { closed, Count, Fingerprint, Id, Positive, Sentence, Time } from '../values/values.ts'

/** Everything that is known of an event. */
export interface EventSpec {
  /** Who sends it. */
  readonly from: 'gateway' | 'node'
  /** What a receiver's connection must have been granted; `null` only for the challenge, before anything is granted. */
  readonly scope: Scope | null
  /** Whose connections can get it. */
  readonly roles: readonly [Role, ...Role[]]
  /** True where it comes in a subscription, with a number. */
  readonly subscribed: boolean
  /** Schema of what it says; closed. */
  readonly data: JsonSchema
  /** When it is sent, one sentence for the reference. */
  readonly summary: string
}

const event = <const Spec extends EventSpec>(spec: Spec): Spec => spec
const ANYBODY = { from: 'gateway', scope: 'status.read', roles: ['operator', 'agent', 'node'] } as const
const APPROVALS = { from: 'gateway', scope: 'approvals.read', roles: ['operator'], subscribed: true } as const
const DEVICES = { from: 'gateway', scope: 'devices.read', roles: ['operator'], subscribed: true } as const
const NODES = { from: 'gateway', scope: 'nodes.read', roles: ['operator'], subscribed: true } as const
/** Which run, on which node, of which call. */
const RUN = { run: RunId, node: Fingerprint, callId: Id }
const CALLS = { from: 'gateway', scope: 'tools.call', roles: ['operator', 'agent'], subscribed: false } as const

/** Every event that there is, by name. */
export const EVENTS = {
  'connect.challenge': event({
    ...ANYBODY,
    scope: null,
    subscribed: false,
    data: Challenge,
    summary: 'The first frame of every connection: what has to be signed.',
  }),
  'gateway.draining': event({
    ...ANYBODY,
    subscribed: false,
    data: closed({ closesAt: Time, retryAfterMs: Count }),
    summary: 'The gateway takes nothing new, ends what runs, and closes then.',
  }),
  'subscription.gap': event({
    ...ANYBODY,
    subscribed: true,
    data: StreamGap,
    summary: 'Events of this subscription were left out, because too much waited to be read.',
  }),
  'devices.changed': event({
    ...DEVICES,
    data: closed({ device: Device }),
    summary: 'A device was paired, renamed, rotated, revoked, or came or went.',
  }),
  'devices.pairing': event({
    ...DEVICES,
    data: closed({ request: PairingRequest, state: Type.Enum(['pending', 'approved', 'rejected', 'expired']) }),
    summary: 'A device asks to be paired, or was answered.',
  }),
  'sessions.event': event({
    from: 'gateway',
    scope: 'sessions.read',
    roles: ['operator', 'agent'],
    subscribed: true,
    data: SessionEvent,
    summary: 'Something happened in a session that is followed.',
  }),
  'tools.state': event({
    ...CALLS,
    data: closed({
      callId: Id,
      key: IdempotencyKey,
      state: Type.Enum(['accepted', 'waiting', 'running']),
      approval: Type.Optional(Id),
    }),
    summary: 'A call of this connection goes on: accepted, waiting for an answer, running.',
  }),
  'tools.output': event({
    ...CALLS,
    data: closed({
      callId: Id,
      key: IdempotencyKey,
      stream: Type.Enum(['stdout', 'stderr', 'update']),
      /** From 1, without gaps, within the call. */
      part: Positive,
      text: Type.String(),
      /** Bytes before this part that were left out, because too much waited to be read. */
      omittedBytes: Type.Optional(Count),
    }),
    summary: 'Output of a call of this connection that asked for it.',
  }),
  'fleet.progress': event({
    ...CALLS,
    roles: ['operator'],
    data: closed({
      key: IdempotencyKey,
      state: Type.Enum(['waiting', 'started', 'ended']),
      /** While it waits for an answer. */
      approval: Type.Optional(Id),
      /** Of a node that was started, or has ended. */
      row: Type.Optional(FleetRow),
    }),
    summary: 'A fleet command of this connection goes on: it waits for an answer, or a node began or ended.',
  }),
  'approvals.waiting': event({
    ...APPROVALS,
    data: closed({ approval: Approval }),
    summary: 'A request waits for an answer.',
  }),
  'approvals.changed': event({
    ...APPROVALS,
    data: closed({ approval: Approval }),
    summary: 'A request still waits, with another vote or another group.',
  }),
  'approvals.settled': event({
    ...APPROVALS,
    data: closed({ approval: Approval }),
    summary: 'A request is over: answered, expired or cancelled.',
  }),
  'nodes.changed': event({
    ...NODES,
    data: closed({ node: GatewayNode }),
    summary: 'A node came or went, or was approved, changed or removed.',
  }),
  'exec.started': event({ ...NODES, data: closed(RUN), summary: 'A command runs on a node.' }),
  'exec.finished': event({
    ...NODES,
    data: closed({ ...RUN, status: CallResultStatus, code: Type.Union([Type.Integer(), Type.Null()]) }),
    summary: 'A command on a node has ended, or is lost.',
  }),
  'exec.denied': event({
    ...NODES,
    data: closed({ ...RUN, reason: Sentence }),
    summary: 'A node did not let a command through that the gateway did.',
  }),
} as const satisfies Readonly<Record<string, EventSpec>>

/** The name of an event. */
export type EventName = keyof typeof EVENTS
/** The data of an event, by its name. */
export type EventData<Name extends EventName> = Static<(typeof EVENTS)[Name]['data']>

/** True for the name of an event. */
export function isEventName(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name)
}
