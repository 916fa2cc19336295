import { type SchemaProperties, Type } from '@poundlock/spec/schema'
import { ROLES } from '../access/roles.ts'
import { SCOPES, type Scope } from '../access/scopes.ts'

/** An object of these keys and no others. */
export const closed = <Properties extends SchemaProperties>(properties: Properties, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description !== undefined && { description }) })

/** A number of things; up to what every reader of JSON takes exactly (RFC 8259, 6). */
export const Count = Type.Integer({ minimum: 0, maximum: 2 ** 53 - 1 })

/** The same from one on. */
export const Positive = Type.Integer({ minimum: 1, maximum: 2 ** 53 - 1 })

/** Milliseconds since 1970, by the clock of the gateway; at most what a `Date` can be. */
export const Time = Type.Integer({ minimum: 0, maximum: 8.64e15, title: 'milliseconds since 1970' })

/** SHA-256 of a raw public key, in hexadecimal: the id of a device and of a gateway. */
export const Fingerprint = Type.String({ pattern: '^[0-9a-f]{64}$', title: '64 hexadecimal digits' })

/** 32 bytes, base64url without padding (RFC 4648, 5): a nonce, a public key. */
export const Bytes32 = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$', title: '32 bytes in base64url' })

/** 64 bytes, base64url without padding: an Ed25519 signature. */
export const Bytes64 = Type.String({ pattern: '^[A-Za-z0-9_-]{86}$', title: '64 bytes in base64url' })

/** A name that a person gave: one line, nothing that cannot be seen. */
export const Name = Type.String({ minLength: 1, maxLength: 64, pattern: '^\\P{C}+$', title: 'a name of one line' })

/** The id of a session, an agent or a subscription. */
export const Id = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$', title: 'an id' })

/** Whole, or its beginning: at least four digits. */
export const ApprovalId = Type.String({ pattern: '^[0-9a-f]{4,32}$', title: '4 to 32 hexadecimal digits' })

export const Role = Type.Enum([...ROLES])
export const Scopes = Type.Array(Type.Enum(Object.keys(SCOPES) as Scope[]), { maxItems: 32, uniqueItems: true })

/** Text of one paragraph. */
export const Sentence = Type.String({ maxLength: 2000 })

/** Where a list went on: what the page before had as `next`. */
export const Cursor = Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,256}$', title: 'the `next` of the page before' })

/** The most entries of one page. */
export const Limit = Type.Integer({ minimum: 1, maximum: 1000, default: 100 })

/** A number of an event in its stream: from 1, without gaps. */
export const Sequence = Type.Integer({ minimum: 0, maximum: 2 ** 53 - 1, title: 'a number of an event' })
