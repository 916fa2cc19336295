import { createECDH, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** A key of P-256 as it stands in a file, base64url. */
export interface VapidKey {
  /** An uncompressed point, 65 bytes: what browsers bind their subscriptions to. */
  readonly publicKey: string
  /** 32 bytes. */
  readonly privateKey: string
}

const HOUR_MS = 3_600_000
/** Push services refuse what is good for more than a day. Source: RFC 8292, 2. */
const LASTS_MS = 12 * HOUR_MS
/** Tokens of so many push services are kept. */
const MOST_KEPT = 100

export function newVapidKey(): VapidKey {
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  return { publicKey: pointOf(x!, y!), privateKey: d! }
}

/** Whether the two halves belong together. */
export function isVapidKey({ publicKey, privateKey }: VapidKey): boolean {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    return ecdh.getPublicKey().toString('base64url') === publicKey
  } catch {
    return false
  }
}

/** Proves to push services that a push comes from the gateway that a browser subscribed to. Source: RFC 8292. */
export class Vapid {
  readonly #key: KeyObject
  readonly #publicKey: string
  readonly #contact: string
  readonly #now: () => number
  readonly #tokens = new Map<string, { readonly token: string; readonly until: number }>()

  /** @param contact `mailto:` or `https:`: whom the operators of a push service can write to */
  constructor(key: VapidKey, contact: string, now: () => number) {
    this.#key = privateKeyObject(key)
    this.#publicKey = key.publicKey
    this.#contact = contact
    this.#now = now
  }

  /** The header `Authorization` for a request to an endpoint. */
  authorization(endpoint: URL): string {
    return `vapid t=${this.#tokenFor(endpoint.origin)}, k=${this.#publicKey}`
  }

  /** Signed once, and used for half of its time. */
  #tokenFor(origin: string): string {
    const now = this.#now()
    const kept = this.#tokens.get(origin)
    if (kept !== undefined && kept.until > now) return kept.token
    const claims = { aud: origin, exp: Math.floor((now + LASTS_MS) / 1000), sub: this.#contact }
    const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => encoded(JSON.stringify(part))).join('.')
    const signature = sign('sha256', Buffer.from(signed), { key: this.#key, dsaEncoding: 'ieee-p1363' })
    const token = `${signed}.${signature.toString('base64url')}`
    this.#tokens.delete(origin)
    this.#tokens.set(origin, { token, until: now + LASTS_MS / 2 })
    if (this.#tokens.size > MOST_KEPT) this.#tokens.delete(this.#tokens.keys().next().value!)
    return token
  }
}

const encoded = (text: string): string => Buffer.from(text).toString('base64url')

const pointOf = (x: string, y: string): string =>
  Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url')

function privateKeyObject({ publicKey, privateKey: d }: VapidKey): KeyObject {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y!, d } })
}
