/** What the first bytes of a client say. */
export type ClientStart =
  | { readonly kind: 'more' }
  /** Not TLS. */
  | { readonly kind: 'other' }
  /** It starts as TLS does and goes on otherwise: what a server makes of it is not known. */
  | { readonly kind: 'broken' }
  /** `name`: what the client asks the server to be, or `null` where it does not say. */
  | { readonly kind: 'tls'; readonly name: string | null }

const handshakeRecord = 22
const clientHello = 1
const serverNameExtension = 0
const hostName = 0
const recordHeader = 5
/** No client sends more; a record holds 16 KiB. */
const longestHello = 65_536

/**
 * Reads the name of the server (SNI) from the start of a TLS connection, which is not encrypted.
 *
 * Source: RFC 8446, 4.1.2 and 5.1; RFC 6066, 3
 */
export function readClientStart(bytes: Buffer): ClientStart {
  if (bytes.length === 0) return { kind: 'more' }
  if (bytes[0] !== handshakeRecord) return { kind: 'other' }
  const handshake = joinRecords(bytes)
  if (handshake === null) return { kind: 'broken' }
  const length = handshake.length < 4 ? null : handshake.readUIntBE(1, 3)
  if (length === null || handshake.length < 4 + length) {
    return bytes.length > longestHello || (length ?? 0) > longestHello ? { kind: 'broken' } : { kind: 'more' }
  }
  if (handshake[0] !== clientHello) return { kind: 'broken' }
  try {
    return { kind: 'tls', name: findServerName(handshake.subarray(4, 4 + length)) }
  } catch {
    return { kind: 'broken' }
  }
}

/** The handshake messages of the records that are there, of the last one what there is; `null` when they are no such records. */
function joinRecords(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; at + recordHeader <= bytes.length;) {
    // After the hello anything may follow; before its end nothing else may, and the length shows that.
    if (bytes[at] !== handshakeRecord || bytes[at + 1] !== 3) return parts.length > 0 ? Buffer.concat(parts) : null
    const length = bytes.readUInt16BE(at + 3)
    parts.push(bytes.subarray(at + recordHeader, at + recordHeader + length))
    at += recordHeader + length
  }
  return Buffer.concat(parts)
}

/** Reads past the end throw a RangeError: such a message is broken. */
function findServerName(hello: Buffer): string | null {
  let at = 2 + 32
  at += 1 + hello.readUInt8(at)
  at += 2 + hello.readUInt16BE(at)
  at += 1 + hello.readUInt8(at)
  // The oldest clients have no extensions.
  if (at === hello.length) return null
  const end = at + 2 + hello.readUInt16BE(at)
  let name: string | null = null
  for (at += 2; at < end;) {
    const [type, length] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)]
    at += 4
    if (type === serverNameExtension) {
      // Two of them, or two names in one, would leave open which of them a server obeys.
      if (name !== null) throw new RangeError('two server names')
      name = readName(hello.subarray(at, at + length))
    }
    at += length
  }
  return name
}

function readName(extension: Buffer): string {
  const length = extension.readUInt16BE(3)
  const whole = extension.readUInt16BE(0) === extension.length - 2 && length === extension.length - 5
  if (!whole || extension.readUInt8(2) !== hostName) throw new RangeError('not one host name')
  return extension.subarray(5).toString('latin1')
}
