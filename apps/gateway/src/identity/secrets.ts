import { createHash, randomBytes, randomUUID } from 'node:crypto'

/** 256 bits for a device to sign with, base64url. Only its hash is kept. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in hexadecimal: what is kept of a token or a code. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** An id that nobody can guess: 122 random bits, hexadecimal. Node has the random bytes of UUIDs ready. */
export const newId = (): string => randomUUID().replaceAll('-', '')
