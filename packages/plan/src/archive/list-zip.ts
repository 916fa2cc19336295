import type { ArchiveMember } from './archive-member.ts'

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_LENGTH = 22
const ENTRY_LENGTH = 46
const MAX_COMMENT = 0xffff
/** The kind of a file in its mode. stat(2) */
const KIND = 0o170000
const LINK = 0o120000

/**
 * The members of a zip archive, by the list at its end, which is what unzip(1) goes by. `null` where that list is not
 * where it says, or in the form for large archives. Source: APPNOTE.TXT
 */
export function listZip(bytes: Buffer): readonly ArchiveMember[] | null {
  const end = findEnd(bytes)
  if (end === null) return null
  const count = bytes.readUInt16LE(end + 10)
  const length = bytes.readUInt32LE(end + 12)
  const start = bytes.readUInt32LE(end + 16)
  // What is put before an archive, as a program that unpacks itself, moves the list.
  if (count === 0xffff || start === 0xffffffff || start + length !== end) return null
  const members: ArchiveMember[] = []
  let at = start
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_LENGTH > end || bytes.readUInt32LE(at) !== ENTRY) return null
    const nameLength = bytes.readUInt16LE(at + 28)
    const next = at + ENTRY_LENGTH + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength).replaceAll('\\', '/')
    // Another name in the extra field takes the place of this one.
    const extra = bytes.subarray(at + ENTRY_LENGTH + nameLength, next)
    if (name.includes('\0') || namesAnother(extra)) return null
    const isLink = ((bytes.readUInt32LE(at + 38) >>> 16) & KIND) === LINK
    members.push(isLink ? { name, link: null } : { name })
    at = next
  }
  return at === end ? members : null
}

/** Where the end of the list stands: the last one, with a comment behind it that ends with the file. */
function findEnd(bytes: Buffer): number | null {
  for (let at = bytes.length - END_LENGTH; at >= 0 && at >= bytes.length - END_LENGTH - MAX_COMMENT; at--) {
    if (bytes.readUInt32LE(at) === END)
      return at + END_LENGTH + bytes.readUInt16LE(at + 20) === bytes.length ? at : null
  }
  return null
}

/** The field of Info-ZIP for a path in Unicode. APPNOTE.TXT 4.6.9 */
function namesAnother(extra: Buffer): boolean {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === 0x7075) return true
  }
  return false
}
