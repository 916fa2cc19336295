/** What the first bytes of a client say. */
export type ClientStart =
  | { readonly kind: 'more' }
  /** Not TLS. */
  | { readonly kind: 'other' }
  /** Starts like TLS and is not: servers may read it in different ways. */
  | { readonly kind: 'broken' }
  /** `name`: what the client asks the server to be, or `null` where it does not say. `hides`: there may be another one. */
  | { readonly kind: 'tls'; readonly name: string | null; readonly hides: boolean }

/** Which server a TLS client asks for. */
export type ServerHello = Omit<ClientStart & { readonly kind: 'tls' }, 'kind'>

const HANDSHAKE_RECORD = 22
/** Records that some servers skip before a hello: change of the cipher, alerts, data, heartbeats. RFC 8446, 5.1 */
const OTHER_RECORDS: ReadonlySet<number> = new Set([20, 21, 23, 24])
const CLIENT_HELLO = 1
const SERVER_NAME_EXTENSION = 0
/** A hello, or in drafts a name, that only the server can read. RFC 9849, 5; draft-ietf-tls-esni-02 */
const ENCRYPTED_EXTENSIONS: ReadonlySet<number> = new Set([0xfe0d, 0xffce])
const HOST_NAME = 0
const RECORD_HEADER = 5
/** No client sends more; a record holds 16 KiB. */
export const LONGEST_HELLO = 65_536

/**
 * Reads the name of the server (SNI) from the start of a TLS connection, which is not encrypted.
 *
 * Source: RFC 8446, 4.1.2 and 5.1; RFC 6066, 3
 */
export function readClientStart(bytes: Buffer): ClientStart {
  if (bytes.length === 0) return { kind: 'more' }
  if (bytes[0] !== HANDSHAKE_RECORD) return readOtherStart(bytes)
  const handshake = joinRecords(bytes)
  if (handshake === null) return { kind: 'broken' }
  const length = handshake.length < 4 ? null : handshake.readUIntBE(1, 3)
  if (length === null || handshake.length < 4 + length) {
    return bytes.length > LONGEST_HELLO || (length ?? 0) > LONGEST_HELLO ? { kind: 'broken' } : { kind: 'more' }
  }
  return handshake[0] === CLIENT_HELLO ? readHello(handshake.subarray(4, 4 + length)) : { kind: 'broken' }
}

/** Reads a hello, without the header of its message. */
export function readHello(hello: Buffer): ClientStart {
  try {
    return { kind: 'tls', ...findServerName(hello) }
  } catch {
    return { kind: 'broken' }
  }
}

/**
 * Other data that servers read as the start of TLS: its other records, and the hello of SSL 2, which names no server.
 *
 * Source: RFC 5246, E.2
 */
function readOtherStart(bytes: Buffer): ClientStart {
  const [first, second, third, major] = bytes
  if (OTHER_RECORDS.has(first!)) return { kind: second === undefined ? 'more' : second === 3 ? 'broken' : 'other' }
  if (first! < 0x80 || (third ?? CLIENT_HELLO) !== CLIENT_HELLO) return { kind: 'other' }
  if (major === undefined) return { kind: 'more' }
  return { kind: major === 3 || major === 0 ? 'broken' : 'other' }
}

/** The handshake messages of the records that are there, of the last one what there is; `null` when they are no such records. */
function joinRecords(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = []
  for (let at = 0; at + RECORD_HEADER <= bytes.length;) {
    // After the hello anything may follow; before its end nothing else may, and the length shows that.
    if (bytes[at] !== HANDSHAKE_RECORD || bytes[at + 1] !== 3) return parts.length > 0 ? Buffer.concat(parts) : null
    const length = bytes.readUInt16BE(at + 3)
    parts.push(bytes.subarray(at + RECORD_HEADER, at + RECORD_HEADER + length))
    at += RECORD_HEADER + length
  }
  return Buffer.concat(parts)
}

/** Reads past the end throw a RangeError: such a message is broken. */
function findServerName(hello: Buffer): { readonly name: string | null; readonly hides: boolean } {
  let at = 2 + 32
  at += 1 + hello.readUInt8(at)
  at += 2 + hello.readUInt16BE(at)
  at += 1 + hello.readUInt8(at)
  // The oldest clients have no extensions.
  if (at === hello.length) return { name: null, hides: false }
  const end = at + 2 + hello.readUInt16BE(at)
  let name: string | null = null
  let hides = false
  for (at += 2; at < end;) {
    const [type, length] = [hello.readUInt16BE(at), hello.readUInt16BE(at + 2)]
    at += 4
    if (type === SERVER_NAME_EXTENSION) {
      // Two of them, or two names in one, would leave open which of them a server obeys.
      if (name !== null) throw new RangeError('two server names')
      name = readName(hello.subarray(at, at + length))
    }
    hides ||= ENCRYPTED_EXTENSIONS.has(type)
    at += length
  }
  return { name, hides }
}

function readName(extension: Buffer): string {
  const length = extension.readUInt16BE(3)
  const whole = extension.readUInt16BE(0) === extension.length - 2 && length === extension.length - 5
  if (!whole || extension.readUInt8(2) !== HOST_NAME) throw new RangeError('not one host name')
  return extension.subarray(5).toString('latin1')
}
