import { hash } from 'node:crypto'

/** SHA-256 of the UTF-8 bytes of a text, or of bytes, as 64 hexadecimal digits. */
export function sha256(content: string | Uint8Array): string {
  return hash('sha256', content, 'hex')
}
