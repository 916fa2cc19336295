import { isUtf8 } from 'node:buffer'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'latin-1'

/** A file's bytes as text, from which the same bytes can be made again. */
export interface DecodedText {
  /** Without the byte order mark. */
  readonly text: string
  readonly encoding: TextEncoding
  readonly hasMark: boolean
}

/** Byte order marks. Source: Unicode, section 23.8. */
const MARKS: readonly (readonly [TextEncoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

/** What the first bytes say of the encoding; without a mark it has to be found out. */
export function readMark(bytes: Buffer): { readonly encoding: TextEncoding; readonly length: number } | null {
  // UTF-32 begins like UTF-16 in the little order, and then has a NUL character.
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === 0xfeff) return null
  const found = MARKS.find(([, mark]) => bytes.subarray(0, mark.length).equals(mark))
  return found === undefined ? null : { encoding: found[0], length: found[1].length }
}

/** @returns `null` for bytes that are not text: with NUL bytes, or half a character of UTF-16 */
export function decodeText(bytes: Buffer): DecodedText | null {
  const mark = readMark(bytes)
  const body = mark === null ? bytes : bytes.subarray(mark.length)
  const hasMark = mark !== null
  if (mark !== null && mark.encoding !== 'utf-8') {
    if (body.length % 2 === 1) return null
    const ordered = mark.encoding === 'utf-16le' ? body : Buffer.from(body).swap16()
    return { text: ordered.toString('utf16le'), encoding: mark.encoding, hasMark }
  }
  if (body.includes(0)) return null
  if (isUtf8(body)) return { text: body.toString('utf8'), encoding: 'utf-8', hasMark }
  // Every byte is a character there, so that nothing is lost; the mark is then three characters like others.
  return { text: bytes.toString('latin1'), encoding: 'latin-1', hasMark: false }
}

/** @returns `null` when the encoding does not have a character of the text */
export function encodeText({ text, encoding, hasMark }: DecodedText): Buffer | null {
  const body = encodeBody(text, encoding)
  if (body === null || !hasMark) return body
  return Buffer.concat([MARKS.find(([name]) => name === encoding)![1], body])
}

function encodeBody(text: string, encoding: TextEncoding): Buffer | null {
  // A lone surrogate would become another character.
  if (encoding === 'utf-8') return text.isWellFormed() ? Buffer.from(text, 'utf8') : null
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  return /^[\0-\xFF]*$/.test(text) ? Buffer.from(text, 'latin1') : null
}
