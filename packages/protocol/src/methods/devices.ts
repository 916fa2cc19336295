import { type Static, Type } from '@poundlock/spec/schema'
import { ClientInfo } from '../handshake/handshake.ts'
import { closed, Count, Fingerprint, Id, Name, Role, Scopes, Time } from '../values/values.ts'
import { method, OPERATOR } from './method.ts'
import { after, subscribed } from './subscription.ts'

/** A device that was let in. */
export const Device = closed({
  id: Fingerprint,
  name: Name,
  role: Role,
  /** What its record holds. */
  scopes: Scopes,
  /** The agent that it acts as; only of an agent. */
  agent: Type.Optional(Id),
  /** Its token alone is accepted over HTTP. */
  bearer: Type.Optional(Type.Literal(true)),
  pairedAt: Time,
  /** The device that let it in; absent for the first one. */
  pairedBy: Type.Optional(Fingerprint),
  seenAt: Type.Optional(Time),
  client: Type.Optional(ClientInfo),
  /** How many connections it has now. */
  connections: Count,
  revokedAt: Type.Optional(Time),
})
export type Device = Static<typeof Device>

/** A device that asks to be let in. */
export const PairingRequest = closed({
  /** What it is approved or rejected by; made by the gateway. */
  request: Id,
  device: Fingerprint,
  /** As it calls itself: nobody has confirmed it. */
  name: Name,
  role: Role,
  scopes: Scopes,
  client: ClientInfo,
  /** Where it connected from: an address, or `local`. */
  from: Type.String(),
  at: Time,
  expiresAt: Time,
})
export type PairingRequest = Static<typeof PairingRequest>

const DeviceReference = Type.String({ minLength: 1, maxLength: 64, title: 'an id, at least 6 digits of it, or a name' })
const PageAddress = Type.String({
  pattern: '^https?://[^\\s#]+$',
  maxLength: 400,
  title: 'an http address without a hash',
})

const MANAGES = {
  to: 'gateway',
  scope: 'devices.manage',
  roles: OPERATOR,
  access: 'write',
  // No ledger stands behind them; what is done twice is refused the second time.
  idempotency: 'none',
} as const

export const deviceMethods = {
  'devices.list': method({
    to: 'gateway',
    scope: 'devices.read',
    roles: OPERATOR,
    access: 'read',
    idempotency: 'none',
    params: closed({}),
    result: closed({ devices: Type.Array(Device), pending: Type.Array(PairingRequest) }),
    errors: [],
    summary: 'Lists the devices that are paired, and those that ask to be.',
  }),
  'devices.watch': method({
    to: 'gateway',
    scope: 'devices.read',
    roles: OPERATOR,
    access: 'read',
    idempotency: 'none',
    params: closed({ after }),
    result: closed({ ...subscribed, devices: Type.Array(Device), pending: Type.Array(PairingRequest) }),
    errors: [],
    events: ['devices.changed', 'devices.pairing'],
    summary: 'Lists the devices, and tells what changes.',
  }),
  'devices.invite': method({
    ...MANAGES,
    params: closed({
      role: Role,
      scopes: Scopes,
      name: Type.Optional(Name),
      /** The agent that it will act as; only with the role `agent`. */
      agent: Type.Optional(Id),
      /** Whether its token alone will be accepted over HTTP. */
      bearer: Type.Optional(Type.Boolean()),
      /** At most ten minutes, which it is when absent. */
      expiresInMs: Type.Optional(Type.Integer({ minimum: 1000, maximum: 600_000 })),
      /** The address of the control page, as the device reaches it: the result has a link then. */
      page: Type.Optional(PageAddress),
    }),
    result: closed({
      /** `<codeId>-<secret>`: 8 hexadecimal digits, a hyphen, 128 bits. Shown this once, used once. */
      code: Type.String(),
      expiresAt: Time,
      gateway: closed({ id: Fingerprint, name: Name }),
      /** The page with the code behind its #, which is sent to no server; and its QR code, a row each, `1` for dark. */
      link: Type.Optional(closed({ address: Type.String(), qr: Type.Array(Type.String()) })),
    }),
    errors: ['RECORD_FAILED'],
    summary: 'Makes a setup code that lets one device in.',
  }),
  'devices.approve': method({
    ...MANAGES,
    params: closed({
      request: Id,
      name: Type.Optional(Name),
      /** At most what it asks for, which it is when absent. */
      scopes: Type.Optional(Scopes),
      agent: Type.Optional(Id),
      bearer: Type.Optional(Type.Boolean()),
    }),
    result: closed({ device: Device }),
    errors: ['NOT_FOUND', 'SETTLED', 'RECORD_FAILED'],
    summary: 'Lets a device in that asks to be paired.',
  }),
  'devices.reject': method({
    ...MANAGES,
    params: closed({ request: Id }),
    result: closed({}),
    errors: ['NOT_FOUND', 'SETTLED', 'RECORD_FAILED'],
    summary: 'Refuses a device that asks to be paired.',
  }),
  'devices.rename': method({
    ...MANAGES,
    params: closed({ device: DeviceReference, name: Name }),
    result: closed({ device: Device }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'CONFLICT', 'RECORD_FAILED'],
    summary: 'Gives a device another name.',
  }),
  'devices.rotate': method({
    ...MANAGES,
    params: closed({ device: DeviceReference }),
    result: closed({
      device: Device,
      /**
       * Of the caller's own device, or of one with bearer use, to be handed over. Of another device the old token is void
       * at once; its key fetches the new one.
       */
      token: Type.Optional(Type.String()),
    }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'RECORD_FAILED'],
    summary: 'Has a device given another token.',
  }),
  'devices.revoke': method({
    ...MANAGES,
    params: closed({ device: DeviceReference }),
    result: closed({ device: Device, closed: Count }),
    errors: ['NOT_FOUND', 'AMBIGUOUS', 'RECORD_FAILED'],
    summary: 'Lets a device in no more, and closes its connections at once.',
  }),
}
