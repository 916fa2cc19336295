import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'

/** The browser's side of a subscription, written apart from the gateway's own code. */
export interface PushReceiver {
  readonly p256dh: string
  readonly auth: string
  /** Reads the body of a push. @throws Error when it is not for this receiver */
  decrypt(body: Buffer): { readonly text: string; readonly padding: number }
}

export function pushReceiver(privateKey: Buffer | null = null, auth: Buffer = randomBytes(16)): PushReceiver {
  const ecdh = createECDH('prime256v1')
  if (privateKey === null) ecdh.generateKeys()
  else ecdh.setPrivateKey(privateKey)
  const own = ecdh.getPublicKey()
  return {
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    decrypt(body) {
      const salt = body.subarray(0, 16)
      if (body.readUInt32BE(16) < body.length - 86 || body[20] !== 65) throw new Error('more than one record')
      const sender = body.subarray(21, 86)
      const info = Buffer.concat([Buffer.from('WebPush: info\0', 'latin1'), own, sender])
      const material = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', material, salt, 'Content-Encoding: nonce\0', 12))
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
      const end = plain.lastIndexOf(2)
      if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('what follows the text is no padding')
      return { text: plain.subarray(0, end).toString(), padding: plain.length - end - 1 }
    },
  }
}

/** The claims of an `Authorization` header of VAPID, whose signature fits its key. @throws Error */
export function vapidClaims(header: string): { readonly key: string; readonly claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const fits = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!fits) throw new Error('the signature does not fit')
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string }
  if (alg !== 'ES256') throw new Error(`the algorithm is ${alg}`)
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown> }
}
