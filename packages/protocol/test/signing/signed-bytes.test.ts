import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as fc from '@poundlock/tooling/properties'
import { expect, test } from 'vitest'
import {
  connectBytes,
  helloBytes,
  ROLE_SCOPES,
  type ConnectStatement,
  type HelloStatement,
  type Scope,
} from '../../src/index.ts'
import { lengthPrefixed } from '../../src/signing/length-prefixed.ts'

const PUBLISHED: unknown = JSON.parse(readFileSync(new URL('../../vectors/signed-bytes.json', import.meta.url), 'utf8'))

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

/** RFC 8032, 7.1: TEST 1 for the device, TEST 2 for the gateway. */
const SEEDS = {
  device: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
  gateway: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
}

function keyOf(seed: string) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(seed, 'hex')])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x!, 'base64url')
  return { privateKey, raw, id: sha256(raw) }
}
const device = keyOf(SEEDS.device)
const gateway = keyOf(SEEDS.gateway)

const connect: ConnectStatement = {
  gatewayId: gateway.id,
  nonce: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8',
  deviceId: device.id,
  role: 'operator',
  scopes: ['status.read', 'approvals.read', 'approvals.answer'],
  protocol: { min: 1, max: 2 },
  client: { name: 'desk', version: '1.2.3', platform: 'linux' },
  signedAt: 1_795_000_000_000,
  auth: { kind: 'token' },
  credentialHash: sha256('a token'),
}
const hello: HelloStatement = {
  gatewayId: gateway.id,
  nonce: connect.nonce,
  deviceId: device.id,
  connectionId: 'c0ffee00c0ffee00',
  connectHash: sha256(connectBytes(connect)),
  protocol: 1,
  role: 'operator',
  scopes: ['approvals.read', 'status.read'],
  tokenHash: '',
}

const VECTORS = [
  { name: 'a device with a token', by: 'device', connect },
  {
    name: 'a setup code, and a name with characters of several bytes',
    by: 'device',
    connect: {
      ...connect,
      auth: { kind: 'setup-code', codeId: '0123abcd', name: 'Büro – 机' },
      credentialHash: sha256('0123abcd-a code'),
    },
  },
  {
    name: 'an agent that asks to be paired, without a scope',
    by: 'device',
    connect: { ...connect, role: 'agent', scopes: [], auth: { kind: 'pairing', name: 'builder' }, credentialHash: '' },
  },
  { name: 'a hello', by: 'gateway', hello },
  { name: 'a hello with a new token', by: 'gateway', hello: { ...hello, tokenHash: sha256('a new token') } },
] as const satisfies readonly (
  | { name: string; by: 'device'; connect: ConnectStatement }
  | { name: string; by: 'gateway'; hello: HelloStatement }
)[]

const bytesOf = (vector: (typeof VECTORS)[number]) =>
  'connect' in vector ? connectBytes(vector.connect) : helloBytes(vector.hello)

test('the vectors that others hold their own code to are what this code signs', () => {
  const vectors = VECTORS.map((vector) => {
    const bytes = bytesOf(vector)
    const { privateKey } = vector.by === 'device' ? device : gateway
    const signature = sign(null, bytes, privateKey)
    return {
      ...vector,
      bytes: Buffer.from(bytes).toString('hex'),
      sha256: sha256(bytes),
      signature: signature.toString('base64url'),
    }
  })
  const keys = Object.fromEntries(
    Object.entries({ device, gateway }).map(([name, { raw, id }]) => [
      name,
      { seed: SEEDS[name as keyof typeof SEEDS], publicKey: raw.toString('base64url'), id },
    ]),
  )
  const about = 'Keys: RFC 8032, 7.1, TEST 1 and TEST 2. Bytes in hexadecimal; see docs/protocol.md.'
  expect(PUBLISHED).toEqual({ about, keys, vectors })
})

test.each(VECTORS)('$name: the signature is one of these bytes and no others', (vector) => {
  const { privateKey } = vector.by === 'device' ? device : gateway
  const bytes = bytesOf(vector)
  const signature = sign(null, bytes, privateKey)
  const publicKey = createPublicKey(privateKey)
  expect(verify(null, bytes, publicKey, signature)).toBe(true)
  const other = Uint8Array.from(bytes)
  other[other.length - 1]! ^= 1
  expect(verify(null, other, publicKey, signature)).toBe(false)
})

test('the order in which scopes are asked for does not matter, which they are does', () => {
  expect(connectBytes({ ...connect, scopes: connect.scopes.toReversed() })).toEqual(connectBytes(connect))
  expect(connectBytes({ ...connect, scopes: [...connect.scopes, 'admin'] })).not.toEqual(connectBytes(connect))
})

const changes: readonly [string, ConnectStatement][] = [
  ['gateway', { ...connect, gatewayId: device.id }],
  ['nonce', { ...connect, nonce: `B${connect.nonce.slice(1)}` }],
  ['device', { ...connect, deviceId: gateway.id }],
  ['role', { ...connect, role: 'node' }],
  ['lowest version', { ...connect, protocol: { min: 2, max: 2 } }],
  ['highest version', { ...connect, protocol: { min: 1, max: 3 } }],
  ['client name', { ...connect, client: { ...connect.client, name: 'desk1' } }],
  [
    'part of the client that a name ends and a version begins',
    { ...connect, client: { ...connect.client, name: 'desk1', version: '.2.3' } },
  ],
  ['platform', { ...connect, client: { ...connect.client, platform: 'darwin' } }],
  ['time', { ...connect, signedAt: connect.signedAt + 1 }],
  ['credential', { ...connect, credentialHash: sha256('another') }],
  ['kind of credential', { ...connect, auth: { kind: 'pairing', name: '' } }],
]

test.each(changes)('another %s is another text', (_, changed) => {
  expect(connectBytes(changed)).not.toEqual(connectBytes(connect))
})

test('no two lists of fields have the same bytes', () => {
  const fields = fc.array(fc.string({ unit: 'binary', maxLength: 6 }), { maxLength: 6 })
  fc.assert(
    fc.property(fields, fields, (left, right) => {
      const isSame = Buffer.from(lengthPrefixed(left)).equals(lengthPrefixed(right))
      expect(isSame).toBe(JSON.stringify(left) === JSON.stringify(right))
    }),
  )
})

test('what a device signs is never what a gateway signs', () => {
  const scopes = fc.subarray<Scope>([...ROLE_SCOPES.operator])
  const text = fc.string({ maxLength: 8 })
  fc.assert(
    fc.property(scopes, text, text, (asked, one, two) => {
      const here = connectBytes({ ...connect, scopes: asked, nonce: one, credentialHash: two })
      const there = helloBytes({ ...hello, scopes: asked, nonce: one, connectionId: two })
      expect(Buffer.from(here).equals(there)).toBe(false)
    }),
  )
})
