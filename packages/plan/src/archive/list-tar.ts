import type { ArchiveMember } from './archive-member.ts'

const BLOCK = 512

/**
 * The members of a tar(5) archive, in the formats of POSIX and of GNU tar. `null` at whatever another reader may take
 * differently: a header that is damaged is left out by GNU tar, and what stands behind it is not.
 */
export function listTar(bytes: Buffer): readonly ArchiveMember[] | null {
  const members: ArchiveMember[] = []
  const extended: ExtendedHeader = {}
  let empty = 0
  let at = 0
  for (; at + BLOCK <= bytes.length && empty < 2;) {
    const header = bytes.subarray(at, at + BLOCK)
    at += BLOCK
    if (header.every((byte) => byte === 0)) {
      empty++
      continue
    }
    if (empty > 0 || !hasItsChecksum(header)) return null
    const size = extended.size ?? number(header, 124, 12)
    if (size === null) return null
    const type = String.fromCharCode(header[156]!)
    const data = bytes.subarray(at, at + size)
    if (data.length < size) return null
    if (type === 'x' || type === 'L' || type === 'K') {
      if (!readExtension(type, data, extended)) return null
      at += padded(size)
      continue
    }
    // A header for all that follow, and formats that few know: names may come from there.
    if (type === 'g' && !/(?:^|\n)\d+ (?:path|linkpath|size|GNU\.[\w.]+)=/.test(data.toString('latin1'))) {
      at += padded(size)
      continue
    }
    if (!/^[0-7\0]$/.test(type)) return null
    const name = extended.name ?? ownName(header)
    const isLink = type === '1' || type === '2'
    members.push(isLink ? { name, link: extended.link ?? text(header, 157, 100) } : { name })
    // Links, devices and folders have no data, whatever their size says.
    if (type === '0' || type === '\0' || type === '7') at += padded(size)
    else if (size > 0) return null
    extended.name = extended.link = extended.size = undefined
  }
  return empty > 0 || at === bytes.length ? members : null
}

/** What the headers before a member say of it. */
interface ExtendedHeader {
  name?: string | undefined
  link?: string | undefined
  size?: number | undefined
}

function readExtension(type: string, data: Buffer, extended: ExtendedHeader): boolean {
  if (type === 'L') extended.name = text(data, 0, data.length)
  else if (type === 'K') extended.link = text(data, 0, data.length)
  else return readPax(data, extended)
  return true
}

/** `LENGTH KEY=VALUE\n`, the length that of the whole record. pax(1) */
function readPax(data: Buffer, extended: ExtendedHeader): boolean {
  for (let at = 0; at < data.length;) {
    const blank = data.indexOf(0x20, at)
    const length = Number(data.toString('latin1', at, blank))
    if (blank < 0 || !Number.isInteger(length) || length <= 0 || at + length > data.length) return false
    const record = data.toString('utf8', blank + 1, at + length - 1)
    const equals = record.indexOf('=')
    const key = record.slice(0, equals)
    const value = record.slice(equals + 1)
    if (equals < 0 || value.includes('\0') || key.startsWith('GNU.sparse')) return false
    if (key === 'path') extended.name = value
    else if (key === 'linkpath') extended.link = value
    else if (key === 'size') {
      if (!/^\d{1,15}$/.test(value)) return false
      extended.size = Number(value)
    }
    at += length
  }
  return true
}

function ownName(header: Buffer): string {
  const name = text(header, 0, 100)
  // GNU tar has times where POSIX has the beginning of a long name.
  const prefix = header.toString('latin1', 257, 263) === 'ustar\0' ? text(header, 345, 155) : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function text(bytes: Buffer, start: number, length: number): string {
  const end = bytes.indexOf(0, start)
  return bytes.toString('utf8', start, end < 0 || end > start + length ? start + length : end)
}

/** In octal; a size beyond that is written in another way, which no small archive needs. */
function number(header: Buffer, start: number, length: number): number | null {
  const written = header.toString('latin1', start, start + length).replace(/[\0 ]+$/, '')
  return /^ *[0-7]*$/.test(written) ? Number.parseInt(written.trim() || '0', 8) : null
}

function hasItsChecksum(header: Buffer): boolean {
  let sum = 0
  for (let index = 0; index < BLOCK; index++) sum += index >= 148 && index < 156 ? 0x20 : header[index]!
  return number(header, 148, 8) === sum
}

const padded = (size: number) => Math.ceil(size / BLOCK) * BLOCK
