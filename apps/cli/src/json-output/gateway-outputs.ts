import { Type } from '@poundlock/spec/schema'
import { document, lines } from './json-output.ts'
import { GivenReason, orNull } from './shapes.ts'

const NodeSandbox = Type.Object({ reasons: Type.Array(Type.String()), active: Type.Boolean(), backend: Type.String() })

const Actor = Type.Object({
  name: Type.String(),
  role: Type.Enum(['agent', 'node', 'operator']),
  device: Type.String(),
})

const Pairing = Type.Object({
  gateway: Type.Object({ id: Type.String(), name: Type.String() }),
  address: Type.String(),
  role: Type.Enum(['agent', 'node', 'operator']),
  scopes: Type.Array(Type.String()),
})

const Device = Type.Object({
  id: Type.String(),
  name: Type.String(),
  connections: Type.Number(),
  role: Type.Enum(['agent', 'node', 'operator']),
  scopes: Type.Array(Type.String()),
  pairedAt: Type.Number(),
  agent: Type.Optional(Type.String()),
  bearer: Type.Optional(Type.Literal(true)),
  pairedBy: Type.Optional(Type.String()),
  seenAt: Type.Optional(Type.Number()),
  client: Type.Optional(Type.Object({ name: Type.String(), version: Type.String(), platform: Type.String() })),
  revokedAt: Type.Optional(Type.Number()),
})

const Offer = Type.Object({
  sandbox: NodeSandbox,
  workspace: Type.String(),
  version: Type.String(),
  startedAt: Type.Number(),
  platform: Type.String(),
  labels: Type.Record(Type.String(), Type.String()),
  instance: Type.String(),
  ledger: Type.String(),
  arch: Type.String(),
  hostname: Type.String(),
  commands: Type.Array(
    Type.Enum(['system.execApprovals.get', 'system.execApprovals.set', 'system.file', 'system.run', 'system.which']),
  ),
})

const FleetNode = Type.Object({
  draining: Type.Boolean(),
  id: Type.String(),
  name: Type.String(),
  pending: Type.Boolean(),
  epoch: Type.Number(),
  approved: Type.Array(
    Type.Enum(['system.execApprovals.get', 'system.execApprovals.set', 'system.file', 'system.run', 'system.which']),
  ),
  connected: Type.Boolean(),
  labels: Type.Record(Type.String(), Type.String()),
  declared: Type.Array(
    Type.Enum(['system.execApprovals.get', 'system.execApprovals.set', 'system.file', 'system.run', 'system.which']),
  ),
  runs: Type.Number(),
  description: Type.Optional(Offer),
  seenAt: Type.Optional(Type.Number()),
  address: Type.Optional(Type.String()),
  connectedAt: Type.Optional(Type.Number()),
  approvedAt: Type.Optional(Type.Number()),
  approvedBy: Type.Optional(Type.String()),
})

const OneNode = Type.Object({ node: FleetNode })

const LogLine = Type.Object({ time: Type.String(), event: Type.String() }, { additionalProperties: true })

/** What these commands print for `--json`. */
export const GATEWAY_OUTPUTS = {
  // The log: `event` says what other keys there are.
  'gateway run': lines(LogLine),
  'node run': lines(LogLine),
  'devices list': document(
    Type.Object({
      devices: Type.Array(Device),
      pending: Type.Array(
        Type.Object({
          at: Type.Number(),
          name: Type.String(),
          role: Type.Enum(['agent', 'node', 'operator']),
          scopes: Type.Array(Type.String()),
          client: Type.Object({ name: Type.String(), version: Type.String(), platform: Type.String() }),
          request: Type.String(),
          device: Type.String(),
          from: Type.String(),
          expiresAt: Type.Number(),
        }),
      ),
    }),
  ),
  'devices approve': document(Type.Object({ device: Device })),
  'devices reject': document(Type.Object({ rejected: Type.String() })),
  'devices rename': document(Type.Object({ device: Device })),
  'devices rotate': document(Type.Object({ token: Type.Optional(Type.String()), device: Device })),
  'devices revoke': document(Type.Object({ device: Device, closed: Type.Number() })),
  'gateway reload': document(Type.Object({ applied: Type.Array(Type.String()), restart: Type.Array(Type.String()) })),
  'gateway status': document(
    Type.Object({
      calls: Type.Number(),
      approvals: Type.Number(),
      gateway: Type.Object({ id: Type.String(), name: Type.String(), version: Type.String() }),
      state: Type.Enum(['draining', 'ready', 'starting']),
      time: Type.Number(),
      protocol: Type.Object({ min: Type.Number(), max: Type.Number() }),
      startedAt: Type.Number(),
      pid: Type.Number(),
      addresses: Type.Array(Type.String()),
      connections: Type.Object({ node: Type.Number(), agent: Type.Number(), operator: Type.Number() }),
      sessions: Type.Number(),
      problems: Type.Array(Type.String()),
    }),
  ),
  'gateway stop': document(
    Type.Object({ stopped: Type.Boolean(), running: Type.Boolean(), pid: Type.Optional(Type.Number()) }),
  ),
  'gateway pair': document(
    Type.Object({
      code: Type.String(),
      expiresAt: Type.Number(),
      role: Type.Enum(['agent', 'node', 'operator']),
      scopes: Type.Array(Type.String()),
      gateway: Type.Object({ id: Type.String(), name: Type.String() }),
      link: orNull(Type.String()),
    }),
    Type.Object({
      token: Type.String(),
      device: Type.Object({ id: Type.String(), name: Type.String() }),
      role: Type.Enum(['agent', 'node', 'operator']),
      scopes: Type.Array(Type.String()),
      gateway: Type.Object({ id: Type.String(), name: Type.String() }),
      rpc: orNull(Type.String()),
      mcp: orNull(Type.String()),
    }),
  ),
  'gateway install': document(
    Type.Object({
      others: Type.Optional(Type.Array(Type.Object({ path: Type.String(), text: Type.String() }))),
      path: Type.String(),
      text: Type.String(),
    }),
    Type.Object({ path: Type.String(), started: Type.Boolean(), problem: orNull(Type.String()) }),
  ),
  'node install': document(
    Type.Object({
      others: Type.Optional(Type.Array(Type.Object({ path: Type.String(), text: Type.String() }))),
      path: Type.String(),
      text: Type.String(),
    }),
    Type.Object({ path: Type.String(), started: Type.Boolean(), problem: orNull(Type.String()) }),
  ),
  'gateway uninstall': document(Type.Object({ path: Type.String(), problem: orNull(Type.String()) })),
  'node uninstall': document(Type.Object({ path: Type.String(), problem: orNull(Type.String()) })),
  'gateway connect': lines(
    Type.Object({ paired: Pairing }),
    Type.Object({ event: Type.Literal('waiting'), request: Type.String() }),
  ),
  'node pair': lines(
    Type.Object({ paired: Pairing }),
    Type.Object({ event: Type.Literal('waiting'), request: Type.String() }),
  ),
  'gateway list': document(
    Type.Object({
      gateways: Type.Array(
        Type.Object({
          chosen: Type.Boolean(),
          gateway: Type.Object({ id: Type.String(), name: Type.String() }),
          address: Type.String(),
          role: Type.Enum(['agent', 'node', 'operator']),
          scopes: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
  'gateway use': document(Type.Object({ gateway: orNull(Type.Object({ id: Type.String(), name: Type.String() })) })),
  'gateway forget': document(Type.Object({ forgotten: Type.Array(Pairing) })),
  'nodes list': document(Type.Object({ nodes: Type.Array(FleetNode) })),
  'nodes describe': document(OneNode),
  'nodes remove': document(OneNode),
  'nodes approve': document(OneNode),
  'nodes reject': document(OneNode),
  'nodes rename': document(OneNode),
  'nodes label': document(OneNode),
  'nodes drain': document(OneNode),
  'node status': document(
    Type.Object({
      running: Type.Boolean(),
      status: orNull(
        Type.Object({
          pid: Type.Number(),
          gateway: Type.String(),
          connected: Type.Boolean(),
          name: Type.Optional(Type.String()),
          approved: Type.Optional(Type.Array(Type.String())),
        }),
      ),
      gateways: Type.Array(
        Type.Object({ gateway: Type.Object({ id: Type.String(), name: Type.String() }), address: Type.String() }),
      ),
    }),
  ),
  'sessions list': document(
    Type.Object({
      sessions: Type.Array(
        Type.Object({
          workspace: Type.String(),
          agent: Type.String(),
          state: Type.Enum(['aborted', 'open']),
          id: Type.String(),
          head: Type.Number(),
          owner: Type.String(),
          createdAt: Type.Number(),
          changedAt: Type.Number(),
          running: Type.Number(),
          waiting: Type.Number(),
          label: Type.Optional(Type.String()),
          elsewhere: Type.Optional(Type.Object({ gateway: Type.String(), name: Type.Optional(Type.String()) })),
        }),
      ),
    }),
  ),
  'sessions follow': lines(
    Type.Object({ gap: Type.Object({ from: Type.Number(), to: Type.Number() }) }),
    Type.Union([
      Type.Object({
        kind: Type.Literal('created'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        by: Actor,
      }),
      Type.Object({
        kind: Type.Literal('message'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        by: Actor,
        text: Type.String(),
      }),
      Type.Object({
        kind: Type.Literal('directive'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        by: Actor,
        text: Type.String(),
        answer: Type.String(),
      }),
      Type.Object({
        kind: Type.Literal('prompt'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        by: Actor,
        text: Type.String(),
        model: Type.String(),
      }),
      Type.Object({
        kind: Type.Literal('agent'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        event: Type.Object({ type: Type.String() }),
        prompt: Type.Optional(Type.Number()),
      }),
      Type.Object({
        tool: Type.String(),
        kind: Type.Literal('call-requested'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        by: Actor,
        summary: Type.String(),
        callId: Type.String(),
      }),
      Type.Object({
        kind: Type.Literal('call-decided'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        callId: Type.String(),
        decision: Type.Enum(['allow', 'ask', 'deny']),
        reasons: Type.Array(GivenReason),
      }),
      Type.Object({
        kind: Type.Literal('call-waiting'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        callId: Type.String(),
        approval: Type.String(),
      }),
      Type.Object({
        kind: Type.Literal('call-answered'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        callId: Type.String(),
        decision: Type.Enum(['allow-always', 'allow-once', 'cancelled', 'deny', 'expired']),
        approval: Type.String(),
        by: Type.Optional(Type.String()),
        reason: Type.Optional(Type.String()),
      }),
      Type.Object({
        kind: Type.Literal('call-started'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        callId: Type.String(),
        runId: Type.Optional(Type.String()),
      }),
      Type.Object({
        message: Type.String(),
        kind: Type.Literal('call-ended'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        callId: Type.String(),
        status: Type.Enum(['cancelled', 'denied', 'failed', 'invalid', 'ran', 'unapproved', 'unavailable', 'unknown']),
        durationMs: Type.Optional(Type.Number()),
        tail: Type.Optional(Type.String()),
      }),
      Type.Object({
        kind: Type.Literal('aborted'),
        session: Type.String(),
        at: Type.Number(),
        seq: Type.Number(),
        by: Actor,
        reason: Type.Optional(Type.String()),
      }),
    ]),
  ),
}
