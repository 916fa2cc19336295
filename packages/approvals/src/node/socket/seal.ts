import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sealedText, type Sealed, type SealLabel } from '../../socket/protocol.ts'

/** The nonces of both sides: what is sealed for one connection is nothing on another. */
export interface ConnectionNonces {
  readonly client: string
  readonly server: string
}

export const newNonce = (): string => randomBytes(16).toString('hex')

const bodyHashOf = (body: string) => createHash('sha256').update(body).digest('hex')

/** HMAC-SHA256 in hexadecimal. */
function macOf(token: string, label: SealLabel, nonces: ConnectionNonces, { at, nonce, body }: Omit<Sealed, 'mac'>) {
  const text = sealedText(label, nonces, { nonce, at, bodyHash: bodyHashOf(body) })
  return createHmac('sha256', token).update(text).digest('hex')
}

/** Seals a text. An answer carries the nonce of what it answers. */
export function seal(
  token: string,
  label: SealLabel,
  nonces: ConnectionNonces,
  message: { readonly body: string; readonly at: number; readonly nonce?: string },
): Sealed {
  const { body, at, nonce = newNonce() } = message
  return { at, nonce, body, mac: macOf(token, label, nonces, { at, nonce, body }) }
}

/** Whether a seal is right; it takes as long whatever is wrong with it. */
export function isSealed(token: string, label: SealLabel, nonces: ConnectionNonces, sealed: Sealed): boolean {
  const expected = macOf(token, label, nonces, sealed)
  return sealed.mac.length === expected.length && timingSafeEqual(Buffer.from(sealed.mac), Buffer.from(expected))
}

/** By which a server shows that it has the token, before the client says anything. */
export const serverProof = (token: string, nonces: ConnectionNonces): string =>
  macOf(token, 'server-proof', nonces, { at: 0, nonce: '', body: '' })
