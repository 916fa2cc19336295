import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto'

/** What a browser gives out of its subscription, base64url without padding. */
export interface ReceiverKeys {
  /** Its public key: an uncompressed point of P-256, 65 bytes. */
  readonly p256dh: string
  /** A secret that it shares with the sender, 16 bytes. */
  readonly auth: string
}

/** The parts that are made anew for each message. */
export interface MessageSecrets {
  /** A private key of P-256, 32 bytes. */
  readonly privateKey: Buffer
  /** 16 bytes. */
  readonly salt: Buffer
}

const CURVE = 'prime256v1'
const POINT_BYTES = 65
const AUTH_BYTES = 16
const RECORD_BYTES = 4096
const TAG_BYTES = 16
/** What every push service takes with its header of 86 bytes. Source: RFC 8291, 4. */
export const MOST_MESSAGE_BYTES = 3993
/** The end of the last record. Source: RFC 8188, 2. */
const LAST_RECORD = Uint8Array.of(2)
/** Messages that differ only in numbers have one length. */
const PADDED_TO = 256

/**
 * Encrypts a message so that only the browser of the subscription can read it, and the push service cannot. Sources:
 * RFC 8291 (keys), RFC 8188 (`aes128gcm`).
 *
 * @param secrets random ones unless set; a pair is good for one message
 * @returns the body of the request to the push service
 * @throws RangeError for a message that is too long; Error for keys that `receiverKeyProblem` refuses
 */
export function encryptMessage(
  message: Uint8Array,
  { p256dh, auth }: ReceiverKeys,
  secrets: MessageSecrets | null = null,
): Buffer {
  if (message.length > MOST_MESSAGE_BYTES) throw new RangeError(`a push has at most ${MOST_MESSAGE_BYTES} bytes`)
  const sender = createECDH(CURVE)
  if (secrets === null) sender.generateKeys()
  else sender.setPrivateKey(secrets.privateKey)
  const salt = secrets?.salt ?? randomBytes(16)
  const [receiverPoint, senderPoint] = [Buffer.from(p256dh, 'base64url'), sender.getPublicKey()]
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), receiverPoint, senderPoint])
  const material = derive(sender.computeSecret(receiverPoint), Buffer.from(auth, 'base64url'), keyInfo, 32)
  const key = derive(material, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(material, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const padding = secrets === null ? Buffer.alloc(paddingOf(message.length)) : Buffer.alloc(0)
  const encrypted = [message, LAST_RECORD, padding].map((part) => cipher.update(part))
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_BYTES, 0)
  header.writeUInt8(POINT_BYTES, 4)
  return Buffer.concat([salt, header, senderPoint, ...encrypted, cipher.final(), cipher.getAuthTag()])
}

/** Why a message cannot be encrypted for these keys; `null` where it can. */
export function receiverKeyProblem({ p256dh, auth }: ReceiverKeys): string | null {
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return `auth: expected ${AUTH_BYTES} bytes`
  const point = Buffer.from(p256dh, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== 4) return 'p256dh: expected an uncompressed point, 65 bytes'
  try {
    ECDH.convertKey(point, CURVE)
    return null
  } catch {
    return 'p256dh: expected a point of the curve P-256'
  }
}

const derive = (material: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, bytes))

function paddingOf(length: number): number {
  const padded = Math.ceil((length + 1) / PADDED_TO) * PADDED_TO - 1
  return Math.min(padded, MOST_MESSAGE_BYTES, RECORD_BYTES - TAG_BYTES - 1) - length
}
