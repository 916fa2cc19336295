import { createHmac, createSecretKey, hash, randomUUID, timingSafeEqual, type KeyObject } from 'node:crypto'
import { ApprovalsError } from '../../approvals-error.ts'
import { sealedText, type Sealed, type SealLabel } from '../../socket/protocol.ts'

/** The nonces of both sides: what is sealed for one connection is nothing on another. */
export interface ConnectionNonces {
  readonly client: string
  readonly server: string
}

/** 32 hexadecimal digits, of which 122 bits are random: these are drawn in advance, a few bytes at a time are not. */
export const newNonce = (): string => randomUUID().replaceAll('-', '')

/** A token as a key, which is made once and not for each message. */
export type SealKey = KeyObject

/** With fewer characters, anyone who sees one seal could try them all. */
const SHORTEST_TOKEN = 16

/** @throws ApprovalsError `APPROVALS_INVALID` for a token that could be guessed, such as none */
export function sealKey(token: string): SealKey {
  if (token.length >= SHORTEST_TOKEN) return createSecretKey(token, 'utf8')
  throw new ApprovalsError(
    `The token of the socket has ${token.length} characters, so that it could be guessed; expected ${SHORTEST_TOKEN} or more`,
    {
      code: 'APPROVALS_INVALID',
      remedy: 'Remove socket.token from exec-approvals.json, or the file socket-token: then a new one is made.',
    },
  )
}

/** HMAC-SHA256 in hexadecimal. */
function macOf(key: SealKey, label: SealLabel, nonces: ConnectionNonces, { at, nonce, body }: Omit<Sealed, 'mac'>) {
  const text = sealedText(label, nonces, { nonce, at, bodyHash: hash('sha256', body) })
  return createHmac('sha256', key).update(text).digest('hex')
}

/** Seals a text. An answer carries the nonce of what it answers. */
export function seal(
  key: SealKey,
  label: SealLabel,
  nonces: ConnectionNonces,
  message: { readonly body: string; readonly at: number; readonly nonce?: string },
): Sealed {
  const { body, at, nonce = newNonce() } = message
  return { at, nonce, body, mac: macOf(key, label, nonces, { at, nonce, body }) }
}

/** Whether a seal is right; it takes as long whatever is wrong with it. */
export function isSealed(key: SealKey, label: SealLabel, nonces: ConnectionNonces, sealed: Sealed): boolean {
  const expected = macOf(key, label, nonces, sealed)
  return sealed.mac.length === expected.length && timingSafeEqual(Buffer.from(sealed.mac), Buffer.from(expected))
}

/** By which a server shows that it has the token, before the client says anything. */
export const serverProof = (key: SealKey, nonces: ConnectionNonces): string =>
  macOf(key, 'server-proof', nonces, { at: 0, nonce: '', body: '' })
