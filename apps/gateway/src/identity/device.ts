import { Device } from '@poundlock/protocol'
import { type Static, Type } from '@poundlock/spec/schema'

const CLOSED = { additionalProperties: false }
const { id, name, role, scopes, agent, bearer, pairedAt, pairedBy, seenAt, client } = Device.properties

/** What the gateway knows of a device. What it may do stands here, and nowhere else. */
export const DeviceRecord = Type.Object(
  {
    id,
    name,
    role,
    scopes,
    agent,
    /** Its token, which it signs with elsewhere, is accepted over HTTP by itself. */
    bearer,
    pairedAt,
    pairedBy,
    seenAt,
    client,
    publicKey: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
    /** SHA-256 of the token that the device has used, in hexadecimal; `null` until it has used one. */
    tokenHash: Type.Union([id, Type.Null()]),
    /** The same of a token that it was sent and has not used yet. */
    nextTokenHash: Type.Optional(id),
    /** Its token is only good for fetching another one. */
    renew: Type.Optional(Type.Literal(true)),
    /** Accepted at the local socket only: the device of the user that the gateway runs as. */
    local: Type.Optional(Type.Literal(true)),
  },
  CLOSED,
)
export type DeviceRecord = Static<typeof DeviceRecord>

/** What is kept of a device that was revoked, so that it learns why it is refused. */
export const Revoked = Type.Object({ id, at: pairedAt, by: id }, CLOSED)
export type Revoked = Static<typeof Revoked>

/** `devices.json` */
export const DeviceFile = Type.Object(
  { version: Type.Literal(1), devices: Type.Array(DeviceRecord, { maxItems: 100_000 }), revoked: Type.Array(Revoked) },
  CLOSED,
)
export type DeviceFile = Static<typeof DeviceFile>
