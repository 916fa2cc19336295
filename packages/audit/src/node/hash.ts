import { createHash } from 'node:crypto'

/** SHA-256 of the UTF-8 bytes of a text, or of bytes, as 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
